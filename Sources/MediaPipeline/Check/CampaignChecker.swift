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
      let (report, told) = try await pipeline(for: folder).check(by: workers, settings.thoroughness)
      names.learn(told)
      return CheckResult(
        subjects: subjects(of: report.assets, in: names) + campaign,
        diagnostics: report.diagnostics.map(names.reported),
        recipients: report.recipients)
    } catch { return CheckResult(subjects: campaign, diagnostics: error.diagnostics.map(names.reported)) }
  }

  private func pipeline(for folder: String) -> Pipeline {
    var pipeline = settings.pipeline
    (pipeline.campaignFolder, pipeline.cacheFolder, pipeline.now) = (folder, nil, settings.now)
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
struct CampaignNames {
  private let folder: String
  /// The folder with every link resolved, as file system errors name it; nil if it does not exist.
  private let resolvedFolder: String?
  /// Where each message was written, by its identifier.
  private var origins: [String: Diagnostic.Subject] = [:]

  init(folder: String) {
    self.folder = folder.withoutTrailingSlash
    resolvedFolder = FileSystem.canonicalPath(folder)
  }

  mutating func learn(_ messages: [CampaignMessage]) {
    for message in messages { origins[message.id] = message.origin }
  }

  /// - Parameter path: relative to the campaign folder, or absolute.
  func path(_ path: String) -> String {
    guard path.hasPrefix("/") else { return folder.hasSuffix("/") ? folder + path : folder + "/" + path }
    guard let resolvedFolder, path.hasPrefix(resolvedFolder + "/") else { return path }
    return self.path(String(path.dropFirst(resolvedFolder.count + 1)))
  }

  /// A diagnostic of `run`, with its subject named as a check does.
  func reported(_ diagnostic: Diagnostic) -> Diagnostic {
    var diagnostic = diagnostic
    diagnostic.subject = reported(diagnostic.subject)
    return diagnostic
  }

  private func reported(_ subject: Diagnostic.Subject) -> Diagnostic.Subject {
    var subject = subject
    if subject.kind == .message, let origin = origins[subject.name] {
      // A key of the message has a better place than the message.
      let isKey = subject.keyPath != nil && origin.kind == .configuration
      subject =
        isKey
        ? .init(origin.kind, origin.name, line: subject.line, column: subject.column, keyPath: subject.keyPath) : origin
    }
    let isOfCampaign = subject.kind == .configuration && CampaignFiles.names.contains(subject.name)
    if subject.kind == .file || isOfCampaign { subject.name = path(subject.name) }
    return subject
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

/// Errors in campaigns that are reported although pipeline.yml is wrong too, so that its author sees everything at once.
public struct CampaignErrors {
  private let settings: PipelineSettings

  /// - Parameter settings: as far as they are known. A default target is assumed.
  public init(_ settings: PipelineSettings) {
    var settings = settings
    let target = settings.configuration.messageDefaults.target
    settings.configuration.messageDefaults.target = target ?? .topic("any")
    self.settings = settings
  }

  /// Errors in a run's campaign, named as by a run.
  public var ofRun: [Diagnostic] { CampaignIntake(settings).errors() }

  /// Errors in every campaign to check, named as a check names its parts. Unreadable ones are skipped.
  ///
  /// - Parameter arguments: of the check, files and folders among them.
  public func ofCheck(_ arguments: [String]) -> [Diagnostic] {
    let targets = arguments.filter { $0 != "-" }.flatMap { argument in
      (try? CheckTarget.targets(for: argument, asIs: false, excludedFolders: [settings.outputFolder]).targets) ?? []
    }
    return targets.distinct.flatMap { target in
      guard case .campaign(let folder) = target else { return [Diagnostic]() }
      var settings = settings
      settings.campaignFolder = folder
      return CampaignIntake(settings).errors().map(CampaignNames(folder: folder).reported)
    }
  }
}
