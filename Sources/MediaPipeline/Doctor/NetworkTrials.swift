import Findings
import Libraries
import MediaFacts
import PushDelivery

/// Whether the destination can be published to, as far as this shows without publishing: credentials, bucket, read access, and whether the
/// clients' base address answers.
struct DestinationTrial {
  let settings: PipelineSettings

  private var name: String { settings.destination.name }

  func examine() async -> [DoctorFinding] {
    let credentials: DoctorFinding?
    do throws(ObjectStoreError) {
      credentials = try await settings.credentialSummary().map { DoctorFinding("credentials", .good, $0) }
    } catch { return [.unpublishable("credentials", error.diagnostic(.init(.destination, name))), await address()] }
    do throws(PipelineError) {
      let bucket = await reach(try await OpenDestination.open(settings))
      return [credentials, bucket, await address()].compactMap(\.self)
    } catch { return [.unpublishable("destination", error.diagnostics.first)] }
  }

  /// - Returns: nil for a folder, whose rights were checked.
  private func reach(_ destination: any Destination) async -> DoctorFinding? {
    guard let bucket = destination as? BucketDestination else { return nil }
    do throws(ObjectStoreError) {
      switch try await bucket.store.look(below: bucket.prefix.text) {
      case .found, .missing: return DoctorFinding("bucket", .good, "\(name) answers, and lets these credentials look")
      case .unclear(let error):
        return DoctorFinding(
          "bucket", .good, "\(name) answers, and does not let these credentials look for objects (\(error.detail))")
      }
    } catch { return .unpublishable("bucket", error.diagnostic(.init(.destination, name))) }
  }

  /// The response of the base URL. Any response will do: few servers list their files.
  private func address() async -> DoctorFinding {
    let url = settings.baseURL
    do throws(HTTPError) {
      let session = try HTTPSession(.init(certificateFile: settings.access.store.certificateFile))
      let answer = try await session.load(HTTPRequest(.head, url, bodyLimit: 0, timeLimit: .seconds(20)))
      return DoctorFinding("base-url", .good, "\(url) is answered by \(answer.peer) with status \(answer.status)")
    } catch {
      let isTried = settings.destination.verification != .off
      return DoctorFinding(
        "base-url", isTried ? .broken : .warning,
        .doctor("baseURL", url, error.description, settings.configurationPath),
        cost: isTried
          ? "a run cannot try its URLs, and withholds the requests"
          : "clients would show text only, and a run does not see it (`verify: off`)")
    }
  }
}

extension DoctorFinding {
  /// Why nothing can be published.
  fileprivate static func unpublishable(_ name: String, _ diagnostic: Diagnostic?) -> DoctorFinding {
    DoctorFinding(
      name, .broken, diagnostic?.message ?? "it cannot be used", cost: "nothing can be published there",
      remedy: diagnostic?.remedy)
  }
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

extension SharedCache {
  /// Whether the cache that machines share answers; empty without one.
  static func examine(_ settings: PipelineSettings) async -> [DoctorFinding] {
    let remote = settings.configuration.cache.remote
    guard let cache = open(remote, isReadOnly: true, access: settings.access) else { return [] }
    do throws(ObjectStoreError) {
      _ = try await cache.store.get("ac/\(ContentDigest(of: Array("richpush doctor".utf8)))", 1 << 20)
      return [DoctorFinding("shared cache", .good, "\(cache.store.name) answers")]
    } catch {
      return [
        DoctorFinding(
          "shared cache", .missing, .doctor("cache", cache.store.name, error.briefly, settings.configurationPath))
      ]
    }
  }
}
