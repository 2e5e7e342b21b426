public import Findings
import MediaFacts
import PushDelivery

/// Checks whether `run` would succeed with a campaign folder, without writing anything, and names what it finds for who named the folder.
struct CampaignChecker: Sendable {
  let settings: CheckSettings
  let workers: WorkerPool
  /// Receives how many files the campaign has, and each checked file.
  let observe: @Sendable (CheckEvent) -> Void

  func check(_ folder: String) async -> CheckResult {
    var names = CampaignNames(folder: folder)
    let campaign = subjects(ofFilesIn: folder)
    do throws(PipelineError) {
      let (report, told) = try await pipeline(for: folder).check(
        by: workers, settings.thoroughness, isPartial: settings.isPartial)
      names.learn(told)
      return CheckResult(
        subjects: subjects(of: report.assets, in: names) + campaign,
        diagnostics: report.diagnostics.map(names.reported),
        recipients: report.recipients)
    } catch { return CheckResult(subjects: campaign, diagnostics: error.diagnostics.map(names.reported)) }
  }

  private func pipeline(for folder: String) -> Pipeline {
    var pipeline = settings.pipeline
    (pipeline.campaignFolder, pipeline.now) = (folder, settings.now)
    if settings.isPartial { pipeline = pipeline.assumingDefaults }
    return Pipeline(pipeline) { event in
      switch event {
      case .started(let files, _): observe(.found(files))
      case .began(let path): observe(.began(path))
      case .finished: observe(.finished)
      default: break
      }
    }
  }

  /// A file is one subject, even if messages use it in several ways.
  private func subjects(of assets: StoredValues<AssetOutcome>, in names: CampaignNames) -> [CheckedSubject] {
    assets.reduce(into: []) { subjects, outcome in
      let subject = CheckedSubject(.source, names.path(outcome.path), digest: outcome.source?.digest)
      if outcome.status != .ignored, subjects.last != subject { subjects.append(subject) }
    }
  }

  private func subjects(ofFilesIn folder: String) -> [CheckedSubject] {
    CampaignFiles.names.sorted().map { CampaignNames(folder: folder).path($0) }
      .filter { FileSystem.kind(of: $0) != .missing }
      .map { name in
        let digest = try? SourceReader.digest(of: name, limit: settings.sourceLimits.maximumBytes)
        return CheckedSubject(.campaign, name, digest: digest)
      }
  }
}

/// Names the parts of a campaign for a user who named its folder.
public struct CampaignNames {
  private let folder: String
  /// The folder with every link resolved, as file system errors name it; nil if it does not exist.
  private let resolvedFolder: String?
  /// The file of the messages.
  private var messages = ""
  /// Where each message was written, by its identifier.
  private var origins: [String: Diagnostic.Subject] = [:]

  public init(folder: String) {
    self.folder = folder.withoutTrailingSlash
    resolvedFolder = FileSystem.canonicalPath(folder)
    let isTable = FileSystem.exists(folder + "/" + Campaign.tableName)
    messages = path(isTable ? Campaign.tableName : CampaignFiles.campaign)
  }

  mutating func learn(_ messages: [CampaignMessage]) {
    for message in messages { origins[message.id] = message.origin }
  }

  /// - Parameter path: relative to the campaign folder, or absolute.
  public func path(_ path: String) -> String {
    guard path.hasPrefix("/") else { return folder.hasSuffix("/") ? folder + path : folder + "/" + path }
    guard let resolvedFolder, path.hasPrefix(resolvedFolder + "/") else { return path }
    return self.path(String(path.dropFirst(resolvedFolder.count + 1)))
  }

  /// A diagnostic of `run`, with its subject named as a check does.
  public func reported(_ diagnostic: Diagnostic) -> Diagnostic {
    var diagnostic = diagnostic
    diagnostic.subject = reported(diagnostic.subject)
    return diagnostic
  }

  private func reported(_ subject: Diagnostic.Subject) -> Diagnostic.Subject {
    var subject = subject
    let written = subject.line.map {
      Diagnostic.Subject(.configuration, messages, line: $0, column: subject.column, keyPath: subject.keyPath)
    }
    if subject.kind == .message, let origin = origins[subject.name] ?? written {
      // A key of the message has a better place than the message.
      let isKey = subject.keyPath != nil && origin.kind == .configuration
      subject =
        isKey
        ? .init(origin.kind, origin.name, line: subject.line, column: subject.column, keyPath: subject.keyPath) : origin
    }
    let isOfCampaign = subject.kind == .configuration && CampaignFiles.names.contains(subject.name)
    if isOfCampaign || subject.kind == .file && isThere(subject.name) { subject.name = path(subject.name) }
    return subject
  }

  /// Whether a file is the campaign's: a run also names others. Names that are not UTF-8 cannot be looked up.
  private func isThere(_ name: String) -> Bool {
    name.hasPrefix("/") || name.contains("\u{FFFD}") || FileSystem.exists(path(name))
  }
}

extension AssetOutcome {
  /// As if everything planned had been published, at addresses as long as the real ones.
  ///
  /// - Parameter baseURL: ending in `/`.
  func predicted(at baseURL: String) -> AssetOutcome {
    guard status == .planned else { return self }
    var outcome = self
    outcome.status = .published
    let slug = AssetRequest(path: path, byteCount: 0).slug
    let name = { PublishedAsset.name(slug: slug, digest: RenditionOutcome.predictedDigest, format: $0) }
    let url = { baseURL + name($0) }
    outcome.renditions = plans.map { RenditionOutcome(predicting: $0, name: name, at: url) }
    outcome.renditions += motionPlan.map { [RenditionOutcome(predicting: $0, name: name, at: url)] } ?? []
    return outcome
  }
}
