public import Findings
import MediaFacts
import PushDelivery

/// Checks whether `run` would succeed with a campaign folder, without writing anything.
///
/// It takes the steps of `run` up to the stills, which it renders if only that shows how they look. It assumes that the rest succeeds, and
/// composes the requests with addresses as long as the real ones.
struct CampaignChecker: Sendable {
  let settings: CheckSettings
  let workers: WorkerPool
  /// Receives how many files the campaign has, and each checked file.
  let observe: @Sendable (CheckEvent) -> Void

  func check(_ folder: String) async -> CheckResult {
    let pipeline = pipeline(for: folder)
    var names = CampaignNames(folder: folder)
    let campaign = subjects(ofFilesIn: folder)
    let intake: CampaignIntake.Result
    do {
      intake = try await CampaignIntake(pipeline).takePictures()
    } catch {
      return CheckResult(subjects: campaign, diagnostics: error.diagnostics.map(names.reported))
    }
    let assets = await assets(of: intake, pipeline)
    let composer = CampaignComposer(pipeline)
    let published = assets.map { $0.outcome.predicted(at: pipeline.baseURL, slug: $0.slug) }
    let media = PublishedMedia(published)
    let composition: CampaignComposition
    let requests = RequestFolder(path: pipeline.requestFolder)
    let owner = FolderOwner(of: requests, campaignFolder: intake.folder)
    let former = FormerAudience(of: requests, campaign: owner.campaign)
    do {
      composition = try await composer.compose(
        intake.messages, without: intake.incomplete, from: media, after: former
      ) { _ in }
    } catch {
      return CheckResult(subjects: campaign, diagnostics: error.diagnostics.map(names.reported))
    }
    names.learn(composition.told)
    let report = RunReport(intake: intake, assets: assets.map(\.result), composition: composition)
    return CheckResult(
      subjects: subjects(of: assets, in: names) + campaign, diagnostics: report.diagnostics.map(names.reported),
      recipients: report.recipients)
  }

  /// Uses nothing from earlier runs and leaves nothing behind.
  private func pipeline(for folder: String) -> PipelineSettings {
    var pipeline = settings.pipeline
    pipeline.campaignFolder = folder
    pipeline.cacheFolder = nil
    pipeline.now = settings.now
    return pipeline
  }

  /// The predicted outcome of a source, and its slug.
  private struct Asset {
    var slug: String
    var result: AssetLine.Result
    var outcome: AssetOutcome { result.outcome }
  }

  private func assets(
    of intake: CampaignIntake.Result, _ pipeline: PipelineSettings
  ) async -> [Asset] {
    let line = AssetLine(
      pipeline, campaign: AssetLine.Campaign(intake), workers: workers, cache: nil, destination: nil,
      thoroughness: settings.thoroughness)
    observe(.found(intake.assets.count))
    return await intake.assets.mapInOrder(atMost: settings.jobs * 2) { request in
      observe(.began(request.path))
      defer { observe(.finished) }
      return Asset(slug: request.slug, result: await line.process(request))
    }
  }

  /// A file is one subject, even if messages use it in several ways.
  private func subjects(of assets: [Asset], in names: CampaignNames) -> [CheckedSubject] {
    let subjects = assets.map(\.outcome).filter { $0.status != .ignored }.map { outcome in
      CheckedSubject(.source, names.path(outcome.path), digest: outcome.source?.digest)
    }
    return subjects.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
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
  func predicted(at baseURL: String, slug: String) -> AssetOutcome {
    guard status == .planned else { return self }
    var outcome = self
    outcome.status = .published
    let place = PredictedPlace(baseURL: baseURL, slug: slug)
    outcome.renditions = plans.map { RenditionOutcome(predicting: $0, name: place.name, at: place.url) }
    outcome.renditions += motionPlan.map { [RenditionOutcome(predicting: $0, name: place.name, at: place.url)] } ?? []
    return outcome
  }
}

/// The place to publish something with an unknown digest.
private struct PredictedPlace {
  let baseURL: String
  let slug: String

  func name(_ format: MediaFormat) -> String {
    PublishedAsset.name(slug: slug, digest: RenditionOutcome.predictedDigest, format: format)
  }

  func url(_ format: MediaFormat) -> String { baseURL + name(format) }
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
