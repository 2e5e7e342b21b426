import Curl
import Findings
import PushDelivery

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
    do throws(CredentialsError) {
      store = try cacheStore(address, settings, access, patience)
    } catch {
      store = ClosedCacheStore(name: address.description, reason: "\(error.description): \(error.remedy)")
    }
    return SharedCache(store, isReadOnly: isReadOnly || settings.mode == .readOnly, patience: patience)
  }

  private static func cacheStore(
    _ address: SharedCacheAddress, _ settings: RemoteCacheSettings, _ access: DestinationAccess,
    _ patience: CachePatience
  ) throws(CredentialsError) -> any CacheStore {
    let environment = access.environment.filter { !$0.value.isEmpty }
    let store = access.store.hurried(patience)
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
  /// - Throws: `CredentialsError` if it cannot be sent, or would be sent unencrypted.
  static func ofCache(_ url: String, token: String?) throws(CredentialsError) -> HTTPAuthorization? {
    guard let token else { return nil }
    guard token.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
      throw CredentialsError(
        "RICHPUSH_CACHE_TOKEN holds a line break or characters that no token has", remedy: "set it anew")
    }
    guard let parsed = try? StrictURL(url), parsed.scheme == "https" || parsed.host.isLoopback else {
      throw CredentialsError(
        "RICHPUSH_CACHE_TOKEN is set, and the cache's plain http would let anybody on the way read it",
        remedy: "give the cache an https:// address, or unset the token")
    }
    return token.contains(":") ? .basic(Secret(token)) : .bearer(Secret(token))
  }
}

extension StoreSettings {
  /// A cache's settings: one attempt, short time limits.
  fileprivate func hurried(_ patience: CachePatience) -> StoreSettings {
    var settings = self
    settings.connectLimit = min(connectLimit, patience.connect)
    settings.stallLimit = min(stallLimit, patience.stall)
    settings.timeLimit = min(timeLimit, patience.store)
    settings.retries.mostAttempts = 1
    // As many as files in work at once: a file that waits for its turn would wait for a dead cache.
    settings.transfers = 64
    return settings
  }
}

/// A cache that cannot be used, and why.
private struct ClosedCacheStore: CacheStore {
  let name: String
  let reason: String

  private var error: ObjectStoreError { ObjectStoreError(.noCredentials, store: name, detail: reason) }

  func get(_ entry: CacheEntryName, limit: Int) async throws(ObjectStoreError) -> LoadedObject { throw error }
  func put(_ bytes: [UInt8], as entry: CacheEntryName) async throws(ObjectStoreError) { throw error }
}
