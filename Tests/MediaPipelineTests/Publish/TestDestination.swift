import Findings
import Foundation
import Libraries
import MediaFacts
import MediaPipeline
import PushDelivery
import Synchronization
import TestSupport
import Testing

/// A destination of each kind, and how to look behind it.
struct TestDestination: Sendable {
  enum Kind: String, Sendable, CaseIterable {
    case directory, s3, gcs, azure
  }

  let kind: Kind
  let destination: any Destination
  let folder = TemporaryFolder()
  /// nil for a directory.
  let server: StoreServer?
  /// Before each name; a test's own, since the store is shared.
  let prefix: ObjectPrefix
  private let store: ObjectStoreClient?

  static let baseURL = "https://cdn.example.com/spring/"

  /// What tests of faults need: short waits, and many attempts however slow the machine is.
  static var settings: StoreSettings {
    var settings = StoreSettings()
    settings.retries = RetryPolicy(
      firstDelay: .milliseconds(1), longestDelay: .milliseconds(5), totalLimit: .seconds(600), mostAttempts: 4)
    return settings
  }

  /// - Parameters:
  ///   - cacheControl: of new objects.
  ///   - other: whose objects this one is to have; nil: it has its own.
  init(
    _ kind: Kind, cacheControl: String? = nil, sharing other: TestDestination? = nil, settings: StoreSettings = settings
  ) async throws {
    self.kind = kind
    let folderName = "test-\(UUID().uuidString.lowercased())/"
    guard let prefix = other?.prefix ?? ObjectPrefix(folderName) else { throw TestServerError.noPrefix }
    self.prefix = prefix
    let base = try Self.base()
    let cloud: StoreServer.Kind? =
      switch kind {
      case .directory: nil
      case .s3: .s3
      case .gcs: .gcs
      case .azure: .azure
      }
    guard let cloud else {
      (server, store) = (nil, nil)
      destination = DirectoryDestination(folder: folder.path, baseURL: base.text)
      return
    }
    let server = if let shared = other?.server { shared } else { try await StoreServer(cloud) }
    let store = try await ObjectStoreClient.of(cloud, server, folder, cacheControl: cacheControl, settings: settings)
    destination = BucketDestination(store, prefix: prefix, address: .folder(base))
    (self.server, self.store) = (server, store)
  }

  /// Puts bytes there without any of what richpush notes about them.
  func plant(_ bytes: [UInt8], named name: String, as type: String = "image/jpeg") async throws {
    guard let store else { return try folder.write(bytes, to: name) }
    let upload = ObjectUpload(
      key: prefix.text + name, bytes: bytes, digest: ContentDigest(of: bytes), contentType: type)
    guard try await store.create(upload) == .created else { throw TestServerError.noPrefix }
  }

  static func base() throws -> BaseURL {
    var problems: [Diagnostic] = []
    return try #require(BaseURL(baseURL, subject: .init(.file, "test"), reporting: &problems))
  }

  /// The object that must be there.
  func object(_ name: String) async throws -> StoredObject {
    guard case .found(let object) = try await find(name) else { throw TestServerError(description: "nothing is there") }
    return object
  }

  /// The facts about the object there.
  func find(_ name: String) async throws -> ObjectLookup {
    guard let store else {
      guard folder.exists(name) else { return .missing }
      let bytes = try folder.bytes(of: name)
      return .found(
        StoredObject(byteCount: bytes.count, digests: [.sha256(ContentDigest(of: bytes))], contentType: "image/jpeg"))
    }
    return try await store.find(prefix.text + name)
  }
}

extension ObjectUpload {
  /// A picture of some bytes.
  init(_ key: String, seed: Int = 1, token: String? = nil) {
    let bytes = PublishedBytes(seed: seed)
    self.init(key: key, bytes: bytes.bytes, digest: bytes.digest, contentType: "image/jpeg", downloadToken: token)
  }

  /// The store's facts about it.
  var digests: Set<ObjectDigest> { [.sha256(digest), .md5(MD5Digest(of: bytes).bytes)] }
}

extension ObjectStoreClient {
  /// - Parameter isPublic: whether objects ask for an access list that lets everyone read.
  static func of(
    _ kind: StoreServer.Kind, _ server: StoreServer, _ folder: TemporaryFolder, bucket: String = "push-assets",
    isPublic: Bool = false, cacheControl: String? = nil, settings: StoreSettings = TestDestination.settings
  ) async throws -> ObjectStoreClient {
    switch kind {
    case .s3:
      try s3(
        server, bucket: bucket, acl: isPublic ? "public-read" : nil, cacheControl: cacheControl, settings: settings)
    case .gcs:
      try await google(
        server, folder, bucket: bucket, acl: isPublic ? "publicRead" : nil, cacheControl: cacheControl,
        settings: settings)
    case .azure: try azure(server, container: bucket, cacheControl: cacheControl, settings: settings)
    }
  }

  /// Why an object is not created.
  func refusal(of upload: ObjectUpload) async -> ObjectStoreError? {
    do throws(ObjectStoreError) { _ = try await create(upload) } catch { return error }
    return nil
  }

  static func s3(
    _ server: StoreServer, user: String = "owner", secret: String? = nil, bucket: String = "push-assets",
    isPathStyle: Bool = true, acl: String? = nil, cacheControl: String? = nil,
    settings: StoreSettings = TestDestination.settings
  ) throws -> ObjectStoreClient {
    guard let key = server.keys[user] else { throw TestServerError.noPrefix }
    let credentials = AWSCredentials(accessKeyID: key[0], secretAccessKey: Secret(secret ?? key[1]))
    let place = S3Bucket(
      endpoint: server.url, bucket: bucket, region: "eu-west-1", usesPathStyle: isPathStyle, acl: acl,
      cacheControl: cacheControl)
    return try place.client(CredentialChain(.keys(credentials)), settings: settings)
  }

  static func google(
    _ server: StoreServer, _ folder: TemporaryFolder, bucket: String = "push-assets", acl: String? = nil,
    cacheControl: String? = nil, settings: StoreSettings = TestDestination.settings
  ) async throws -> ObjectStoreClient {
    try folder.write(try await TestKey.shared().json(tokenURL: server.url + "/token"), to: ".key/key.json")
    let place = GoogleBucket(bucket: bucket, predefinedACL: acl, cacheControl: cacheControl)
    let credentials = place.chain(
      environment: ["GOOGLE_APPLICATION_CREDENTIALS": folder.absolute(".key/key.json")], settings: settings)
    return try place.client(credentials, environment: ["STORAGE_EMULATOR_HOST": server.url], settings: settings)
  }

  /// - Parameter variables: by which it is known who asks; nil: the account's key.
  static func azure(
    _ server: StoreServer, container: String = "push-assets", variables: [String: String]? = nil,
    cacheControl: String? = nil, settings: StoreSettings = TestDestination.settings
  ) throws -> ObjectStoreClient {
    guard let key = server.keys["owner"] else { throw TestServerError.noPrefix }
    let place = AzureContainer(account: key[0], container: container, endpoint: server.url, cacheControl: cacheControl)
    return try place.client(environment: variables ?? ["AZURE_STORAGE_KEY": key[1]], settings: settings)
  }
}

extension TestServerError {
  static let noPrefix = TestServerError(description: "the test cannot be set up")
}

/// Something to publish.
struct PublishedBytes: PublishableRendition {
  let bytes: [UInt8]
  var digest: ContentDigest { ContentDigest(of: bytes) }
  var mediaFormat: MediaFormat { .picture(.jpeg) }

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Bytes of every value, those that mean something to text protocols among them.
  init(seed: Int, count: Int = 40_000) {
    bytes = (0..<count).map { UInt8(truncatingIfNeeded: ($0 &* 31) ^ ($0 >> 8) ^ seed) } + Array("\r\n--\r\n\0".utf8)
  }
}

/// Time that passes only while someone waits.
final class RecordedWaits: Sendable {
  private let waits = Mutex<[Duration]>([])

  var all: [Duration] { waits.withLock { $0 } }

  /// The whole of each wait is waited.
  var clock: RetryClock {
    RetryClock(
      now: { self.all.reduce(.zero, +) }, date: { Date() },
      sleep: { duration in
        self.waits.withLock { $0.append(duration) }
        return true
      }, fraction: { 1 })
  }
}
