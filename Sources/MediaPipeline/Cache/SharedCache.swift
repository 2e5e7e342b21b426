package import Findings
import Libraries
package import MediaFacts
import PushDelivery
import Synchronization

/// A cache that machines share, during one run. Missing entries are made, and problems are reported once, at the end: as a warning, or as
/// an error if the run is a shard, which has no other result.
package final class SharedCache: Sendable {
  let store: CacheStore
  private let isReadOnly: Bool
  /// Whether all entries must be stored.
  private let isRequired: Bool
  private let state = Mutex(State())

  private struct State {
    var health = CacheHealth()
    /// Digests stored by this run, so that equal renditions are sent once.
    var stored: Set<ContentDigest> = []
  }

  package init(_ store: CacheStore, isReadOnly: Bool, isRequired: Bool = false) {
    (self.store, self.isReadOnly, self.isRequired) = (store, isReadOnly, isRequired)
  }

  /// The largest record in bytes: the facts about an animation of many thousand frames.
  static let largestRecord = 1 << 20

  /// The result under a key.
  /// - Parameter limit: the most bytes that its output may have.
  package func result(of key: ContentDigest, outputLimit limit: Int) async -> ActionResult? {
    guard let bytes = await load("ac/\(key)", limit: Self.largestRecord) else { return nil }
    guard let result = ActionResult(bytes), (result.output?.byteCount ?? 0) <= limit else {
      reject("it is damaged, or not richpush's")
      return nil
    }
    return result
  }

  /// The bytes of an output, checked against its digest.
  package func content(of output: ActionResult.Output) async -> [UInt8]? {
    guard let bytes = await load("cas/\(output.digest)", limit: output.byteCount) else { return nil }
    guard bytes.count == output.byteCount, ContentDigest(of: bytes) == output.digest else {
      reject("its bytes have another digest")
      return nil
    }
    return bytes
  }

  package func reject(_ reason: String) { state.withLock { $0.health.foundWrong(reason) } }

  private func load(_ entry: String, limit: Int) async -> [UInt8]? {
    switch await attempt(.load, { () async throws(ObjectStoreError) in try await store.get(entry, limit) }) {
    case .found(let bytes): return bytes
    case .missing, nil: return nil
    case .tooLarge:
      reject("it has more bytes than it may")
      return nil
    }
  }

  /// - Returns: nil if it failed, or is given up.
  private func attempt<Value: Sendable>(
    _ deed: CacheHealth.Deed, _ work: () async throws(ObjectStoreError) -> Value
  ) async -> Value? {
    guard state.withLock({ $0.health.permits(deed) }) else { return nil }
    do throws(ObjectStoreError) {
      let value = try await work()
      state.withLock { $0.health.succeeded(deed) }
      return value
    } catch {
      state.withLock { $0.health.failed(deed, error) }
      return nil
    }
  }
}

extension SharedCache {
  /// Stores an entry, to find out whether that is possible.
  func requireStoring() async throws(PipelineError) {
    let bytes = Array("richpush\n".utf8)
    do throws(ObjectStoreError) { try await store.put(bytes, "cas/\(ContentDigest(of: bytes))") } catch {
      throw .store(diagnostic(error))
    }
  }

  private func diagnostic(_ error: ObjectStoreError) -> Diagnostic {
    error.diagnostic(.init(.destination, "cache.remote"))
  }

  /// Stores a result under a key, the bytes first, so that no record is found without them.
  /// - Parameter content: the bytes of the result's output, if it has one.
  package func store(_ result: ActionResult, content: [UInt8], under key: ContentDigest) async {
    guard !isReadOnly else { return }
    if let output = result.output {
      let isNew = state.withLock { $0.stored.insert(output.digest).inserted }
      if isNew, await put(content, as: "cas/\(output.digest)") == nil {
        state.withLock { _ = $0.stored.remove(output.digest) }
        return
      }
    }
    _ = await put(result.bytes, as: "ac/\(key)")
  }

  private func put(_ bytes: [UInt8], as entry: String) async -> Void? {
    await attempt(.store) { () async throws(ObjectStoreError) in try await store.put(bytes, entry) }
  }

  /// Ends its use, and reports what did not work.
  package func close() -> [Diagnostic] {
    if !isReadOnly { store.tidy() }
    return state.withLock { state in
      if isRequired, let error = state.health.storingError { return [diagnostic(error)] }
      return state.health.note(about: store.name).map { [$0] } ?? []
    }
  }
}

extension SharedCache {
  /// The cache that pipeline.yml, a flag or a variable names; nil if not set. Nothing is requested from it yet.
  /// - Parameters:
  ///   - isReadOnly: whether to store nothing, whatever the mode.
  ///   - isRequired: whether all entries must be stored, so that more attempts are made.
  static func open(
    _ settings: RemoteCacheSettings, isReadOnly: Bool, isRequired: Bool = false, access: DestinationAccess
  ) -> SharedCache? {
    guard let address = settings.address else { return nil }
    var access = access
    if !isRequired {
      access.store = access.store.hurried(
        connect: CachePatience.connect, stall: CachePatience.stall, time: CachePatience.store, attempts: 1)
    }
    // As many as files in work at once: a file that waits for its turn would wait for a dead cache.
    access.store.transfers = 64
    let store: CacheStore
    do throws(ObjectStoreError) {
      store = try cacheStore(address, settings, access)
    } catch { store = .closed(address.description, error) }
    return SharedCache(
      store, isReadOnly: isReadOnly || settings.mode == .readOnly, isRequired: isRequired)
  }

  private static func cacheStore(
    _ address: SharedCacheAddress, _ settings: RemoteCacheSettings, _ access: DestinationAccess
  ) throws(ObjectStoreError) -> CacheStore {
    let environment = access.environment.filter { !$0.value.isEmpty }
    switch address {
    case .folder(let path): return .folder(path, named: address.description)
    case .http(let url):
      let authorization = try HTTPAuthorization.ofCache(url, token: environment["RICHPUSH_CACHE_TOKEN"])
      return .http(url, authorization, access.store)
    case .bucket(let bucket):
      let place = try bucket.place(
        endpoint: settings.endpoint, region: settings.region, environment: access.environment)
      let client = try place.client(environment: access.environment, settings: access.store)
      return .bucket(client, prefix: bucket.prefix)
    }
  }
}

extension HTTPAuthorization {
  /// The credentials for a cache server; nil without a token.
  /// - Parameter token: a token, or `user:password` (a token has no colon, RFC 6750).
  static func ofCache(_ url: String, token: String?) throws(ObjectStoreError) -> HTTPAuthorization? {
    guard let token else { return nil }
    guard token.isLine else {
      throw ObjectStoreError(
        .settings, store: url,
        detail: "RICHPUSH_CACHE_TOKEN has a line break or other characters that tokens cannot have",
        remedy: "set it again")
    }
    guard let parsed = try? StrictURL(url), parsed.scheme == "https" || parsed.host.isLoopback else {
      throw ObjectStoreError(
        .settings, store: url,
        detail:
          "RICHPUSH_CACHE_TOKEN is set, and the cache's address is plain http: others on the network could read the token",
        remedy: "give the cache an https:// address, or unset the token")
    }
    return token.contains(":") ? .basic(Secret(token)) : .bearer(Secret(token))
  }
}
