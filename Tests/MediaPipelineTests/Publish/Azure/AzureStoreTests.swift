import Findings
import Foundation
import Libraries
import MediaFacts
import MediaPipeline
import PushDelivery
import Synchronization
import TestSupport
import Testing

/// Requests to Azure, verified by Microsoft's own package, its refusals, and their messages.
@Suite(.timeLimit(.minutes(10))) struct AzureStoreTests {
  private static let key = "test/a b+c&d='é$%(1)~!*.jpg"

  private func token(_ user: String, _ server: StoreServer) -> [String: String] {
    ["AZURE_STORAGE_SAS_TOKEN": server.keys[user]?.first ?? ""]
  }

  /// Under names of all kinds of characters, by either kind of credentials, in requests of every kind.
  @Test(arguments: [false, true]) func whatIsSentIsUnderstood(byToken: Bool) async throws {
    let server = try await StoreServer(.azure)
    let store = try ObjectStoreClient.azure(server, variables: byToken ? token("publisher", server) : nil)
    let upload = ObjectUpload(Self.key)
    #expect(try await store.find(Self.key) == .missing)
    #expect(try await store.load(Self.key, limit: 100_000, within: .seconds(60)) == .missing)
    #expect(try await store.create(upload) == .created)
    #expect(try await store.create(ObjectUpload(Self.key, seed: 2)) != .created)
    let expected = StoredObject(
      byteCount: upload.bytes.count, digests: upload.digests, contentType: "image/jpeg",
      cacheControl: ObjectUpload.cacheControl)
    #expect(try await store.find(Self.key) == .found(expected))
    #expect(try await store.load(Self.key, limit: 100_000, within: .seconds(60)) == .found(upload.bytes))
    #expect(try await store.load(Self.key, limit: 10, within: .seconds(60)) == .tooLarge)
    try await store.requireList(of: "test/a b+c&")
    try await store.replace(ObjectUpload(Self.key, seed: 2))
    #expect(
      try await store.load(Self.key, limit: 100_000, within: .seconds(60)) == .found(PublishedBytes(seed: 2).bytes))
    #expect(try await loaded(Self.key, from: server).field("Cache-Control") == "no-store")
  }

  /// As the public loads it.
  private func loaded(_ key: String, from server: StoreServer) async throws -> HTTPResponse {
    let url = "\(server.url)/pushaccount/push-assets/\(PercentEncoding.path(key))"
    return try await HTTPClient().load(HTTPRequest(.head, url, bodyLimit: 0, timeLimit: .seconds(60)))
  }

  /// Without rights to read or overwrite, creating shows that a name is taken.
  @Test func creatingAloneIsEnoughOnce() async throws {
    let server = try await StoreServer(.azure)
    let store = try ObjectStoreClient.azure(server, variables: token("creator", server))
    guard case .unclear(let error) = try await store.find(Self.key) else { throw TestServerError.noPrefix }
    #expect(error.reason == .forbidden && error.detail.hasPrefix("AuthorizationPermissionMismatch"))
    #expect(try await store.create(ObjectUpload(Self.key)) == .created)
    #expect(try await store.create(ObjectUpload(Self.key)) != .created)
  }

  @Test func aWrongKeyIsToldSo() async throws {
    let server = try await StoreServer(.azure)
    let error = try #require(
      try await ObjectStoreClient.azure(server, variables: ["AZURE_STORAGE_KEY": "c2VudGluZWw="]).refusal(
        of: ObjectUpload(Self.key)))
    #expect(error.reason == .credentials && error.detail.hasPrefix("AuthenticationFailed: Server failed"))
    #expect(!error.detail.contains("RequestId"))
    let diagnostic = PublishError.store(error).diagnostics(for: "a.png")[0]
    #expect(diagnostic.rule == "destination.credentials" && !"\(diagnostic)\(error)".contains("c2VudGluZWw="))
  }

  @Test func aMissingPermissionIsToldSo() async throws {
    let server = try await StoreServer(.azure)
    let error = try #require(
      try await ObjectStoreClient.azure(server, variables: token("reader", server)).refusal(of: ObjectUpload(Self.key)))
    #expect(error.reason == .forbidden && error.remedy?.contains("permissions crl") == true)
  }

  @Test func aMissingContainerIsToldSo() async throws {
    let server = try await StoreServer(.azure)
    let store = try ObjectStoreClient.azure(server, container: "no-such-container")
    let error = try #require(await store.refusal(of: ObjectUpload(Self.key)))
    #expect(error.reason == .missingBucket && error.store.hasSuffix("/pushaccount/no-such-container"))
    guard case .unclear(let unclear) = try await store.find(Self.key) else { throw TestServerError.noPrefix }
    #expect(unclear.reason == .missingBucket)
    await #expect(throws: ObjectStoreError.self) { try await store.load(Self.key, limit: 1, within: .seconds(60)) }
  }

  @Test func aWrongClockIsToldWithItsDifference() async throws {
    let server = try await StoreServer(.azure)
    var settings = TestDestination.settings
    settings.clock.date = { Date(timeIntervalSinceNow: -7200) }
    let error = try #require(
      try await ObjectStoreClient.azure(server, settings: settings).refusal(of: ObjectUpload(Self.key)))
    guard case .clock(let ahead) = error.reason else {
      Issue.record("\(error)")
      return
    }
    #expect(abs(ahead + 7200) < 60)
  }

  /// The time of a signature is that of its attempt.
  @Test func eachAttemptIsSignedAnew() async throws {
    let server = try await StoreServer(.azure)
    try server.set(ServerFault(.status, "PUT", status: 503))
    let clock = SteppingClock()
    var settings = TestDestination.settings
    settings.clock.date = { clock.next() }
    #expect(try await ObjectStoreClient.azure(server, settings: settings).refusal(of: ObjectUpload(Self.key)) == nil)
    #expect(server.methods == ["PUT", "PUT"])
  }

  /// A server that tells all it was sent, in the words that errors repeat.
  @Test(arguments: [false, true]) func noErrorTellsWhatTheStoreKnows(byToken: Bool) async throws {
    let server = try await StoreServer(.azure)
    try server.set(ServerFault(.echo, "PUT", status: 400, body: "<Error><Code>Odd</Code><Message>%s</Message></Error>"))
    let store = try ObjectStoreClient.azure(server, variables: byToken ? token("publisher", server) : nil)
    let error = try #require(await store.refusal(of: ObjectUpload(Self.key)))
    #expect(error.detail.hasPrefix("Odd: ") && (!byToken || error.detail.contains("<secret>")))
    var texts = "\(error)\(PublishError.store(error).diagnostics(for: "a")[0])\(store)"
    dump(store, to: &texts)
    for secret in [server.keys["owner"]?[1], server.keys["publisher"]?[0]] {
      let secret = try #require(secret)
      #expect(!texts.contains(secret) && !texts.contains(secret.suffix(30)))
    }
  }
}

/// A clock that is more than Azure's fifteen minutes slow when it is asked first, and right afterwards.
private final class SteppingClock: Sendable {
  private let isFirst = Mutex(true)

  func next() -> Date {
    isFirst.withLock { isFirst in
      defer { isFirst = false }
      return isFirst ? Date(timeIntervalSinceNow: -1200) : Date()
    }
  }
}
