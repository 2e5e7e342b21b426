import Curl
package import Findings
package import MediaFacts
import PushDelivery
import Synchronization

/// A cache that machines share, during one run. It never fails: missing entries are made, and problems are reported once, at the end.
package final class SharedCache: Sendable {
  let store: any CacheStore
  private let isReadOnly: Bool
  private let patience: CachePatience
  private let uploads = UploadQueue()
  private let state = Mutex(State())

  private struct State {
    var health = CacheHealth()
    /// Digests stored by this run, so that equal renditions are sent once.
    var stored: Set<ContentDigest> = []
  }

  package init(_ store: any CacheStore, isReadOnly: Bool, patience: CachePatience = .init()) {
    (self.store, self.isReadOnly, self.patience) = (store, isReadOnly, patience)
  }

  /// The largest record in bytes: the facts about an animation of many thousand frames.
  static let largestRecord = 1 << 20

  /// The result under a key.
  ///
  /// - Parameter limit: the most bytes that its output may have.
  package func result(of key: ContentDigest, outputLimit limit: Int) async -> ActionResult? {
    guard let bytes = await load(.action(key), limit: Self.largestRecord) else { return nil }
    guard let result = ActionResult(bytes), (result.output?.byteCount ?? 0) <= limit else {
      reject("it is damaged, or not richpush's")
      return nil
    }
    return result
  }

  /// The bytes of an output, checked against its digest.
  package func content(of output: ActionResult.Output) async -> [UInt8]? {
    guard let bytes = await load(.content(output.digest), limit: output.byteCount) else { return nil }
    guard bytes.count == output.byteCount, ContentDigest(of: bytes) == output.digest else {
      reject("its bytes have another digest")
      return nil
    }
    return bytes
  }

  /// Records that an entry has the wrong content.
  package func reject(_ reason: String) { state.withLock { $0.health.foundWrong(reason) } }

  private func load(_ entry: CacheEntryName, limit: Int) async -> [UInt8]? {
    guard state.withLock({ $0.health.permits(.load) }) else { return nil }
    do throws(ObjectStoreError) {
      let answer = try await store.get(entry, limit: limit)
      state.withLock { $0.health.succeeded(.load) }
      switch answer {
      case .found(let bytes): return bytes
      case .missing: return nil
      case .tooLarge:
        reject("it has more bytes than it may")
        return nil
      }
    } catch {
      state.withLock { $0.health.failed(.load, error) }
      return nil
    }
  }
}

extension SharedCache {
  /// Stores a result under a key, in the background: the bytes first, so that no record is found without them.
  ///
  /// - Parameter content: the bytes of the result's output, if it has one.
  package func store(_ result: ActionResult, content: [UInt8], under key: ContentDigest) async {
    guard !isReadOnly, state.withLock({ $0.health.permits(.store) }) else { return }
    let isAdded = await uploads.add(byteCount: content.count + result.record.count) { [self] in
      if let output = result.output {
        let isNew = state.withLock { $0.stored.insert(output.digest).inserted }
        if isNew, await !put(content, as: .content(output.digest)) {
          state.withLock { _ = $0.stored.remove(output.digest) }
          return
        }
      }
      _ = await put(result.bytes, as: .action(key))
    }
    if !isAdded { state.withLock { $0.health.dropped(1) } }
  }

  /// - Returns: true if stored.
  private func put(_ bytes: [UInt8], as entry: CacheEntryName) async -> Bool {
    guard state.withLock({ $0.health.permits(.store) }) else { return false }
    do throws(ObjectStoreError) {
      try await store.put(bytes, as: entry)
      state.withLock { $0.health.succeeded(.store) }
      return true
    } catch {
      state.withLock { $0.health.failed(.store, error) }
      return false
    }
  }

  /// Waits until everything is stored, within the time limit.
  ///
  /// - Returns: diagnostics about the cache; empty if all went well.
  package func close() async -> [Diagnostic] {
    let abandonedCount = await uploads.finish(within: patience.end)
    return state.withLock { state in
      state.health.dropped(abandonedCount)
      return state.health.note(about: store.name).map { [$0] } ?? []
    }
  }
}

extension SharedCache {
  /// The cache that pipeline.yml, a flag or a variable names; nil if not set. Nothing is requested from it yet.
  ///
  /// - Parameters:
  ///   - isReadOnly: whether to store nothing, whatever the mode.
  ///   - access: how to find credentials and to connect to stores.
  static func open(
    _ settings: RemoteCacheSettings, isReadOnly: Bool, access: DestinationAccess, patience: CachePatience = .init()
  ) -> SharedCache? {
    guard let address = settings.address else { return nil }
    let store: any CacheStore
    do throws(ObjectStoreError) {
      store = try cacheStore(address, settings, access, patience)
    } catch {
      store = ClosedCacheStore(name: address.description, error: error)
    }
    return SharedCache(store, isReadOnly: isReadOnly || settings.mode == .readOnly, patience: patience)
  }

  private static func cacheStore(
    _ address: SharedCacheAddress, _ settings: RemoteCacheSettings, _ access: DestinationAccess,
    _ patience: CachePatience
  ) throws(ObjectStoreError) -> any CacheStore {
    let environment = access.environment.filter { !$0.value.isEmpty }
    var store = access.store.hurried(
      connect: patience.connect, stall: patience.stall, time: patience.store, attempts: 1)
    // As many as files in work at once: a file that waits for its turn would wait for a dead cache.
    store.transfers = 64
    switch address {
    case .http(let url):
      let authorization = try HTTPAuthorization.ofCache(url, token: environment["RICHPUSH_CACHE_TOKEN"])
      return HTTPCacheStore(url: url, authorization: authorization, settings: store, patience: patience)
    case .bucket(let bucket):
      let opened = try bucket.open(
        S3Service(endpoint: settings.endpoint, region: settings.region), environment: access.environment,
        settings: store, remedy: "write `region` under cache.remote, or set AWS_REGION")
      return BucketCacheStore(opened, prefix: bucket.prefix, patience: patience)
    }
  }
}

extension HTTPAuthorization {
  /// The credentials for a cache server; nil without a token.
  ///
  /// - Parameter token: a token, or `user:password` (a token has no colon, RFC 6750).
  /// - Throws: `ObjectStoreError` if it cannot be sent, or would be sent unencrypted.
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

/// A cache that cannot be used, and why.
private struct ClosedCacheStore: CacheStore {
  let name: String
  let error: ObjectStoreError

  func get(_ entry: CacheEntryName, limit: Int) async throws(ObjectStoreError) -> LoadedObject { throw error }
  func put(_ bytes: [UInt8], as entry: CacheEntryName) async throws(ObjectStoreError) { throw error }
}
