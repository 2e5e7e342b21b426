import Findings
import PushDelivery

/// A destination that a run publishes to, with its records.
struct OpenDestination: Sendable {
  let destination: CircuitBreaker
  /// Evidence that a file is still published; nil if every run must check.
  let evidence: PublishedEvidence?
  private let records: PublicationRecords?
  private let notes: DeliveryNotes
  private let name: String

  /// - Parameters:
  ///   - copies: a folder that gets a copy of everything; nil without copies.
  ///   - notes: receives what is found about URLs.
  ///   - site: gives the site that shows a URL.
  /// - Throws: `PipelineError.campaign` if credentials are missing or no address can be made.
  init(
    _ settings: PipelineSettings, copies: String? = nil, notes: DeliveryNotes = DeliveryNotes(),
    site: @escaping SiteLookup = { _ in nil }
  ) async throws(PipelineError) {
    self.notes = notes
    let place = try await Self.open(settings)
    name = settings.destination.name
    let recorded = Self.recorded(at: place, settings)
    // A command deploys them first: only then can the URLs be tried.
    destination =
      settings.destination.place.deployment == nil
      ? Self.tried(place, settings, site: site, notes, recorded, copies: copies)
      : CircuitBreaker(place, name: settings.destination.name, recorded: recorded, copies: copies)
    records = recorded?.records
    let folder = PublishedEvidence.folder(settings.outputFolder, baseURL: settings.baseURL)
    evidence = recorded.map(PublishedEvidence.records) ?? (Self.isBelieved(settings) ? folder : nil)
  }

  /// When the first of the URLs that this run did not load was loaded, in seconds since 1970; nil if it loaded all.
  var provedSince: Int? { records?.provedSince }

  /// Records the published files for the next run.
  ///
  /// - Returns: diagnostics about the whole destination.
  func close() -> [Diagnostic] {
    records?.save()
    return destination.doubts + notes.diagnostics(about: name)
  }

  /// Whether it publishes to a folder whose URLs are not tried here.
  private static func isBelieved(_ settings: PipelineSettings) -> Bool {
    let place = settings.destination.place
    return place.folder != nil && (settings.destination.verification == .off || place.deployment != nil)
  }

  /// Tries its URLs as `verify` says, and stops when it is clear that they deliver nothing.
  ///
  /// - Parameters:
  ///   - site: gives the site that shows a URL.
  ///   - notes: receives notes about URLs that deliver their files.
  static func tried(
    _ destination: any Destination, _ settings: PipelineSettings, site: @escaping SiteLookup, _ notes: DeliveryNotes,
    _ recorded: RecordedFiles? = nil, copies: String? = nil
  ) -> CircuitBreaker {
    var clock = RetryClock.system
    clock.willRetry = settings.access.store.clock.willRetry
    let verifier = URLVerifier(
      patience: settings.access.patience, clock: clock, site: site, notes: notes,
      awaitsArrival: settings.destination.place.deployment != nil)
    return CircuitBreaker(
      destination, name: settings.destination.name,
      verifier: settings.destination.verification == .off ? nil : verifier, recorded: recorded, copies: copies)
  }

  /// Records of earlier publishing, for a place with such.
  fileprivate static func recorded(at place: any Destination, _ settings: PipelineSettings) -> RecordedFiles? {
    // If the cache is off, the records are not trusted either.
    let path = PublicationRecords.path(in: settings.outputFolder)
    return place.recordedURLs.map { address in
      RecordedFiles(
        PublicationRecords(path: path, of: place.recordedPlace, isBelieved: settings.cacheFolder != nil), at: address,
        settings.destination.verification)
    }
  }

  /// Opens the place without contacting it.
  ///
  /// - Parameter needsCredentials: whether anything will be published there.
  /// - Throws: `PipelineError.campaign` if credentials are needed and missing, or no address can be made.
  static func open(
    _ settings: PipelineSettings, needsCredentials: Bool = true
  ) async throws(PipelineError) -> any Destination {
    do throws(ObjectStoreError) {
      guard let place = settings.destination.place as? any OpenablePlace else {
        throw .unusable("nothing is known of how to publish there")
      }
      var access = settings.placeAccess
      access.needsCredentials = needsCredentials
      return try await place.open(access)
    } catch { throw .campaign([error.diagnostic(.init(.destination, settings.destination.name))]) }
  }
}

extension AssetResult {
  /// The result without errors that turned out to concern the whole destination.
  func settled(by destination: [Diagnostic]) -> AssetResult {
    let kept = diagnostics.untold(by: destination)
    guard kept.count < diagnostics.count else { return self }
    var result = self
    result.diagnostics = kept
    if !kept.contains(where: { $0.severity == .error }) { result.outcome.status = .failed }
    return result
  }
}

extension PipelineSettings {
  /// Where the destination's credentials come from, to explain why publishing fails. It contacts the credentials' services, but not the
  /// destination.
  ///
  /// - Returns: for people, without secrets; nil if the destination needs no credentials.
  /// - Throws: `ObjectStoreError` if there are none.
  func credentialSummary() async throws(ObjectStoreError) -> String? {
    guard let place = destination.place as? any OpenablePlace else { return nil }
    return try await place.credentials(placeAccess)
  }

  /// To open its destination.
  fileprivate var placeAccess: DestinationAccess {
    var place = access
    (place.folder, place.baseURL, place.store.transfers) = (outputFolder, baseURL, transfers)
    return place
  }
}

extension PlannedDestination {
  /// The destination of a dry run. Files that earlier runs published elsewhere count as present. It needs no credentials, so that you can
  /// see a contact sheet without them.
  ///
  /// - Throws: `PipelineError.campaign` if no address can be made, as for a run.
  static func open(
    _ settings: PipelineSettings, copies: String? = nil
  ) async throws(PipelineError) -> any Destination {
    let place = try await OpenDestination.open(settings, needsCredentials: false)
    let directory = DirectoryDestination(folder: settings.outputFolder, baseURL: settings.baseURL)
    let planned = PlannedDestination(directory: place.recordedURLs == nil ? directory : nil) { name, digest in
      place.recordedURLs?.url(ofFileNamed: name, digest: digest) ?? directory.baseURL + name
    }
    return CircuitBreaker(
      planned, name: settings.destination.name, recorded: OpenDestination.recorded(at: place, settings), copies: copies)
  }
}
