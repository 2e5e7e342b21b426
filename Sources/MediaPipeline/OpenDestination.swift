import Findings
import PushDelivery

/// A destination that a run publishes to, with what is remembered about it.
struct OpenDestination: Sendable {
  let destination: any Destination
  private let breaker: CircuitBreaker
  private let records: PublicationRecords?

  /// - Throws: `PipelineError.campaign` where credentials are missing or no address can be made.
  init(_ settings: PipelineSettings) throws(PipelineError) {
    let place = try Self.open(settings)
    breaker = Self.guarded(place.destination, settings)
    guard let address = place.address else {
      records = nil
      destination = breaker
      return
    }
    let records = PublicationRecords(path: settings.outputFolder + "/published.jsonl")
    self.records = records
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

  /// With its URLs tried, and left alone when it is clear that nothing can be published there.
  private static func guarded(_ destination: any Destination, _ settings: PipelineSettings) -> CircuitBreaker {
    let verifier = URLVerifier(settings.destination.verification, patience: settings.access.patience)
    return CircuitBreaker(
      verifier.map { VerifyingDestination(destination: destination, verifier: $0) } ?? destination,
      name: settings.destination.name)
  }

  private static func open(_ settings: PipelineSettings) throws(PipelineError) -> OpenPlace {
    do throws(CredentialsError) {
      guard let place = settings.destination.place as? any OpenablePlace else {
        throw .unusable("nothing is known of how to publish there")
      }
      return try place.open(settings.placeAccess)
    } catch {
      throw .campaign([error.diagnostic(.init(.destination, settings.destination.name))])
    }
  }
}

extension PipelineSettings {
  fileprivate var placeAccess: PlaceAccess {
    var store = access.store
    store.transfers = transfers
    return PlaceAccess(folder: outputFolder, baseURL: baseURL, environment: access.environment, store: store)
  }
}
