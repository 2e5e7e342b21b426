import Findings
import PushDelivery

/// A destination that a run publishes to, with what is remembered about it.
struct OpenDestination: Sendable {
  let destination: any Destination
  /// What shows that a file is published still; nil where every run has to ask.
  let evidence: PublishedEvidence?
  private let breaker: CircuitBreaker
  private let records: PublicationRecords?
  private let notes = DeliveryNotes()
  private let name: String

  /// - Parameter site: which site shows what lies at a URL.
  /// - Throws: `PipelineError.campaign` where credentials are missing or no address can be made.
  init(_ settings: PipelineSettings, site: @escaping SiteLookup = { _ in nil }) async throws(PipelineError) {
    let place = try await Self.open(settings)
    name = settings.destination.name
    let records = place.address == nil ? nil : Self.records(settings)
    let breaker = Self.guarded(
      place.destination, settings, site: site, notes, isProven: { records?.provedAny == true })
    (self.breaker, self.records) = (breaker, records)
    guard let address = place.address, let records else {
      destination = breaker
      evidence = Self.isBelieved(settings) ? .folder(settings.outputFolder, baseURL: settings.baseURL) : nil
      return
    }
    evidence = .records(records, address, settings.destination.verification)
    destination = RememberingDestination(
      breaker, records: records, address: address, verification: settings.destination.verification)
  }

  /// When the first of the URLs was asked that this run did not ask, in seconds since 1970; nil where it asked all.
  var provedSince: Int? { records?.provedSince }

  /// Remembers what was published, for the next run.
  ///
  /// - Returns: what there is to say of the destination as a whole.
  func close() -> [Diagnostic] {
    records?.save()
    return breaker.doubts + notes.diagnostics(about: name)
  }

  /// What became of files, without what was told of each and turned out to be the destination's, which `close` tells or what it was left
  /// alone for.
  func settled(_ results: [AssetLine.Result]) -> [AssetLine.Result] {
    let retracted = breaker.retracted
    return retracted.isEmpty ? results : results.map { $0.retracting(retracted) }
  }

  /// The same of what there is to say of files.
  func settled(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    let retracted = breaker.retracted
    return diagnostics.filter { !retracted.has($0) }
  }

  /// Whether a folder is published to whose URLs are not tried here.
  private static func isBelieved(_ settings: PipelineSettings) -> Bool {
    let place = settings.destination.place
    return place.folder != nil && (settings.destination.verification == .off || place.deployment != nil)
  }

  /// With its URLs tried, unless a command takes them to where they are served first, and left alone when it is clear that
  /// nothing can be published there.
  private static func guarded(
    _ destination: any Destination, _ settings: PipelineSettings, site: @escaping SiteLookup, _ notes: DeliveryNotes,
    isProven: @escaping @Sendable () -> Bool
  ) -> CircuitBreaker {
    settings.destination.place.deployment == nil
      ? tried(destination, settings, site: site, notes, isProven: isProven)
      : CircuitBreaker(destination, name: settings.destination.name)
  }

  /// With its URLs tried as `verify` says, and left alone when it is clear that they deliver nothing.
  ///
  /// - Parameters:
  ///   - site: which site shows what lies at a URL.
  ///   - notes: takes what there is to say of URLs that deliver their files.
  ///   - isProven: whether something is known to lie there that is not asked for.
  static func tried(
    _ destination: any Destination, _ settings: PipelineSettings, site: @escaping SiteLookup, _ notes: DeliveryNotes,
    isProven: @escaping @Sendable () -> Bool = { false }
  ) -> CircuitBreaker {
    var clock = RetryClock.system
    clock.willRetry = settings.access.store.clock.willRetry
    let verifier = URLVerifier(
      settings.destination.verification, settings.access.patience, nil, clock, site: site, notes,
      awaitsArrival: settings.destination.place.deployment != nil)
    return CircuitBreaker(
      verifier.map { VerifyingDestination(destination: destination, verifier: $0) } ?? destination,
      name: settings.destination.name, isProven: isProven)
  }

  /// What earlier runs published there.
  static func records(_ settings: PipelineSettings) -> PublicationRecords {
    // Who wants nothing from a cache wants to know what is there now.
    PublicationRecords(
      path: PublicationRecords.path(in: settings.outputFolder), isBelieved: settings.cacheFolder != nil)
  }

  /// The place itself, which is asked nothing yet.
  ///
  /// - Parameter needsCredentials: whether anything is to be published there.
  /// - Throws: `PipelineError.campaign` where credentials are needed and missing, or no address can be made.
  static func open(
    _ settings: PipelineSettings, needsCredentials: Bool = true
  ) async throws(PipelineError) -> OpenPlace {
    do throws(CredentialsError) {
      guard let place = settings.destination.place as? any OpenablePlace else {
        throw .unusable("nothing is known of how to publish there")
      }
      var access = settings.placeAccess
      access.needsCredentials = needsCredentials
      return try await place.open(access)
    } catch {
      throw .campaign([error.diagnostic(.init(.destination, settings.destination.name))])
    }
  }
}

extension AssetLine.Result {
  /// The same without what was told of it and is the destination's.
  fileprivate func retracting(_ findings: Set<PublicationTally.Finding>) -> AssetLine.Result {
    guard diagnostics.contains(where: findings.has) else { return self }
    var result = self
    result.diagnostics.removeAll(where: findings.has)
    if !result.diagnostics.contains(where: { $0.severity == .error }) { result.outcome.status = .failed }
    return result
  }
}

extension PipelineSettings {
  /// Where the credentials of the destination come from, for whoever asks why nothing is published. It asks those who give credentials,
  /// and nothing of the destination.
  ///
  /// - Returns: nil where the destination needs none.
  package func credentialReport() async -> CredentialReport? {
    await (destination.place as? any OpenablePlace)?.credentials(placeAccess)
  }

  /// By what its destination is opened.
  fileprivate var placeAccess: PlaceAccess {
    var store = access.store
    store.transfers = transfers
    return PlaceAccess(folder: outputFolder, baseURL: baseURL, environment: access.environment, store: store)
  }
}

extension PlannedDestination {
  /// The destination of a dry run. What earlier runs are remembered to have published elsewhere counts as being there. A page of
  /// what would be sent is for those who have no credentials, too.
  ///
  /// - Throws: `PipelineError.campaign` where no address can be made, as for a run.
  static func open(_ settings: PipelineSettings) async throws(PipelineError) -> any Destination {
    let place = try await OpenDestination.open(settings, needsCredentials: false)
    guard let address = place.address else {
      let directory = DirectoryDestination(folder: settings.outputFolder, baseURL: settings.baseURL)
      return PlannedDestination(directory: directory, urls: .under(settings.baseURL))
    }
    return RememberingDestination(
      PlannedDestination(directory: nil, urls: .address(address)), records: OpenDestination.records(settings),
      address: address, verification: settings.destination.verification)
  }
}
