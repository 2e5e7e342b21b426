import Findings
import Foundation
import Libraries
import MediaFacts
import MediaPipeline
import PushDelivery
import Synchronization
import TestSupport
import Testing

/// Refusals of Cloud Storage, and the tokens that it is sent.
@Suite(.timeLimit(.minutes(10))) struct GCSStoreTests {
  let folder = TemporaryFolder()

  private static func key() -> String { "test-\(UUID().uuidString)/a b+c&d=é.jpg" }

  private func tokenRequests(_ server: StoreServer) -> Int { server.log.filter { $0.contains("oken") }.count }

  @Test func metadataComesWithTheUpload() async throws {
    let server = try await StoreServer(.gcs)
    let store = try await ObjectStoreClient.google(server, folder)
    let upload = ObjectUpload(Self.key(), token: "t-1")
    #expect(try await store.create(upload) == .created)
    #expect(try await store.create(upload) != .created)
    guard case .found(let object) = try await store.find(upload.key) else {
      Issue.record("nothing is there")
      return
    }
    #expect(object.byteCount == upload.bytes.count && object.contentType == "image/jpeg")
    #expect(object.downloadTokens == ["t-1"])
    #expect(try await store.find(upload.key + "x") == .missing)
  }

  /// A token that was revoked, or whose server forgot it.
  @Test func aTokenThatIsRefusedIsReplacedOnce() async throws {
    let server = try await StoreServer(.gcs)
    let store = try await ObjectStoreClient.google(server, folder)
    try server.set(ServerFault(.status, "POST", path: "/upload/", status: 401))
    #expect(try await store.create(ObjectUpload(Self.key())) == .created)
    try server.set(ServerFault(.status, "POST", path: "/upload/", status: 401, isLasting: true))
    #expect(await store.refusal(of: ObjectUpload(Self.key()))?.reason == .credentials)
    #expect(tokenRequests(server) == 3)
  }

  @Test func withoutKeyAndMetadataServerThereAreNoCredentials() async throws {
    // No server listens at port 1, and the store is not asked without a token.
    var settings = TestDestination.settings
    settings.retries.mostAttempts = 1
    let bucket = GoogleBucket(bucket: "push-assets")
    let credentials = bucket.chain(
      environment: ["GCE_METADATA_HOST": "127.0.0.1:1", "HOME": folder.path], settings: settings)
    let store = try bucket.client(
      credentials, environment: ["STORAGE_EMULATOR_HOST": "http://127.0.0.1:1"], settings: settings)
    let error = try #require(await store.refusal(of: ObjectUpload(Self.key())))
    #expect(error.reason == .noCredentials && error.isAboutStore && !error.isTransient)
    #expect(PublishError.store(error).diagnostics(for: "a").map(\.rule) == ["destination.credentials"])
  }

  @Test func theMetadataServerGivesTokensToo() async throws {
    let server = try await StoreServer(.gcs)
    let bucket = GoogleBucket(bucket: "push-assets")
    let credentials = bucket.chain(
      environment: ["GCE_METADATA_HOST": "localhost:\(server.port)", "HOME": folder.path],
      settings: TestDestination.settings)
    let store = try bucket.client(
      credentials, environment: ["STORAGE_EMULATOR_HOST": server.url], settings: TestDestination.settings)
    #expect(try await store.create(ObjectUpload(Self.key())) == .created)
    #expect(server.log.contains("GET /computeMetadata/v1/instance/service-accounts/default/token"))
  }

  @Test func aKeyThatGoogleDoesNotKnowIsToldSo() async throws {
    let server = try await StoreServer(.gcs)
    try server.set(
      ServerFault(
        .status, "POST", path: "/token", status: 400,
        body: #"{"error":"invalid_grant","error_description":"Invalid JWT Signature."}"#))
    let error = try #require(try await ObjectStoreClient.google(server, folder).refusal(of: ObjectUpload(Self.key())))
    #expect(
      error.reason == .credentials
        && error.detail == "GOOGLE_APPLICATION_CREDENTIALS: invalid_grant: Invalid JWT Signature.")
    #expect(error.store == server.url + "/token")
  }

  @Test func aWrongClockIsToldSo() async throws {
    var settings = TestDestination.settings
    settings.clock.date = { Date().addingTimeInterval(86_400) }
    let server = try await StoreServer(.gcs)
    let error = try await ObjectStoreClient.google(server, folder, settings: settings).refusal(
      of: ObjectUpload(Self.key()))
    guard case .clock(let seconds) = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect((86_000...87_000).contains(seconds))
  }

  /// A server that tells all it was sent.
  @Test(arguments: ["/upload/", "/token"]) func noErrorTellsAToken(path: String) async throws {
    let server = try await StoreServer(.gcs)
    let body = path == "/token" ? #"{"error":"odd","error_description":"%s"}"# : #"{"error":{"message":"%s"}}"#
    try server.set(ServerFault(.echo, "POST", path: path, status: 400, body: body))
    let store = try await ObjectStoreClient.google(server, folder)
    let error = try #require(await store.refusal(of: ObjectUpload(Self.key())))
    #expect(!error.detail.isEmpty)
    var texts = "\(error)\(PublishError.store(error).diagnostics(for: "a")[0])\(store)"
    dump(store, to: &texts)
    #expect(!texts.contains("sentinel-token") && !texts.contains("PRIVATE KEY") && !texts.contains("eyJ"))
  }

  @Test func firebaseTokensMustBeThere() async throws {
    let server = try await StoreServer(.gcs)
    let store = try await ObjectStoreClient.google(server, folder)
    let prefix = try #require(ObjectPrefix("test-\(UUID().uuidString)"))
    func destination(usesToken: Bool) -> BucketDestination {
      let download = FirebaseDownload(bucket: "push-assets", prefix: prefix, usesToken: usesToken)
      return BucketDestination(store, prefix: prefix, address: .firebase(download))
    }
    let bytes = PublishedBytes(seed: 9)
    let asset = try await destination(usesToken: true).publish(bytes, slug: "logo")
    let token = try #require(asset.url.split(separator: "=").last)
    #expect(asset.url.hasPrefix("https://firebasestorage.googleapis.com/v0/b/push-assets/o/test-"))
    #expect(asset.url.contains("%2Flogo.") && asset.url.contains(".jpg?alt=media&token=") && token.count == 36)
    #expect(try await destination(usesToken: true).publish(bytes, slug: "logo").url == asset.url)
    let bare = PublishedBytes(seed: 10)
    _ = try await destination(usesToken: false).publish(bare, slug: "logo")
    await #expect(throws: PublishError.self) { try await destination(usesToken: true).publish(bare, slug: "logo") }
  }
}
