import Essentials
import Findings
import MediaFacts
import PushDelivery
import SystemPackage

/// Loads the URLs of a committed request set as clients do, and marks it as proven if all of them deliver their files: for a folder that
/// you deployed yourself.
public struct SetVerification: Sendable {
  /// As given.
  private let path: String
  private let folder: RequestFolder
  private let observe: @Sendable (PipelineEvent) -> Void
  private let verifier: URLVerifier
  /// One attempt, for URLs after one that was waited for in vain.
  private let singleVerifier: URLVerifier
  private let silence: SiteSilence
  private let recordFolders: [String]
  private let publishedFolder: String?
  private let approval: Approval?
  private let notes: DeliveryNotes

  /// How many URLs are loaded at once.
  private static let transfers = 16

  /// - Parameters:
  ///   - path: a request folder, or the index in it.
  ///   - patience: for how long a URL that does not answer yet is retried.
  ///   - mostAttempts: the maximum number of attempts.
  ///   - longestTime: the limit of each attempt, if less than the clients' own; nil: the clients' own.
  ///   - recordFolders: the folders of runs' records, from which URLs that fail now are removed.
  ///   - publishedFolder: the folder of the files, if it is on this machine.
  ///   - approval: the requests that may be marked; nil for all.
  ///   - observe: receives progress events, from several tasks at once.
  public init(
    path: String, patience: Duration = .seconds(60), mostAttempts: Int = .max, longestTime: Duration? = nil,
    recordFolders: [String] = [], publishedFolder: String? = nil, approval: Approval? = nil,
    observe: @escaping @Sendable (PipelineEvent) -> Void = { _ in }
  ) {
    (self.path, self.approval, self.observe) = (path, approval, observe)
    (self.recordFolders, self.publishedFolder) = (recordFolders, publishedFolder)
    var clock = RetryClock.system
    clock.willRetry = { observe(.retrying($0)) }
    folder = RequestFolder(at: path)
    let (notes, sites) = (DeliveryNotes(), ShowingSites(requestsOf: folder))
    self.notes = notes
    verifier = URLVerifier(
      patience: patience, mostAttempts: mostAttempts, longestTime: longestTime, clock: clock, site: { sites($0) },
      notes: notes, awaitsArrival: mostAttempts < .max || longestTime != nil || folder.mayBeArriving)
    singleVerifier = URLVerifier(patience: .zero, longestTime: longestTime, site: { sites($0) }, notes: notes)
    silence = SiteSilence(lasting: longestTime)
  }

  /// - Throws: `PipelineError` if there is no set, or it cannot be marked; it is then unchanged.
  public func run() async throws(PipelineError) -> VerificationReport {
    try await BlockingThreads.forFiles.run { () async throws(PipelineError) in
      let report = try await verify()
      await forget(report.assets.filter { $0.proof != .proven }.map(\.url))
      return report
    }
  }

  /// Makes the next run check missing files again. If the records cannot be written, it trusts them for an hour.
  private func forget(_ urls: [String]) async {
    guard !urls.isEmpty else { return }
    for folder in recordFolders where FileSystem.exists(PublicationRecords.path(in: folder)) {
      guard let lock = try? await FolderLock(folders: [folder], waiting: { observe(.waiting(folder: $0)) }) else {
        continue
      }
      PublicationRecords(path: PublicationRecords.path(in: folder)).forget(urls: Set(urls))
      lock.release()
    }
  }

  private func verify() async throws(PipelineError) -> VerificationReport {
    _ = try RequestFolder.named(path)
    // Next to the folder, since that is exchanged for the next one.
    let lock = try await lockParent()
    defer { withExtendedLifetime(lock) {} }
    let bytes = try PipelineError.wrapping(
      try FileReading.bytes(of: folder.indexPath, limit: RequestIndex.largestFile))
    guard let index = RequestIndex.read(bytes) else { throw .campaign([.noRequestFolder(folder.indexPath)]) }
    guard !RequestIndex.isEmpty(bytes) else { throw .campaign([.noRequests(folder.indexPath)]) }
    let used = try PipelineError.wrapping(try RequestIndex.usedURLs(in: folder))
    let files = Dictionary(index.assets.map { ($0.url, $0) }) { first, _ in first }
    let assets = used.sorted().compactMap { files[$0] }
    let trials = await tryAll(assets)
    let errors = trials.flatMap(errors).withoutRepetitions + (try heldBack(bytes))
    // A URL whose file is not in the index cannot be compared.
    let isProven = errors.isEmpty && assets.count == used.count
    let failing = Set(trials.map(\.asset).filter { $0.proof == .unproven }.map(\.url)).union(
      used.subtracting(files.keys))
    if isProven || !failing.isEmpty { try CommittedSet(bytes, in: folder).mark(failing: isProven ? [] : failing) }
    return VerificationReport(
      assets: trials.map(\.asset),
      diagnostics: errors + CommittedSet(bytes, in: folder).expired() + notes.diagnostics + whatElseIsSent,
      isTrial: RequestIndex.isTrial(in: folder) ? true : nil, proof: isProven ? .proven : .unproven)
  }

  /// Requests that are not the approved ones, by the index or by their files.
  private func heldBack(_ index: [UInt8]) throws(PipelineError) -> [Diagnostic] {
    guard let approval else { return [] }
    let changed = try PipelineError.wrapping(try CommittedSet(index, in: folder).changedFiles())
    return try PipelineError.wrapping(try approval.objections(to: folder))
      + changed.map { .changedRequest(folder.path + "/" + $0) }
  }

  private var whatElseIsSent: [Diagnostic] {
    (CommittedSet(at: folder.path)?.whatElseIsSent ?? []).map { $0.about(folder.path + "/" + $0.subject.name) }
  }

  private struct Trial: Sendable {
    var asset: VerificationReport.Asset
    var diagnostics: [Diagnostic] = []
    /// Whether it was retried for the whole time, or did not answer within its time limit.
    var hasWaited = false
  }

  /// A failure of a whole site is one finding.
  private func errors(of trial: Trial) -> [Diagnostic] {
    let site = trial.asset.proof == .proven ? nil : silence.finding(at: trial.asset.url)
    return trial.diagnostics.map { $0.rule == Incident.machineNetwork.id ? site ?? $0 : $0 }
  }

  private func tryAll(_ assets: [RequestIndex.Asset]) async -> [Trial] {
    observe(.started(files: assets.count, bytes: 0))
    // The first shows whether waiting helps. An immediate error says nothing about the others.
    guard let asset = assets.first else { return [] }
    let first = await attempt(asset, verifier)
    let others = await Array(assets.dropFirst()).mapInOrder(atMost: Self.transfers) { asset in
      await attempt(asset, first.hasWaited ? singleVerifier : verifier)
    }
    return [first] + others
  }

  private func attempt(_ asset: RequestIndex.Asset, _ verifier: URLVerifier) async -> Trial {
    observe(.began(path: asset.url))
    var trial = Trial(asset: .init(url: asset.url, digest: asset.sha256, proof: .proven))
    if let failure = await failure(of: asset, verifier) {
      trial.asset.proof = .unproven
      trial.hasWaited = failure.hasWaited
      trial.diagnostics = told(failure, asset)
    }
    observe(.finished(path: asset.url, status: trial.asset.proof.rawValue))
    return trial
  }

  /// The findings about the source, with the next deed if the server does not have the file.
  private func told(_ failure: URLVerifier.Answer, _ asset: RequestIndex.Asset) -> [Diagnostic] {
    failure.diagnostics.map { diagnostic in
      var diagnostic = diagnostic.about(.init(.file, asset.source))
      if let status = failure.status, AbsentStatus.mayFollow(status) { diagnostic.remedy = deed(asset, status) }
      return diagnostic
    }
  }

  private func deed(_ asset: RequestIndex.Asset, _ status: Int) -> String {
    // A store may answer 403 for a file that it does not have.
    let end = status == 403 ? "make it readable for everyone" : "correct base-url, and run again"
    var deed = "upload the published files to the server behind base-url"
    if let folder = publishedFolder, FileSystem.exists(folder) {
      let name = PathBase.here(folder).quoted
      deed =
        FileSystem.exists(folder + "/" + asset.path)
        ? "upload the folder \(name) to the server behind base-url"
        : "publish it again with `richpush run`, since \(name) does not have it"
    }
    return "\(deed), then verify again; if it is there, \(end)"
  }

  /// Why a URL is not proven; nil if it delivers its file.
  private func failure(of asset: RequestIndex.Asset, _ verifier: URLVerifier) async -> URLVerifier.Answer? {
    if let known = silence.finding(at: asset.url) { return URLVerifier.Answer(diagnostics: [known]) }
    do throws(URLVerifier.Answer) {
      try await verifier.load(asset.url, delivering: asset)
      silence.note(asset.url, nil)
      return nil
    } catch {
      silence.note(asset.url, error)
      return error
    }
  }

  private func lockParent() async throws(PipelineError) -> FolderLock {
    do throws(FileSystemError) {
      return try await FolderLock(
        folders: [FileSystem.parent(of: folder.path)], waiting: { observe(.waiting(folder: $0)) })
    } catch { throw error.isMissing ? .campaign([.noIndex(folder.indexPath)]) : .fileSystem(error) }
  }
}

extension Approval {
  /// The requests of a committed set that are not the approved ones, an entry at a time.
  fileprivate func objections(to folder: RequestFolder) throws(FileSystemError) -> [Diagnostic] {
    guard let entries = try RequestEntries(index: folder.indexPath) else { return [] }
    var found: [Diagnostic] = []
    while let entry = try entries.next() {
      // Files of all requests have an entry without an identifier.
      guard let value = RequestIndex.entry(ofLine: entry), let id = value["id"]?.text else { continue }
      let objection = objection(
        to: id, value["sha256"]?.text ?? "", at: .init(.file, folder.path + "/" + (value["file"]?.text ?? id)))
      if let objection { found.append(objection) }
    }
    return found
  }
}

extension RequestFolder {
  /// Whether its set is less than half an hour old and was not proven yet, so that a deployment may be under way.
  fileprivate var mayBeArriving: Bool {
    guard RequestIndex.provenAt(in: self) == nil, let state = try? FileSystem.state(of: indexPath) else { return false }
    return Date.now.timeIntervalSince1970 - Double(state.seconds) < 1800
  }
}

extension Diagnostic {
  fileprivate static func noRequests(_ path: String) -> Diagnostic {
    Diagnostic(
      .argumentEmpty, .init(.file, path), "it lists no request, so there is nothing to verify and nothing to send",
      remedy: "run again, or name the folder of the requests that are to be sent")
  }
}
