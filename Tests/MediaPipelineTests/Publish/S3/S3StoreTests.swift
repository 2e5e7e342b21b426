import Findings
import Foundation
import Libraries
import MediaFacts
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// Refusals of S3, and the messages about them.
@Suite(.timeLimit(.minutes(10))) struct S3StoreTests {
  private func key() -> String { "test-\(UUID().uuidString)/a b+c&d=é.jpg" }

  @Test(arguments: [true, false]) func bothStylesOfAddressAreTheSameBucket(isPathStyle: Bool) async throws {
    let server = try await StoreServer(.s3)
    let (store, other) = (
      try ObjectStoreClient.s3(server, isPathStyle: isPathStyle),
      try ObjectStoreClient.s3(server, isPathStyle: !isPathStyle)
    )
    let key = key()
    #expect(try await store.create(ObjectUpload(key)) == .created)
    #expect(try await other.create(ObjectUpload(key)) != .created)
    let expected = StoredObject(
      byteCount: ObjectUpload(key).bytes.count, digests: ObjectUpload(key).digests, contentType: "image/jpeg",
      cacheControl: ObjectUpload.cacheControl)
    #expect(try await other.find(key) == .found(expected))
  }

  /// As moto keeps them, asked for by its owner.
  @Test func objectsGetWhatPipelineSays() async throws {
    let server = try await StoreServer(.s3)
    let (key, path) = ("test-\(UUID().uuidString)", "\(server.url)/push-assets/")
    let store = try ObjectStoreClient.s3(server, acl: "public-read")
    #expect(try await store.create(ObjectUpload(key)) == .created)
    let acl = String(decoding: try await load(server, .get, path + key + "?acl=").body, as: UTF8.self)
    #expect(acl.contains("AllUsers"), "\(acl)")
  }

  /// Signed by the store's owner.
  private func load(
    _ server: StoreServer, _ method: HTTPMethod, _ url: String, _ body: [UInt8] = [], _ fields: [HTTPField] = []
  ) async throws -> HTTPResponse {
    let owner = try #require(server.keys["owner"])
    let credentials = AWSCredentials(accessKeyID: owner[0], secretAccessKey: Secret(owner[1]))
    var request = HTTPRequest(method, url, fields: fields, bodyLimit: 100_000, timeLimit: .seconds(60))
    request.body = body
    return try await HTTPClient().load(AWSSignature.sign(request, as: credentials, region: "eu-west-1", at: Date()))
  }

  /// A writer to the bucket can note anything: the bytes decide.
  @Test(arguments: [false, true]) func aNoteThatIsNotTrueIsFoundOut(areSameBytes: Bool) async throws {
    let server = try await StoreServer(.s3)
    let store = try ObjectStoreClient.s3(server)
    let (ours, others) = (PublishedBytes(seed: 7), PublishedBytes(seed: 8))
    let prefix = try #require(ObjectPrefix("test-\(UUID().uuidString)/"))
    let name = PublishedAsset.name(slug: "logo", rendition: ours)
    let (bytes, note) = areSameBytes ? (ours.bytes, others.digest) : (others.bytes, ours.digest)
    #expect(ours.bytes.count == others.bytes.count)
    _ = try await load(
      server, .put, "\(server.url)/push-assets/\(prefix.text)\(name)", bytes,
      [HTTPField("content-type", "image/jpeg"), HTTPField("x-amz-meta-sha256", note.hex)])
    let destination = BucketDestination(store, prefix: prefix, address: .folder(try TestDestination.base()))
    if areSameBytes {
      #expect(try await destination.publish(ours, slug: "logo").wasWritten == false)
    } else {
      await #expect(throws: PublishError.conflict(name: name)) { try await destination.publish(ours, slug: "logo") }
    }
  }

  @Test func aWrongClockIsToldWithItsDifference() async throws {
    let server = try await StoreServer(.s3)
    let body = "<Error><Code>RequestTimeTooSkewed</Code><Message>x</Message></Error>"
    try server.set(
      ServerFault(.status, "PUT", status: 403, fields: [["Date", "Sun, 06 Nov 1994 08:49:37 GMT"]], body: body))
    var settings = TestDestination.settings
    settings.clock.date = { Date(timeIntervalSince1970: 784_111_777 - 7200) }
    let error = try #require(
      try await ObjectStoreClient.s3(server, settings: settings).refusal(of: ObjectUpload(key())))
    #expect(error.reason == .clock(ahead: -7200))
    let diagnostic = PublishError.store(error).diagnostics(for: "a.png")[0]
    #expect(diagnostic.rule == "machine.clock" && diagnostic.message.contains("7200 s behind"))
  }

  /// Without the right to list, a missing object answers 403, and can be uploaded.
  @Test func lookingMayBeForbidden() async throws {
    let place = try await TestDestination(.s3)
    try place.server?.set(ServerFault(.status, "HEAD", status: 403, isLasting: true))
    #expect(try await place.destination.publish(PublishedBytes(seed: 1), slug: "logo").wasWritten)
    await #expect(throws: PublishError.self) {
      try await place.destination.publish(PublishedBytes(seed: 1), slug: "logo")
    }
  }

  @Test(arguments: [true, false]) func aCertificateIsVerified(isTrusted: Bool) async throws {
    let server = try await StoreServer(.s3, isSecure: true)
    var settings = TestDestination.settings
    if isTrusted { settings.certificateFile = try await TestAuthority.shared().certificateFile }
    let error = try await ObjectStoreClient.s3(server, settings: settings).refusal(of: ObjectUpload(key()))
    #expect(error?.reason == (isTrusted ? nil : .insecure) && (isTrusted || error?.attempts == 1))
  }

  @Test func noServerIsToldSo() async throws {
    let bucket = S3Bucket(endpoint: "http://127.0.0.1:1", bucket: "b", region: "eu-west-1", usesPathStyle: true)
    let key = AWSCredentials(accessKeyID: "a", secretAccessKey: Secret("b"))
    let store = try bucket.client(CredentialChain(.keys(key)), settings: TestDestination.settings)
    let error = await store.refusal(of: ObjectUpload("a.jpg"))
    #expect(error?.reason == .unreachable && error?.attempts == 4)
  }

  /// A server that tells all it was sent, in the words that errors repeat.
  @Test func noErrorTellsWhatTheStoreKnows() async throws {
    let server = try await StoreServer(.s3)
    try server.set(ServerFault(.echo, "PUT", status: 400, body: "<Error><Code>Odd</Code><Message>%s</Message></Error>"))
    let bucket = S3Bucket(endpoint: server.url, bucket: "push-assets", region: "eu-west-1", usesPathStyle: true)
    let credentials = AWSCredentials(
      accessKeyID: "AKID", secretAccessKey: Secret("sentinel-secret"), sessionToken: Secret("sentinel-token"))
    let store = try bucket.client(CredentialChain(.keys(credentials)), settings: TestDestination.settings)
    let error = try #require(await store.refusal(of: ObjectUpload(key())))
    #expect(error.detail.hasPrefix("Odd: ") && error.detail.count <= 300)
    var texts = "\(error)\(PublishError.store(error).diagnostics(for: "a")[0])\(store)\(credentials)"
    dump(store, to: &texts)
    #expect(!texts.contains("sentinel"))
  }
}
