import Findings
package import MediaFacts
public import PushDelivery
import SystemPackage

/// Loads the URLs of a committed set of requests as clients do, and marks it as proven when all of them deliver what was published:
/// for a folder that somebody took to where it is served.
public struct SetVerification: Sendable {
  /// As it was named.
  private let path: String
  private let folder: RequestFolder
  private let observe: @Sendable (PipelineEvent) -> Void
  private let verifier: URLVerifier?
  /// For the URLs after one that did not answer in time: the same site is not waited for again and again.
  private let hastyVerifier: URLVerifier?
  /// The same, and with little time, for the URLs of a site of which one was not answered at all.
  private let hurriedVerifier: URLVerifier?
  private let silence: SiteSilence

  /// How many URLs are loaded at once.
  private static let transfers = 16

  /// - Parameters:
  ///   - path: a request folder, or the index in it.
  ///   - patience: for how long a URL that does not answer yet is asked again.
  ///   - longestTime: for each attempt, where that is less than the clients' own; nil: the clients' own.
  ///   - observe: told what goes on, from several tasks at once.
  public init(
    path: String, patience: Duration = .seconds(60), longestTime: Duration? = nil,
    observe: @escaping @Sendable (PipelineEvent) -> Void = { _ in }
  ) {
    self.path = path
    self.observe = observe
    var clock = RetryClock.system
    clock.willRetry = { observe(.retrying($0)) }
    let isIndex = FileSystem.name(of: path) == RequestFolder.indexName
    folder = RequestFolder(path: isIndex ? FileSystem.parent(of: path) : path)
    let hurry = min(longestTime ?? SiteSilence.hurry, SiteSilence.hurry)
    verifier = URLVerifier(.get, patience: patience, longestTime: longestTime, clock: clock)
    hastyVerifier = URLVerifier(.get, patience: .zero, longestTime: longestTime)
    hurriedVerifier = URLVerifier(.get, patience: .zero, longestTime: hurry)
    silence = SiteSilence(lasting: hurry)
  }

  /// - Throws: `PipelineError` where there is no set, or it cannot be marked; it is as it was then.
  public func run() async throws(PipelineError) -> VerificationReport {
    try await BlockingThreads.forFiles.run { () async throws(PipelineError) in try await verify() }
  }

  private func verify() async throws(PipelineError) -> VerificationReport {
    _ = try RequestFolder.named(path)
    // Beside the folder, since it changes places with the next one.
    let lock = try await lockParent()
    defer { withExtendedLifetime(lock) {} }
    let bytes = try indexBytes()
    guard let index = RequestIndex.read(bytes) else { throw .campaign([.noManifest(indexPath)]) }
    let used = try usedURLs()
    let files = Dictionary(index.assets.map { ($0.url, $0) }) { first, _ in first }
    let assets = used.sorted().compactMap { files[$0] }
    let trials = await tryAll(assets)
    let diagnostics = trials.flatMap(\.diagnostics).withoutRepetitions
    // A URL of which the index has no file can be compared with nothing.
    let isProven = diagnostics.isEmpty && assets.count == used.count
    if isProven { try ProvenSet(of: bytes, in: folder).commit() }
    return VerificationReport(
      assets: trials.map(\.asset), diagnostics: diagnostics, proof: isProven ? .proven : .unproven)
  }

  private func usedURLs() throws(PipelineError) -> Set<String> {
    do { return try RequestIndex.usedURLs(in: folder) } catch { throw .fileSystem(error) }
  }

  private struct Trial: Sendable {
    var asset: VerificationReport.Asset
    var diagnostics: [Diagnostic] = []
  }

  private func tryAll(_ assets: [RequestIndex.Asset]) async -> [Trial] {
    observe(.started(files: assets.count, bytes: 0))
    // The first tells whether the site is there at all.
    let first = await assets.prefix(1).map(\.self).mapInOrder(atMost: 1) { await attempt($0, verifier) }
    let isThere = first.allSatisfy(\.diagnostics.isEmpty)
    let others = await Array(assets.dropFirst()).mapInOrder(atMost: Self.transfers) { asset in
      await attempt(asset, isThere ? verifier : hastyVerifier)
    }
    return first + others
  }

  private func attempt(_ asset: RequestIndex.Asset, _ verifier: URLVerifier?) async -> Trial {
    observe(.began(path: asset.url))
    var trial = Trial(asset: .init(url: asset.url, digest: asset.sha256, proof: .proven))
    if let failure = await failure(of: asset, verifier) {
      trial.asset.proof = .unproven
      let error = PublishError.unverified(failure.diagnostics, hasWaited: failure.hasWaited)
      trial.diagnostics = error.diagnostics(for: asset.source)
    }
    observe(.settled(path: asset.url, status: trial.asset.proof.rawValue))
    return trial
  }

  /// What keeps a URL from being proven; nil when it delivers its file.
  private func failure(of asset: RequestIndex.Asset, _ verifier: URLVerifier?) async -> URLVerifier.LoadFailure? {
    if let known = silence.failure(of: asset.url) { return known }
    let verifier = silence.isSuspected(of: asset.url) ? hurriedVerifier : verifier
    do throws(URLVerifier.LoadFailure) {
      try await verifier?.load(asset.url, delivering: asset)
      silence.note(asset.url, nil)
      return nil
    } catch {
      silence.note(asset.url, error)
      return error
    }
  }

  private var indexPath: String { folder.path + "/" + RequestFolder.indexName }

  private func indexBytes() throws(PipelineError) -> [UInt8] {
    do { return try FileReading.bytes(of: indexPath, limit: RequestIndex.largestFile) } catch {
      throw error.isMissing ? .campaign([.noIndex(indexPath)]) : .fileSystem(error)
    }
  }

  private func lockParent() async throws(PipelineError) -> FolderLock {
    do throws(FileSystemError) {
      return try await FolderLock(
        folders: [FileSystem.parent(of: folder.path)], waiting: { observe(.waiting(folder: $0)) })
    } catch {
      throw error.isMissing ? .campaign([.noIndex(indexPath)]) : .fileSystem(error)
    }
  }
}

extension RequestIndex.Asset: DeliverableFile {
  package var digest: ContentDigest { sha256 }
  package var mediaFormat: MediaFormat { format }
}
