import Findings
import PushDelivery

/// A destination that a run publishes to, with what is remembered about it.
struct OpenDestination: Sendable {
  let destination: any Destination
  /// What shows that a file is published still; nil where every run has to ask.
  let evidence: PublishedEvidence?
  private let breaker: CircuitBreaker
  private let records: PublicationRecords?

  /// - Throws: `PipelineError.campaign` where credentials are missing or no address can be made.
  init(_ settings: PipelineSettings) async throws(PipelineError) {
    let place = try await Self.open(settings)
    breaker = Self.guarded(place.destination, settings)
    guard let address = place.address else {
      records = nil
      destination = breaker
      evidence = Self.isBelieved(settings) ? .folder(settings.outputFolder, baseURL: settings.baseURL) : nil
      return
    }
    let records = Self.records(settings)
    self.records = records
    evidence = .records(records, address, settings.destination.verification)
    destination = RememberingDestination(
      breaker, records: records, address: address, verification: settings.destination.verification)
  }

  /// Remembers what was published, for the next run.
  ///
  /// - Returns: what there is to say of the destination as a whole.
  func close() -> [Diagnostic] {
    records?.save()
    return records?.provedAny == true ? [] : breaker.doubts
  }

  /// Whether a folder is published to whose URLs are not tried here.
  private static func isBelieved(_ settings: PipelineSettings) -> Bool {
    let place = settings.destination.place
    return place.folder != nil && (settings.destination.verification == .off || place.deployment != nil)
  }

  /// With its URLs tried, unless a command takes them to where they are served first, and left alone when it is clear that
  /// nothing can be published there.
  private static func guarded(_ destination: any Destination, _ settings: PipelineSettings) -> CircuitBreaker {
    let isServed = settings.destination.place.deployment == nil
    return isServed ? tried(destination, settings) : CircuitBreaker(destination, name: settings.destination.name)
  }

  /// With its URLs tried as `verify` says, and left alone when it is clear that they deliver nothing.
  static func tried(_ destination: any Destination, _ settings: PipelineSettings) -> CircuitBreaker {
    var clock = RetryClock.system
    clock.willRetry = settings.access.store.clock.willRetry
    let verifier = URLVerifier(settings.destination.verification, patience: settings.access.patience, clock: clock)
    return CircuitBreaker(
      verifier.map { VerifyingDestination(destination: destination, verifier: $0) } ?? destination,
      name: settings.destination.name)
  }

  /// What earlier runs published there.
  static func records(_ settings: PipelineSettings) -> PublicationRecords {
    // Who wants nothing from a cache wants to know what is there now.
    PublicationRecords(
      path: settings.outputFolder + "/published.jsonl", isBelieved: settings.cacheFolder != nil)
  }

  /// The place itself, which is asked nothing yet.
  ///
  /// - Throws: `PipelineError.campaign` where credentials are missing or no address can be made.
  static func open(_ settings: PipelineSettings) async throws(PipelineError) -> OpenPlace {
    do throws(CredentialsError) {
      guard let place = settings.destination.place as? any OpenablePlace else {
        throw .unusable("nothing is known of how to publish there")
      }
      return try await place.open(settings.placeAccess)
    } catch {
      throw .campaign([error.diagnostic(.init(.destination, settings.destination.name))])
    }
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
  /// The destination of a dry run. What earlier runs are remembered to have published elsewhere counts as being there.
  ///
  /// - Throws: `PipelineError.campaign` where credentials are missing or no address can be made, as for a run.
  static func open(_ settings: PipelineSettings) async throws(PipelineError) -> any Destination {
    let place = try await OpenDestination.open(settings)
    guard let address = place.address else {
      let directory = DirectoryDestination(folder: settings.outputFolder, baseURL: settings.baseURL)
      return PlannedDestination(directory: directory, urls: .under(settings.baseURL))
    }
    return RememberingDestination(
      PlannedDestination(directory: nil, urls: .address(address)), records: OpenDestination.records(settings),
      address: address, verification: settings.destination.verification)
  }
}
