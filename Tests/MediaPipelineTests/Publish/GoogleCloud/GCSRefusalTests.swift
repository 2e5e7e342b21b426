import Findings
import MediaFacts
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// What Cloud Storage refuses whatever is uploaded, and what stands for its answers and is none.
@Suite(.timeLimit(.minutes(10))) struct GCSRefusalTests {
  private static let key = "a.jpg"

  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func store(_ server: StoreServer, acl: GCSLocation.PredefinedACL? = nil) async throws -> GCSStore {
    let location = try await GCSStore.test(server, folder).location
    let path = folder.absolute(".key/key.json")
    let credentials = GoogleCredentials.chain(
      environment: ["GOOGLE_APPLICATION_CREDENTIALS": path], settings: TestDestination.settings)
    return GCSStore(
      GCSLocation(bucket: location.bucket, endpoint: location.endpoint, acl: acl), credentials: credentials,
      settings: TestDestination.settings)
  }

  private func error(
    _ status: Int, _ body: String, acl: GCSLocation.PredefinedACL? = nil
  ) async throws -> ObjectStoreError? {
    let server = try await StoreServer(.gcs)
    try server.set(ServerFault(.status, "POST", path: "/upload/", status: status, body: body, isLasting: true))
    let bytes = PublishedBytes(seed: 1)
    let upload = ObjectUpload(key: Self.key, bytes: bytes.bytes, digest: bytes.digest, contentType: "image/jpeg")
    let store = try await store(server, acl: acl)
    do throws(ObjectStoreError) {
      guard case .alreadyThere(let said) = try await store.create(upload) else { return nil }
      return said
    } catch {
      return error
    }
  }

  private static func document(_ reason: String, _ message: String) -> String {
    #"{"error": {"message": "\#(message)", "errors": [{"reason": "\#(reason)"}]}}"#
  }

  @Test(arguments: [
    (400, "invalid", "Cannot insert legacy ACL for an object when uniform bucket-level access is enabled."),
    (
      412, "conditionNotMet", "The member bindings allUsers are not allowed since public access prevention is enforced."
    ),
  ])
  func whatUploadsAskForIsNamed(status: Int, reason: String, message: String) async throws {
    let error = try #require(try await error(status, Self.document(reason, message), acl: .publicRead))
    #expect(error.reason == .refusing && error.isAboutStore && error.detail == "\(reason): \(message)")
    #expect(error.remedy?.contains("leave out `predefined-acl` in pipeline.yml") == true)
  }

  @Test(
    arguments: [
      (400, document("required", "Bucket is a requester pays bucket but no user project provided."), .refusing),
      (400, document("invalid", "Object name contains characters that are not allowed."), .rejected),
      (413, "", .rejected), (302, "", .unusable), (507, "", .busy), (412, "", .refusing),
      // Answers of a success that no Cloud Storage gives.
      (200, "<html>", .unusable), (200, "", .unusable), (200, "{}", .unusable), (200, #"{"name": "a.jpg"}"#, nil),
    ] as [(Int, String, ObjectStoreError.Reason?)])
  func whatIsOfOneObjectIsToldFromWhatIsOfAll(
    status: Int, body: String, reason: ObjectStoreError.Reason?
  ) async throws {
    #expect(try await error(status, body)?.reason == reason)
  }

  @Test func aPageIsNoObject() async throws {
    let fault = ServerFault(
      .status, "GET", path: "/storage/", status: 200, fields: [["Content-Type", "text/html"]], body: "<html>",
      isLasting: true)
    let server = try await StoreServer(.gcs)
    try server.set(fault)
    let store = try await store(server)
    let found = await #expect(throws: ObjectStoreError.self) { try await store.find(Self.key) }
    let loaded = await #expect(throws: ObjectStoreError.self) {
      try await store.load(Self.key, limit: 100, within: .seconds(60))
    }
    #expect(found?.reason == .unusable && loaded?.reason == .unusable)
  }
}
