import Findings
import Libraries
public import MediaFacts
import PushDelivery

/// A bucket of a store of any kind. Objects are whole or absent: no store shows half an upload.
public struct ObjectStoreClient: Sendable {
  private let dialect: any StoreDialect
  private let connection: StoreConnection
  private let credentials: CredentialCache

  package init(_ dialect: any StoreDialect, _ credentials: CredentialChain, settings: StoreSettings) {
    (self.dialect, connection) = (dialect, StoreConnection(dialect.name, settings: settings))
    self.credentials = CredentialCache(credentials, clock: settings.clock)
  }

  public var name: String { connection.store }

  var cacheControl: String { dialect.lifetime }

  func url(of key: String) -> String { dialect.url(of: key) }

  /// Looks for the object of this key. It throws if a later attempt may help.
  public func find(_ key: String) async throws(ObjectStoreError) -> ObjectLookup {
    let request = dialect.find(key)
    do throws(ObjectStoreError) {
      return try await send(request) { response throws(ObjectStoreError) in
        guard try isObject(response) else { return .missing }
        guard let object = dialect.object(response) else {
          throw connection.strange(response, "its answer describes no object")
        }
        return .found(object)
      }
    } catch {
      // Credentials that may create objects may be unable to look for them. A response to HEAD has no message; an upload's will.
      guard error.status != nil, !error.isTransient, error.reason != .cancelled,
        request.method == .head || error.reason == .forbidden
      else {
        throw error
      }
      return .unclear(error)
    }
  }

  /// Creates an object if its key is free, which the store decides; it never overwrites.
  public func create(_ upload: ObjectUpload) async throws(ObjectStoreError) -> ObjectCreation {
    do throws(ObjectStoreError) {
      return try await send(dialect.put(upload, isNew: true)) { response throws(ObjectStoreError) in
        try requireStored(response)
        return .created
      }
    } catch {
      guard error.reason == .taken else { throw error }
      // If no object is found there, it is another condition of the store.
      var said = error
      said.reason = .refusing
      return .alreadyThere(said.ofUpload)
    }
  }

  /// The bytes of the object of this key, if it exists and has no more than `limit`.
  public func load(_ key: String, limit: Int, within time: Duration) async throws(ObjectStoreError) -> LoadedObject {
    var request = dialect.load(key)
    (request.bodyLimit, request.timeLimit, request.unpacksBody) = (limit, time, false)
    return try await send(request) { response throws(ObjectStoreError) in
      guard try isObject(response) else { return .missing }
      return response.isBodyCapped ? .tooLarge : .found(response.body)
    }
  }

  /// Creates or replaces an object, as in a cache. Published objects are never replaced.
  package func replace(_ upload: ObjectUpload) async throws(ObjectStoreError) {
    try await send(dialect.put(upload, isNew: false)) { response throws(ObjectStoreError) in
      try requireStored(response)
    }
  }

  /// Lists one of the keys that begin with a prefix: the bucket is there, and the credentials may list it.
  package func requireList(of prefix: String) async throws(ObjectStoreError) {
    var request = dialect.list(prefix)
    // A key has up to 1,024 bytes.
    request.bodyLimit = 1 << 20
    try await send(request) { response throws(ObjectStoreError) in
      guard response.status == 200 else { throw error(response) }
      guard !response.isBodyCapped, dialect.isList(response.body) else {
        throw connection.strange(response, "its answer is not a list of objects")
      }
    }
  }

  /// Whether the response has an object: a 404 means a missing one.
  private func isObject(_ response: HTTPResponse) throws(ObjectStoreError) -> Bool {
    if response.status == 404, dialect.refusal(response).reason != .missingBucket { return false }
    guard response.status == 200 else { throw error(response) }
    guard response.isPage(unlessFieldsBegin: dialect.fieldPrefix) else { return true }
    throw connection.strange(response, "a page in the object's place")
  }

  /// Of an upload. An error may come under the status of a success.
  private func requireStored(_ response: HTTPResponse) throws(ObjectStoreError) {
    let isSuccess = (200..<300).contains(response.status)
    if isSuccess, dialect.confirms(response) { return }
    guard isSuccess, dialect.refusal(response).code.isEmpty else { throw error(response).ofUpload }
    throw connection.strange(response, "a status or a body that no store answers an upload with")
  }

  private func error(_ response: HTTPResponse) -> ObjectStoreError {
    let refusal = dialect.refusal(response)
    var reason = refusal.reason ?? response.reasonOfStatus
    // Stores refuse requests that are signed more than fifteen minutes before or after their own time.
    let lead = connection.clockLead(response) ?? 0
    if [.credentials, .forbidden].contains(reason), abs(lead) > 900 { reason = .clock(ahead: lead) }
    if reason == .clock(ahead: 0), abs(lead) > 60 { reason = .clock(ahead: lead) }
    // The store's remedy is for what it says, which a wrong clock explains.
    let isOfClock = if case .clock = reason { true } else { false }
    return connection.error(
      reason, response, detail: refusal.words.isEmpty ? "status \(response.status)" : refusal.words,
      remedy: isOfClock ? nil : refusal.remedy ?? response.remedyOfStatus)
  }
}

// Access.
extension ObjectStoreClient {
  /// Checks whether there are any credentials. Temporary failures only count once they are needed.
  func requireCredentials() async throws(ObjectStoreError) {
    do throws(ObjectStoreError) {
      _ = try await credentials.current()
    } catch { if !error.isTransient, error.reason != .cancelled { throw error } }
  }

  /// Sends a request as `StoreConnection` does. If unexpired credentials are refused, requests new ones once: they may have been renewed or
  /// revoked.
  private nonisolated(nonsending) func send<Value: Sendable>(
    _ request: HTTPRequest, judge: (HTTPResponse) throws(ObjectStoreError) -> Value
  ) async throws(ObjectStoreError) -> Value {
    let clock = connection.settings.clock
    var refused: (credentials: StoreCredentials, error: ObjectStoreError)?
    while true {
      let current = try await credentials.current()
      if let refused, refused.credentials == current { throw refused.error }
      do throws(ObjectStoreError) {
        return try await connection.send(
          request, hiding: current.secrets, signed: { dialect.sign($0, as: current, at: clock.date()) }, judge: judge)
      } catch {
        guard error.reason == .credentials, refused == nil else { throw error }
        await credentials.forget(current)
        refused = (current, error)
      }
    }
  }
}

/// The result of looking for an object.
public enum ObjectLookup: Hashable, Sendable {
  case found(StoredObject)
  case missing
  /// The store does not tell, and why. Credentials that may create objects may not look for them: S3 then answers 403 for a missing object.
  case unclear(ObjectStoreError)
}

/// The result of creating an object.
public enum ObjectCreation: Hashable, Sendable {
  case created
  /// The store's message, in case no object is found there: it may mean another precondition.
  case alreadyThere(ObjectStoreError)
}

/// A store's object for a key.
public enum LoadedObject: Hashable, Sendable {
  case found([UInt8])
  case missing
  /// The object has more bytes than the limit.
  case tooLarge
}

/// A store's description of an object.
public struct StoredObject: Hashable, Sendable {
  public var byteCount: Int?
  /// Those that the store computed, and those that the uploader noted, which may be false.
  public var digests: Set<ObjectDigest>
  public var contentType: String?
  public var contentEncoding: String?
  public var cacheControl: String?
  /// Firebase tokens: each lets anyone load it.
  public var downloadTokens: Set<String>

  public init(
    byteCount: Int?, digests: Set<ObjectDigest>, contentType: String?, contentEncoding: String? = nil,
    cacheControl: String? = nil, downloadTokens: Set<String> = []
  ) {
    (self.byteCount, self.digests, self.contentType) = (byteCount, digests, contentType)
    (self.contentEncoding, self.cacheControl, self.downloadTokens) = (contentEncoding, cacheControl, downloadTokens)
  }
}

public enum ObjectDigest: Hashable, Sendable {
  case sha256(ContentDigest)
  case md5([UInt8])
}

/// An object to create.
public struct ObjectUpload: Hashable, Sendable {
  public let key: String
  public let bytes: [UInt8]
  public let digest: ContentDigest
  public let contentType: String
  /// The Firebase token that lets anyone load it; nil: its rules decide.
  public let downloadToken: String?

  public init(
    key: String, bytes: [UInt8], digest: ContentDigest, contentType: String, downloadToken: String? = nil
  ) {
    (self.key, self.bytes, self.digest) = (key, bytes, digest)
    (self.contentType, self.downloadToken) = (contentType, downloadToken)
  }

  /// A name is made from its bytes, so they may be kept for as long as caches keep anything: a year
  /// (https://datatracker.ietf.org/doc/html/rfc8246).
  public static let cacheControl = "public, max-age=31536000, immutable"

  /// Stores check the bytes against it.
  var md5: MD5Digest { MD5Digest(of: bytes) }

  /// Whether an object holds exactly these bytes; nil if its store's facts are missing or contradict each other: a note stays when an
  /// object gets other bytes, and some stores' entity tags only look like digests.
  func isHeld(by object: StoredObject) -> Bool? {
    guard object.byteCount == bytes.count else { return false }
    let answers = Set(object.digests.map { $0 == .sha256(digest) || $0 == .md5(md5.bytes) })
    return answers.count == 1 ? answers.first : nil
  }
}
