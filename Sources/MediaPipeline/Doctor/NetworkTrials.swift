import Essentials
import Findings
import Libraries
import MediaFacts
import PushDelivery

/// Whether the destination can be published to, as far as this shows without publishing: credentials, bucket, read access, the clock, and
/// whether the clients' base address answers.
struct DestinationTrial {
  private let settings: PipelineSettings

  init(_ settings: PipelineSettings) { self.settings = settings }

  func examine() async -> [DoctorFinding] {
    let credentials: DoctorFinding?
    do throws(ObjectStoreError) {
      credentials = try await settings.credentialSummary().map { DoctorFinding("credentials", .good, $0) }
    } catch {
      let diagnostic = error.diagnostic(.init(.destination, settings.destination.name))
      let finding = DoctorFinding(
        "credentials", .broken, diagnostic.message, cost: "nothing can be published there", remedy: diagnostic.remedy)
      return [finding] + (await address())
    }
    do throws(PipelineError) {
      let bucket = await reach(try await OpenDestination.open(settings))
      return [credentials, bucket].compactMap(\.self) + (await address())
    } catch {
      let diagnostic = error.diagnostics.first
      return [
        DoctorFinding(
          "destination", .broken, diagnostic?.message ?? "it cannot be used",
          cost: "nothing can be published to \(settings.destination.name)", remedy: diagnostic?.remedy)
      ]
    }
  }

  /// - Returns: nil for a folder, whose rights were checked.
  private func reach(_ destination: any Destination) async -> DoctorFinding? {
    guard let bucket = destination as? BucketDestination else { return nil }
    let name = settings.destination.name
    do throws(ObjectStoreError) {
      switch try await bucket.store.look(below: bucket.prefix.text) {
      case .found, .missing: return DoctorFinding("bucket", .good, "\(name) answers, and lets these credentials look")
      case .unclear(let error):
        return DoctorFinding(
          "bucket", .good, "\(name) answers, and does not let these credentials look for objects (\(error.detail))")
      }
    } catch {
      let diagnostic = error.diagnostic(.init(.destination, name))
      return DoctorFinding(
        "bucket", .broken, diagnostic.message, cost: "nothing can be published there", remedy: diagnostic.remedy)
    }
  }

  /// The response of the base URL, and its clock. Any response will do: few servers list their files.
  private func address() async -> [DoctorFinding] {
    let url = settings.baseURL
    do throws(HTTPError) {
      let session = try HTTPSession(.init(certificateFile: settings.access.store.certificateFile))
      let answer = try await session.load(HTTPRequest(.head, url, bodyLimit: 0, timeLimit: .seconds(20)))
      return [
        DoctorFinding("base-url", .good, "\(url) is answered by \(answer.peer) with status \(answer.status)"),
        Self.clock(answer, now: Date()),
      ].compactMap { $0 }
    } catch {
      return [
        DoctorFinding(
          "base-url", isTried ? .broken : .warning, "\(url) cannot be loaded: \(error)",
          cost: isTried
            ? "a run cannot try its URLs, and withholds the requests"
            : "clients would show text only, and a run does not see it (`verify: off`)",
          remedy:
            "correct base-url in \(settings.configurationPath), or have the server answer there before you send")
      ]
    }
  }

  /// Whether a run tries its published URLs.
  private var isTried: Bool { settings.destination.verification != .off }

  /// - Returns: nil if the server sends no time.
  private static func clock(_ answer: HTTPResponse, now: Date) -> DoctorFinding? {
    guard let told = answer.field("Date").flatMap(HTTPDate.seconds) else { return nil }
    let ahead = Int(now.timeIntervalSince1970) - told
    guard abs(ahead) > mostClockError else { return DoctorFinding("clock", .good, "it agrees with that of the server") }
    return DoctorFinding(
      "clock", .broken, "it is \(abs(ahead)) s \(ahead > 0 ? "ahead of" : "behind") that of the server",
      cost: "stores refuse signatures that are 15 minutes off, and expiry dates are wrong",
      remedy: "let the machine set its clock by NTP")
  }

  /// In seconds: responses take time, and caches send old times.
  private static let mostClockError = 300
}

extension ObjectStoreClient {
  /// Lists one key; if listing is forbidden, looks for an object that does not exist. A missing object looks the same in a missing bucket.
  fileprivate func look(below prefix: String) async throws(ObjectStoreError) -> ObjectLookup {
    do throws(ObjectStoreError) {
      try await requireList(of: prefix)
      return .missing
    } catch {
      guard error.reason == .forbidden else { throw error }
      return try await find(prefix + "richpush-doctor")
    }
  }
}

/// Whether the cache that machines share answers.
struct SharedCacheTrial {
  private let settings: PipelineSettings

  init(_ settings: PipelineSettings) { self.settings = settings }

  /// - Returns: empty without a cache.
  func examine() async -> [DoctorFinding] {
    let remote = settings.configuration.cache.remote
    guard let cache = SharedCache.open(remote, isReadOnly: true, access: settings.access) else { return [] }
    let unused = ContentDigest(of: Array("richpush doctor".utf8))
    do throws(ObjectStoreError) {
      _ = try await cache.store.get(.action(unused), limit: 1 << 20)
      return [DoctorFinding("shared cache", .good, "\(cache.store.name) answers")]
    } catch {
      return [
        DoctorFinding(
          "shared cache", .missing, "\(cache.store.name) does not answer as a cache: \(error.briefly)",
          cost: "every machine makes everything itself",
          remedy: "correct cache.remote in \(settings.configurationPath), or its credentials")
      ]
    }
  }
}
