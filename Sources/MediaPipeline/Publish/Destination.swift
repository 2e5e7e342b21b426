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
}

extension PublishError {
  /// The same with words, about the source at `path`.
  public func diagnostic(for path: String) -> Diagnostic {
    switch self {
    case .conflict(let name):
      Diagnostic(
        "destination.conflict", .error, .init(.file, path),
        "\(name) is published already with other bytes, and a published name never changes",
        remedy: "remove that file if it is damaged, then run again")
    case .fileSystem(let error):
      Diagnostic(
        error.isOutOfSpace ? "machine.disk-full" : "machine.write-failed", .error, .init(.file, path),
        error.description,
        remedy: error.isOutOfSpace ? "free some space and run again" : "mend that and run again")
    case .store(let error): error.diagnostic(for: path)
    }
  }
}
