import Findings
import MediaFacts
import PushDelivery

/// Takes one source through all stages, from its path to its URLs.
struct AssetLine: Sendable {
  let reader: SourceReader
  let stage: RenderStage
  let profiles: [Profile]
  let motionProfile: MotionProfile
  /// nil: stop after planning, or after the stills for a complete look.
  let destination: (any Destination)?
  let campaign: Campaign

  /// The facts about a campaign for its sources.
  struct Campaign: Sendable {
    /// The campaign folder with every link resolved.
    var folder: String
    /// Paths that messages name: these files are never skipped.
    var namedPaths: Set<String>
    /// The folder's identity when its files were searched; nil if unknown.
    var identity: FolderIdentity?

    init(_ intake: CampaignIntake.Result) {
      (folder, namedPaths, identity) = (intake.folder, intake.namedPaths, intake.identity)
    }

    /// The error to report for a file. If the folder is gone or was replaced (a disk was removed), only that is reported.
    fileprivate func judged(_ error: MediaError) -> MediaError {
      guard let identity, !identity.isThere else { return error }
      return .machine(
        detail:
          "the campaign folder is gone, or was replaced by another, since the run began; put it back, or mount its "
          + "disk again"
      )
    }
  }

  /// Takes one source through all stages. Never fails: errors are in the result.
  ///
  /// - Parameter progress: receives the finished part of a long rendering, 0 to 1.
  func process(_ request: AssetRequest, progress: @escaping @Sendable (Double) -> Void = { _ in }) async -> AssetResult
  {
    var result = AssetResult(
      outcome: AssetOutcome(
        path: request.path, focalPoint: request.focalPoint, poster: request.poster, status: .refused))
    do {
      try await process(request, progress: progress, into: &result)
    } catch let error as MediaError {
      refuse(campaign.judged(error), request, in: &result)
    } catch let error as PublishError {
      for diagnostic in error.diagnostics(for: request.path) { fail(diagnostic, in: &result) }
    } catch { fail(MediaError(unexpected: error).diagnostic(for: request.path), in: &result) }
    return result
  }

  private func process(
    _ request: AssetRequest, progress: @escaping @Sendable (Double) -> Void, into result: inout AssetResult
  ) async throws {
    let source = try reader.read(request.path)
    result.outcome.source = source.file
    let inspection = try await stage.inspect(source)
    result.outcome.inspection = inspection.kept
    result.diagnostics += AssetNotes.about(inspection, path: request.path)
    let motionPlan = try MotionPlan(for: inspection, source: source.file, profile: motionProfile)
    result.outcome.motionPlan = motionPlan
    let poster = try await poster(of: source, inspection, request, in: &result)
    // Apple's systems show the motion and need no still.
    let stillProfiles = profiles.filter { motionPlan == nil || $0.platforms != [.ios] }
    result.outcome.plans = poster.plans(for: stillProfiles, focalPoint: request.focalPoint)
    result.outcome.shown = result.outcome.plans.shownByName
    result.diagnostics += AssetNotes.about(motionPlan, inspection, path: request.path)
    let (still, subject) = (poster.inspection.picture, Diagnostic.Subject(.file, request.path))
    result.diagnostics += result.outcome.plans.vanishing(still, about: subject)
    let words = result.outcome.plans.wordFindings(
      still, on: request.platformsOfWords, isChosen: request.focalPoint != nil, about: subject)
    result.diagnostics += words
    result.diagnostics += try await damage(of: source, inspection, poster: poster, result.outcome, request)
    let told = words.filter { $0.severity > .note }.flatMap { $0.platforms ?? [] }
    let cuts = result.outcome.plans.deepCuts(
      under: profiles, unconsideredOn: request.unconsideredPlatforms.subtracting(told), of: subject)
    guard let destination else {
      result.diagnostics += cuts
      result.diagnostics += try await looks(result.outcome, poster: poster, inspection, request)
      if !result.hasErrors || stage.thoroughness == .planning { result.outcome.status = .planned }
      return
    }
    try destination.requireAvailable()
    var rendered = try await render(result.outcome, poster: poster, source, inspection, progress: progress)
    if rendered.motionError != nil, stillProfiles.count < profiles.count {
      result.outcome.plans = poster.plans(for: profiles, focalPoint: request.focalPoint)
      rendered.stills = try await stills(result.outcome, poster: poster).stills
    }
    result.diagnostics += cuts + rendered.notes(for: request, inspection, profiles: profiles)
    guard !result.hasErrors else { return }
    // Only now: if one rendition fails or is useless, the source publishes nothing.
    result.outcome.renditions = try await rendered.publish(request.publishes, to: destination, slug: request.slug)
    result.diagnostics += rendered.motionError.map { [AssetNotes.posterAlone($0, path: request.path)] } ?? []
    result.outcome.status = request.publishes == .nothing ? .unused : .published
  }

  /// The source of the stills: the file, or the picture that a message gives as its poster.
  private func poster(
    of source: SourceOnDisk, _ inspection: Inspection, _ request: AssetRequest, in result: inout AssetResult
  ) async throws -> StillSource {
    guard let duration = inspection.duration else {
      if request.poster != nil { result.diagnostics.append(AssetNotes.uselessPoster(request.path)) }
      return StillSource(source: source, inspection: inspection)
    }
    switch request.poster {
    case nil: return StillSource(source: source, inspection: inspection)
    case .at(let time):
      guard time <= duration else { throw MediaError.posterAfterEnd(time: time, duration: duration) }
      return StillSource(source: source, inspection: inspection, time: time)
    case .file(let path):
      let picture = try reader.read(path)
      let facts = try await stage.inspect(picture)
      guard case .still = facts else { throw MediaError.posterMoves }
      return StillSource(source: picture, inspection: facts)
    }
  }

  /// Decoders' complaints when the whole source is decoded, not only the parts its plans need.
  private func damage(
    of source: SourceOnDisk, _ inspection: Inspection, poster: StillSource, _ outcome: AssetOutcome,
    _ request: AssetRequest
  ) async throws(MediaError) -> [Diagnostic] {
    guard await !isMade(outcome, of: source, inspection, poster: poster) else { return [] }
    var damages: [String?] = []
    if case .still = poster.inspection {
      damages.append(try await stage.damage(of: poster.source, poster.inspection, withSound: false))
    }
    if let plan = outcome.motionPlan {
      damages.append(try await stage.damage(of: source, inspection, withSound: plan.specification.keepsAudio))
    }
    return damages.compactMap { $0 }
      .map { DecodingRules.damage($0, of: inspection, about: .init(.file, request.path)) }
  }

  /// Whether an earlier run made everything of it, with nothing to complain about, so that a check need not decode it.
  private func isMade(
    _ outcome: AssetOutcome, of source: SourceOnDisk, _ inspection: Inspection, poster: StillSource
  ) async -> Bool {
    guard destination == nil, let cache = stage.cache else { return false }
    for plan in outcome.plans
    where await cache.rendition(of: poster.source.file, poster.inspection, plan: plan) == nil { return false }
    guard let plan = outcome.motionPlan else { return true }
    return await cache.rendition(of: source.file, inspection, plan: plan) != nil
  }

  /// Makes the stills first: they are quick, so their errors are known before a video is encoded. The stills remain if a sound source
  /// cannot be made to move.
  private func render(
    _ outcome: AssetOutcome, poster: StillSource, _ source: SourceOnDisk, _ inspection: Inspection,
    progress: @escaping @Sendable (Double) -> Void
  ) async throws -> RenderedAsset {
    var rendered = try await stills(outcome, poster: poster)
    guard let plan = outcome.motionPlan else { return rendered }
    do throws(MediaError) {
      rendered.motion = try await stage.render(source, inspection: inspection, plan: plan, progress: progress)
    } catch {
      guard error.leavesPoster else { throw error }
      rendered.motionError = error
    }
    return rendered
  }

  /// How a source's stills would look when nothing is published.
  private func looks(
    _ outcome: AssetOutcome, poster: StillSource, _ inspection: Inspection, _ request: AssetRequest
  ) async throws(MediaError) -> [Diagnostic] {
    let plans = outcome.plans
    switch stage.thoroughness {
    case .headers, .planning: return []
    case .whole where !plans.contains(where: { $0.mustBeTried(with: poster.inspection, poster.source.file.byteCount) }):
      return plans.shortcomings(inspection, .init(.file, request.path))
    case .whole, .rendering:
      return try await stills(outcome, poster: poster).looks(for: request, inspection, profiles: profiles)
    }
  }

  private func stills(_ outcome: AssetOutcome, poster: StillSource) async throws(MediaError) -> RenderedAsset {
    var rendered = RenderedAsset()
    for plan in outcome.plans {
      rendered.stills.append(try await stage.render(poster.source, inspection: poster.inspection, plan: plan))
    }
    return rendered
  }

  private func refuse(_ error: MediaError, _ request: AssetRequest, in result: inout AssetResult) {
    if error.isNoPicture, !MediaFormat.isMediaName(request.path), !campaign.namedPaths.contains(request.path) {
      result.outcome.status = .ignored
      result.diagnostics.append(AssetNotes.ignored(request.path))
    } else {
      fail(error.diagnostic(for: request.path), in: &result)
    }
  }

  /// If the machine or the destination is at fault, the picture is not refused.
  private func fail(_ diagnostic: Diagnostic, in result: inout AssetResult) {
    if diagnostic.rule.withholdsRequests || diagnostic.subject.kind == .destination { result.outcome.status = .failed }
    result.diagnostics.append(diagnostic)
  }
}

extension AssetResult {
  /// Whether it is refused.
  fileprivate var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}

extension AssetLine {
  /// Processes a run's sources.
  init(
    _ settings: PipelineSettings, campaign: Campaign, workers: WorkerPool, cache: RenderCache?,
    destination: (any Destination)?,
    thoroughness: Thoroughness = .planning
  ) {
    let limits = settings.configuration.sourceLimits
    reader = SourceReader(folder: campaign.folder, limits: limits)
    stage = RenderStage(workers: workers, cache: cache, limits: limits, thoroughness: thoroughness)
    profiles = settings.configuration.profiles
    motionProfile = settings.configuration.motionProfile
    (self.destination, self.campaign) = (destination, campaign)
  }
}

/// The source of an asset's stills.
private struct StillSource {
  let source: SourceOnDisk
  let inspection: Inspection
  /// The time of the frame to use, if a message names one.
  var time: Double?

  /// One per profile; profiles with the same file share one.
  func plans(for profiles: [Profile], focalPoint: FocalPoint?) -> [StillPlan] {
    profiles.map { profile in
      StillPlan(for: inspection, source: source.file, profile: profile, focalPoint: focalPoint, posterTime: time)
    }.sharing
  }
}

extension MediaError {
  /// True if a sound source cannot be made to move, but its poster can be used.
  fileprivate var leavesPoster: Bool {
    switch self {
    case .motionCannotFit, .motionless, .motionTimedOut, .outOfMemory, .crashed, .untrustworthy: true
    default: false
    }
  }

  /// True if the file's bytes do not even claim to be a picture.
  fileprivate var isNoPicture: Bool {
    switch self {
    case .unrecognised, .blank, .unsupported, .empty: true
    default: false
    }
  }
}
