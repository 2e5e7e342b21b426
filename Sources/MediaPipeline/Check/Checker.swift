import Essentials
import Findings
import MediaFacts
public import PushDelivery
import SystemPackage

/// Reports before sending what would not show. Writes and sends nothing.
public struct Checker: Sendable {
  let settings: CheckSettings
  let observe: @Sendable (CheckEvent) -> Void

  /// - Parameter observe: receives events, from several tasks at once.
  public init(_ settings: CheckSettings, observe: @escaping @Sendable (CheckEvent) -> Void = { _ in }) {
    (self.settings, self.observe) = (settings, observe)
  }

  /// Checks all targets, several at once, and reports them in order. An unreadable target is a finding and does not stop the others.
  public func check(_ targets: [CheckTarget]) async -> CheckReport {
    observe(.found(targets.count { $0.name != nil }))
    var found = CheckResult()
    for result in await BlockingThreads.forFiles.run({ await results(targets) }) { found += result }
    return CheckReport(
      subjects: found.subjects, diagnostics: found.diagnostics, recipients: found.recipients,
      programs: found.programs > 0 ? found.programs : nil)
  }

  private func results(_ targets: [CheckTarget]) async -> [CheckResult] {
    let published = PublishedFiles(beside: targets, settings)
    return await WorkerPool.withWorkers(settings.pipeline.jobs, command: settings.pipeline.worker) { workers in
      await targets.mapInOrder(atMost: settings.pipeline.jobs * 2) { target in
        if let name = target.name { observe(.began(name)) }
        let result = await check(target, workers: workers, published: published)
        if target.name != nil { observe(.finished) }
        return result
      }
    }
  }

  private func check(_ target: CheckTarget, workers: WorkerPool, published: PublishedFiles) async -> CheckResult {
    let media = MediaChecker(settings: settings, workers: workers, published: published)
    let assets = HostedAssetChecker(settings: settings, media: media)
    let requests = RequestChecker(settings: settings, assets: assets)
    switch target {
    case .campaign(let folder):
      return await CampaignChecker(settings: settings, workers: workers, observe: observe).check(folder)
    case .media(let path): return await media.check(path, name: path)
    case .configuration(let path): return CheckResult(configuration: path)
    case .request(let path): return await requests.check(path)
    case .unjudged(let path, let isNamed): return CheckResult(unjudged: path, isNamed: isNamed, settings.rules)
    case .standardInput(let name): return await checkStandardInput(named: name, requests)
    case .url(let url): return await assets.check(url)
    }
  }

  /// Judges an editor's text on its own: pictures are checked when it is saved.
  private func check(_ bytes: [UInt8], named name: String, _ requests: RequestChecker) async -> CheckResult {
    switch FileSystem.name(of: name) {
    case CheckTarget.configurationName: return CheckResult(configuration: bytes, named: name)
    case CampaignFiles.campaign:
      return CheckResult(campaign: bytes, named: name, settings.pipeline.configuration.messageDefaults)
    default: return await requests.check(bytes, name: name)
    }
  }

  /// Reads standard input to its end, within the size limit of a file of that name.
  private func checkStandardInput(named name: String, _ requests: RequestChecker) async -> CheckResult {
    let isConfiguration = FileSystem.name(of: name) == CheckTarget.configurationName
    let limit = isConfiguration ? CheckResult.largestConfiguration : RequestFile.mostBytes
    do throws(FileSystemError) {
      let bytes = try await BlockingThreads.forOthers.run { () throws(FileSystemError) in
        try FileReading.rest(of: .standardInput, limit: limit, named: name)
      }
      return await check(bytes, named: name, requests)
    } catch { return CheckResult(unreadable: name, isConfiguration ? .configuration : .request, error) }
  }
}

extension CheckTarget {
  /// Its name during the check; nil for a campaign, whose files report their own progress.
  fileprivate var name: String? {
    switch self {
    case .campaign: nil
    case .media(let path), .configuration(let path), .request(let path), .unjudged(let path, _): path
    case .standardInput(let name): name
    case .url(let url): url
    }
  }
}

/// The findings about one target.
struct CheckResult: Sendable {
  var subjects: [CheckedSubject] = []
  var diagnostics: [Diagnostic] = []
  /// The recipients of its requests, for a campaign.
  var recipients: Recipients?
  /// How many programs of a folder it is about; the requests they send were not checked.
  var programs = 0

  static func += (left: inout CheckResult, right: CheckResult) {
    left.subjects += right.subjects
    left.diagnostics += right.diagnostics
    left.programs += right.programs
    if let recipients = right.recipients { left.recipients = left.recipients.map { $0 + recipients } ?? recipients }
  }
}

extension CheckResult {
  /// Errors in a pipeline.yml.
  fileprivate init(configuration path: String) {
    do throws(FileSystemError) {
      self.init(configuration: try FileReading.bytes(of: path, limit: Self.largestConfiguration), named: path)
    } catch { self.init(unreadable: path, .configuration, error) }
  }

  /// The largest pipeline.yml that is read, in bytes.
  fileprivate static let largestConfiguration = 1_000_000

  /// Reports a file that cannot be read.
  fileprivate init(unreadable name: String, _ kind: CheckedSubject.Kind, _ error: FileSystemError) {
    subjects = [CheckedSubject(kind, name)]
    diagnostics = [MediaError.unreadable(detail: error.reason).diagnostic(for: name)]
  }

  /// Reports a text that is not judged, and any API in it that Google removed.
  fileprivate init(unjudged path: String, isNamed: Bool, _ rules: RuleCatalog) {
    guard let text = UnjudgedText(fileName: path) else { return }
    programs = isNamed ? 0 : 1
    let bytes = try? FileReading.bytes(of: path, limit: Self.largestProgram)
    diagnostics = bytes.map { text.diagnostics(of: $0, at: path, rules: rules) } ?? []
    if isNamed { diagnostics.append(text.notJudged(path)) }
  }

  /// The largest program that is searched, in bytes: larger ones were not written by hand.
  private static let largestProgram = 2_000_000

  /// The same for text.
  fileprivate init(configuration bytes: [UInt8], named name: String) {
    subjects = [CheckedSubject(.configuration, name, digest: ContentDigest(of: bytes))]
    diagnostics = Destinations.file.read(String(decoding: bytes, as: UTF8.self), file: name).diagnostics
  }

  /// Errors in the text of a campaign.yml, and its pictures that are missing.
  fileprivate init(campaign bytes: [UInt8], named name: String, _ defaults: MessageDefaults) {
    let read = CampaignReading(String(decoding: bytes, as: UTF8.self), file: name, defaults: defaults)
    let folder = FileSystem.parent(of: name)
    let named = Set((read.campaign?.messages ?? []).flatMap { $0.media.files() })
    let there = named.filter { FileSystem.kind(of: folder + "/" + $0).isFile }
    subjects = [CheckedSubject(.campaign, name, digest: ContentDigest(of: bytes))]
    diagnostics = read.diagnostics + (read.campaign?.resolve(against: there).diagnostics ?? [])
  }
}
