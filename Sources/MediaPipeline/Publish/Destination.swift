public import PushDelivery

/// A place that renditions are published to.
///
/// Names are made from digests, so bytes once published under a name never change: equal bytes there already are success
/// without a write, other bytes are an error and never overwritten.
public protocol Destination: Sendable {
  /// Makes the rendition's bytes available under a name.
  ///
  /// - Throws: `PublishError`.
  func publish(_ rendition: some PublishableRendition, slug: String) async throws(PublishError) -> PublishedAsset
}

/// Why bytes could not be published.
public enum PublishError: Error, Hashable, Sendable {
  /// Other bytes lie under the name already.
  case conflict(name: String)
  case fileSystem(FileSystemError)
  case store(ObjectStoreError)
  /// It is there, and its URL does not deliver it as clients need it.
  case unverified([Diagnostic])
}

extension PublishError {
  /// The same with words, about the source at `path`.
  public func diagnostics(for path: String) -> [Diagnostic] {
    switch self {
    case .unverified(let problems): problems.map { $0.about(path) }
    case .conflict(let name): [conflict(name, path)]
    case .fileSystem(let error): [fileSystem(error, path)]
    case .store(let error): [error.diagnostic(for: path)]
    }
  }

  private func conflict(_ name: String, _ path: String) -> Diagnostic {
    Diagnostic(
      "destination.conflict", .error, .init(.file, path),
      "\(name) is published already with other bytes, and a published name never changes",
      remedy: "remove that file if it is damaged, then run again")
  }

  private func fileSystem(_ error: FileSystemError, _ path: String) -> Diagnostic {
    Diagnostic(
      error.isOutOfSpace ? "machine.disk-full" : "machine.write-failed", .error, .init(.file, path),
      error.description,
      remedy: error.isOutOfSpace ? "free some space and run again" : "mend that and run again")
  }
}

extension Diagnostic {
  /// The same about the source whose rendition it concerns, with the URL in its words.
  fileprivate func about(_ path: String) -> Diagnostic {
    var diagnostic = self
    diagnostic.message = "\(subject.name): \(message)"
    diagnostic.subject = Subject(.file, path)
    return diagnostic
  }
}
