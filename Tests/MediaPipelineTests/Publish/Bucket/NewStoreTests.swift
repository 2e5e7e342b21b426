import Curl
import Findings
import MediaFacts
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// A store that there is nowhere else: one type. It is asked by plain HTTP, and knows one password.
private struct ShelfDialect: StoreDialect {
  let url: String

  var name: String { "the shelf \(url)" }
  let traits = ObjectTraits()
  let askedTraits: [(key: String, isAsked: Bool)] = []
  let fieldPrefix = "x-shelf"

  func request(_ question: StoreQuestion) -> HTTPRequest {
    switch question {
    case .find(let key): return HTTPRequest(.head, "\(url)/\(key)")
    case .load(let key): return HTTPRequest(.get, "\(url)/\(key)")
    case .list(let prefix, _, _): return HTTPRequest(.get, "\(url)/?\(prefix)")
    case .create(let upload), .replace(let upload):
      var request = HTTPRequest(.put, "\(url)/\(upload.key)")
      if case .create = question { request.fields = [HTTPField("If-None-Match", "*")] }
      request.body = upload.bytes
      return request
    }
  }

  func object(_ response: HTTPResponse) -> StoredObject? {
    StoredObject(byteCount: response.field("Content-Length").flatMap { Int($0) }, digests: [], contentType: nil)
  }

  func receipt(_ response: HTTPResponse) -> UploadReceipt { response.status == 201 ? .stored : .refused }

  func page(_ bytes: [UInt8]) -> ObjectPage? {
    ObjectPage(keys: String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init), next: nil)
  }

  func refusal(_ response: HTTPResponse) -> StoreRefusal {
    var refusal = StoreRefusal(code: "", message: String(decoding: response.body, as: UTF8.self))
    refusal.saysTaken = response.status == 412
    return refusal
  }

  func reason(_ refusal: StoreRefusal, _ response: HTTPResponse, clockLead: Int?) -> ObjectStoreError.Reason {
    response.status == 401 ? .credentials : response.status == 503 ? .busy : .refusing
  }
}

/// All that stores have in common comes with the client.
@Suite(.timeLimit(.minutes(5))) struct NewStoreTests {
  private func client(_ url: String) -> ObjectStoreClient {
    let signer = StoreSigner([Secret("sentinel")]) { request, _ in
      var request = request
      request.authorization = .bearer(Secret("sentinel"))
      return request
    }
    return ObjectStoreClient(ShelfDialect(url: url), CredentialChain(signer), settings: TestDestination.settings)
  }

  private let upload = ObjectUpload(
    key: "b", bytes: [1, 2], digest: ContentDigest(of: [1, 2]), contentType: "image/png")

  @Test func isAskedByOneFile() async throws {
    let condition = "Authorization: Bearer sentinel"
    let server = try await TestServer([
      ScriptedAnswer("/a", status: 503, times: 1),
      ScriptedAnswer("/a", bytes: [7, 8, 9], condition: condition),
      ScriptedAnswer("/b", status: 201, times: 1, condition: "If-None-Match: *", method: "PUT"),
      ScriptedAnswer("/b", status: 412, bytes: Array("taken from sentinel".utf8), condition: "If-None-Match: *"),
      ScriptedAnswer("/b", status: 201, condition: condition, method: "PUT"),
      ScriptedAnswer("/?a", bytes: Array("a\nab\nb".utf8), condition: condition),
      ScriptedAnswer("/c", status: 401),
    ])
    let store = client(server.url(""))
    #expect(try await store.find("a") == .found(StoredObject(byteCount: 3, digests: [], contentType: nil)))
    #expect(try await store.load("a", limit: 3, within: .seconds(60)) == .found([7, 8, 9]))
    #expect(try await store.load("a", limit: 2, within: .seconds(60)) == .tooLarge)
    #expect(try await store.load("none", limit: 2, within: .seconds(60)) == .missing)
    #expect(try await store.create(upload) == .created)
    guard case .alreadyThere(let said) = try await store.create(upload) else { throw TestServerError.noPrefix }
    #expect(said.reason == .refusing && said.detail == "taken from <secret>")
    try await store.replace(upload)
    #expect(try await store.keys(of: "a", limit: 10) == ["a", "ab"])
    let error = await #expect(throws: ObjectStoreError.self) {
      try await store.load("c", limit: 1, within: .seconds(60))
    }
    #expect(error?.reason == .credentials && error?.store == "the shelf \(server.url(""))")
  }
}
