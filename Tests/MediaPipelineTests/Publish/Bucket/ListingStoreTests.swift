import Foundation
import MediaFacts
import MediaPipeline
import TestSupport
import Testing

/// Lists of objects, of real stores and of others.
@Suite(.timeLimit(.minutes(10))) struct ListingStoreTests {
  private func store(_ kind: StoreServer.Kind, _ server: StoreServer, _ folder: TemporaryFolder) async throws
    -> ObjectStoreClient
  {
    switch kind {
    case .s3: try ObjectStoreClient.s3(server)
    case .gcs: try await ObjectStoreClient.google(server, folder)
    case .azure: try ObjectStoreClient.azure(server)
    }
  }

  private func upload(_ key: String) -> ObjectUpload {
    ObjectUpload(key: key, bytes: [1], digest: ContentDigest(of: [1]), contentType: "text/plain")
  }

  /// The keys of all pages.
  private func allKeys(of prefix: String, in store: ObjectStoreClient, pageSize: Int) async throws -> [String] {
    var (keys, token, isLast): ([String], String?, Bool) = ([], nil, false)
    while !isLast {
      let page = try await store.page(of: prefix, after: token, size: pageSize)
      keys += page.keys
      (token, isLast) = (page.next, page.next == nil)
    }
    return keys
  }

  @Test(arguments: StoreServer.Kind.allCases) func everyPageIsRead(kind: StoreServer.Kind) async throws {
    let (server, folder) = (try await StoreServer(kind), try TemporaryFolder())
    let store = try await store(kind, server, folder)
    let prefix = "test-\(UUID().uuidString)/"
    #expect(try await allKeys(of: prefix, in: store, pageSize: 10) == [])
    let names = (1...25).map { "shard-\($0)" } + ["a b+c&d=é<>\"'.x"]
    for name in names { #expect(try await store.create(upload(prefix + name)) == .created) }
    for size in [1_000, 26, 10, 1] {
      let keys = try await allKeys(of: prefix, in: store, pageSize: size)
      #expect(Set(keys) == Set(names.map { prefix + $0 }) && keys.count == 26)
    }
    #expect(try await allKeys(of: prefix + "shard-2", in: store, pageSize: 2).count == 7)
    try server.set(ServerFault(.status, "GET", status: 503, isLasting: true, every: 3))
    #expect(try await allKeys(of: prefix, in: store, pageSize: 2).count == 26)
  }

  @Test func whatIsMissingOrForbiddenIsToldSo() async throws {
    let server = try await StoreServer(.s3)
    for (store, reason) in [
      (try ObjectStoreClient.s3(server, bucket: "no-such-bucket"), ObjectStoreError.Reason.missingBucket),
      (try ObjectStoreClient.s3(server, user: "stranger"), .forbidden),
      (try ObjectStoreClient.s3(server, secret: "sentinel-wrong"), .credentials),
    ] {
      let error = await #expect(throws: ObjectStoreError.self) { try await store.page(of: "a", after: nil, size: 1) }
      #expect(error?.reason == reason && error.map { !"\($0)".contains("sentinel") } == true)
    }
    let cloud = try await StoreServer(.gcs)
    // The key is read when it is needed.
    let folder = try TemporaryFolder()
    let missing = try await ObjectStoreClient.google(cloud, folder, bucket: "no-such-bucket")
    let error = await #expect(throws: ObjectStoreError.self) { try await missing.page(of: "a", after: nil, size: 1) }
    withExtendedLifetime(folder) {}
    #expect(error?.reason == .missingBucket)
  }

  @Test(
    arguments: [
      ("", nil), ("<html></html>", nil), ("<Key>a</Key>", nil), ("<ListBucketResult", nil),
      ("<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>", nil),
      (
        "<ListBucketResult xmlns=\"x\"><Key>a&amp;lt;&lt;</Key></ListBucketResult>",
        ObjectPage(keys: ["a&lt;<"], next: nil)
      ),
      (
        "<ListBucketResult><NextContinuationToken>t</NextContinuationToken><Key><Key>a</Key></Key>",
        ObjectPage(keys: ["", "a"], next: nil)
      ),
    ] as [(String, ObjectPage?)]) func hostileDocumentsAreRead(text: String, page: ObjectPage?)
  {
    #expect(ObjectPage(s3: Array(text.utf8)) == page)
  }

  @Test(
    arguments: [
      ("", nil), ("<Name>a</Name>", nil), ("<EnumerationResults", nil),
      (
        "\u{FEFF}<?xml version=\"1.0\"?><EnumerationResults a=\"b\"><NextMarker /></EnumerationResults>",
        .init(keys: [], next: nil)
      ),
      (
        "<EnumerationResults><Name>a&amp;lt;%41</Name><Name Encoded=\"true\">a%EF%BF%BEb</Name><NextMarker>&lt;</NextMarker>",
        .init(keys: ["a&lt;%41", "a\u{FFFE}b"], next: "<")
      ),
    ] as [(String, ObjectPage?)]) func hostileListsOfBlobsAreRead(text: String, page: ObjectPage?)
  {
    #expect(ObjectPage(azure: Array(text.utf8)) == page)
  }

  /// It would ask for the first page again, ten thousand times.
  @Test func anEmptyTokenIsNone() {
    let text = #"{"items": [{"name": "a"}], "nextPageToken": ""}"#
    #expect(ObjectPage(gcs: Array(text.utf8)) == ObjectPage(keys: ["a"], next: nil))
    #expect(ObjectPage(keys: ["a"], next: "") == ObjectPage(keys: ["a"], next: nil))
  }

  @Test func brokenListsDoNoHarm() {
    let list = "<ListBucketResult><IsTruncated>true</IsTruncated><Contents><Key>a&amp;</Key></Contents>"
    let s3 = Array((list + "<NextContinuationToken>t</NextContinuationToken></ListBucketResult>").utf8)
    let gcs = Array(#"{"items": [{"name": "a"}], "nextPageToken": "t"}"#.utf8)
    let azure = Array(
      "<EnumerationResults><Name Encoded=\"true\">a%20&amp;</Name><NextMarker>t</NextMarker></EnumerationResults>".utf8)
    var random = SeededGenerator(seed: 12)
    for _ in 0..<2_000 {
      _ = ObjectPage(s3: BrokenText.mutating(s3, using: &random))
      _ = ObjectPage(gcs: BrokenText.mutating(gcs, using: &random))
      _ = ObjectPage(azure: BrokenText.mutating(azure, using: &random))
    }
  }
}
