import Foundation
import MediaFacts
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// Listing an object, of real stores and of others.
@Suite(.timeLimit(.minutes(10))) struct ListingStoreTests {
  @Test(arguments: StoreServer.Kind.allCases) func aPrefixIsListed(kind: StoreServer.Kind) async throws {
    let (server, folder) = (try await StoreServer(kind), TemporaryFolder())
    let store = try await ObjectStoreClient.of(kind, server, folder)
    let prefix = "test-\(UUID().uuidString)/"
    try await store.requireList(of: prefix)
    let upload = ObjectUpload(
      key: prefix + "a b+c&d=é<>\"'.x", bytes: [1], digest: ContentDigest(of: [1]), contentType: "text/plain")
    #expect(try await store.create(upload) == .created)
    try await store.requireList(of: prefix)
    try server.set(ServerFault(.status, "GET", status: 503, isLasting: true, every: 2))
    for _ in 1...4 { try await store.requireList(of: prefix + "a b+c&d=é") }
  }

  @Test func whatIsMissingOrForbiddenIsToldSo() async throws {
    let server = try await StoreServer(.s3)
    for (store, reason) in [
      (try ObjectStoreClient.s3(server, bucket: "no-such-bucket"), ObjectStoreError.Reason.missingBucket),
      (try ObjectStoreClient.s3(server, user: "stranger"), .forbidden),
      (try ObjectStoreClient.s3(server, secret: "sentinel-wrong"), .credentials),
    ] {
      let error = await #expect(throws: ObjectStoreError.self) { try await store.requireList(of: "a") }
      #expect(error?.reason == reason && error.map { !"\($0)".contains("sentinel") } == true)
    }
    let cloud = try await StoreServer(.gcs)
    // The key is read when it is needed.
    let folder = TemporaryFolder()
    let missing = try await ObjectStoreClient.google(cloud, folder, bucket: "no-such-bucket")
    let error = await #expect(throws: ObjectStoreError.self) { try await missing.requireList(of: "a") }
    withExtendedLifetime(folder) {}
    #expect(error?.reason == .missingBucket)
  }

  @Test(
    arguments: [
      ("", []), ("<html></html>", []), ("<Key>a</Key>", []), ("<ListBucketResult", []), ("\"welcome\"", []),
      ("<ListBucketResult xmlns=\"x\"><Key>a&amp;lt;&lt;</Key></ListBucketResult>", [.s3]),
      ("\u{FEFF}<?xml version=\"1.0\"?><a:ListBucketResult />", [.s3]),
      ("\u{FEFF}<?xml version=\"1.0\"?><EnumerationResults><Blobs/></EnumerationResults>", [.azure]), ("{}", [.gcs]),
    ] as [(String, [StoreServer.Kind])])
  func onlyAListIsOne(text: String, kinds: [StoreServer.Kind]) throws {
    let places: [StoreServer.Kind: any BucketPlace] = [
      .s3: S3Bucket(endpoint: "https://s3.example.com", bucket: "assets", region: "eu-west-1"),
      .gcs: GoogleBucket(bucket: "assets"), .azure: AzureContainer(account: "account", container: "assets"),
    ]
    for (kind, place) in places {
      let dialect = try #require(place.dialect(environment: [:]))
      #expect(dialect.isList(Array(text.utf8)) == kinds.contains(kind), "\(kind)")
    }
  }
}
