import Findings
import Foundation
import Libraries
import MediaFacts
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// A store that there is nowhere else: this file has all of it. It is asked by plain HTTP, and knows one password.
private struct ShelfDialect: StoreDialect {
  let url: String

  var name: String { "the shelf \(url)" }
  let cacheControl: String? = nil
  let fieldPrefix = "x-shelf"

  func url(of key: String) -> String { "\(url)/\(key)" }

  func list(_ prefix: String) -> HTTPRequest { HTTPRequest(.get, "\(url)/?\(prefix)") }

  func put(_ upload: ObjectUpload, isNew: Bool) -> HTTPRequest {
    var request = HTTPRequest(.put, url(of: upload.key))
    if isNew { request.fields = [HTTPField("If-None-Match", "*")] }
    request.body = upload.bytes
    return request
  }

  func object(_ response: HTTPResponse) -> StoredObject? {
    StoredObject(byteCount: response.field("Content-Length").flatMap { Int($0) }, digests: [], contentType: nil)
  }

  func confirms(_ response: HTTPResponse) -> Bool { response.status == 201 }

  func isList(_ body: [UInt8]) -> Bool { body.starts(with: Array("a\n".utf8)) }

  func refusal(_ response: HTTPResponse) -> StoreRefusal {
    var refusal = StoreRefusal(code: "", message: String(decoding: response.body, as: UTF8.self))
    if response.status == 412 { refusal.reason = .taken }
    return refusal
  }
}

/// Its keys in pipeline.yml, and where the password comes from.
private struct ShelfBucket: BucketPlace {
  var url = ""
  var prefix = ""

  static let grammar = DestinationGrammar(
    kind: "shelf", noun: "a shelf", template: ["to", "url", "prefix"], section: section)

  private static let page = HandbookPage(
    text: EmbeddedFile.text("handbook/pipeline.md") + """

      ## publish.shelf

      keys

      A shelf.

      ## publish.shelf.url

      text · required

      Where the shelf is.

      ## publish.shelf.prefix

      text

      The beginning of every name.

      """)

  private static let section = Section(
    DestinationDraft(ShelfBucket(), verification: .off), at: HandbookPlace(page, ["publish.shelf", "publish"])
  ) {
    Key.to("shelf")
    Key.name()
    Key("url", \.place.url, .text).required.example(.written("https://shelf.example.com"))
    Key("prefix", \.place.prefix, .text).example(.written("spring/"))
    Key.verify()
    Key.baseURL(example: "https://cdn.example.com/spring/")
  }

  func dialect(environment: [String: String]) -> (any StoreDialect)? { ShelfDialect(url: url) }

  func chain(environment: [String: String], settings: StoreSettings) -> CredentialChain {
    let password = environment["SHELF_PASSWORD"].map { SourceAnswer.found(Lease(.token(Secret($0)))) }
    let source: CredentialSource = ("SHELF_PASSWORD", { password ?? .absent("it is not set") })
    return CredentialChain(for: "the shelf", remedy: "set SHELF_PASSWORD", [source])
  }
}

/// A new kind of destination is one file, and everything knows it: all that stores have in common comes with the client.
@Suite(.timeLimit(.minutes(5))) struct NewDestinationTests {
  private let file = PipelineFile(destinations: Destinations.all + [ShelfBucket.self])

  private func read(_ keys: String) -> Checked<PipelineConfiguration> { file.read("publish: [{to: shelf, \(keys)}]") }

  private static let variables = ["SHELF_PASSWORD": "sentinel"]

  private let upload = ObjectUpload(
    key: "b", bytes: [1, 2], digest: ContentDigest(of: [1, 2]), contentType: "image/png")

  @Test func itIsInSchemaAndTemplate() throws {
    let schema = try JSONDecoder().decode(JSONValue.self, from: Data(file.schema))
    guard case .array(let kinds) = schema["properties"]?["publish"]?["items"]?["anyOf"] else {
      Issue.record("the schema has no kinds")
      return
    }
    #expect(kinds.count == Destinations.all.count + 1)
    #expect(kinds.last?["properties"]?["url"]?["description"] == "Where the shelf is.")
    #expect(kinds.last?["required"] == ["to", "url"])
    #expect(file.template.contains("  # A shelf.\n  # - to: shelf\n  #   url: https://shelf.example.com\n"))
  }

  @Test func diagnosticsNameIt() {
    #expect(
      read("url: a, bucket: b").diagnostics.map(\.message) == [
        "the key would do nothing: a destination of the kind shelf has none"
      ])
    #expect(read("").diagnostics.map(\.subject.keyPath) == ["publish[0].url"])
    #expect(
      file.read("publish: [{to: shlef}]").diagnostics.map(\.message) == [
        "`shlef` is not one of `directory`, `s3`, `gcs`, `azure`, `shelf`"
      ])
    #expect(
      file.read("publish: [{to: gcs, bucket: push, url: a}]").diagnostics.map(\.message) == [
        "the key would do nothing: a destination of the kind gcs has none"
      ])
    let address = "url: a, base-url: 'https://cdn.iana.org/'"
    let configuration = read(address).value?.applying(ConfigurationOverrides([.output: "a"]))
    #expect(
      configuration?.resolvedDestination(output: "a").diagnostics.map(\.message) == [
        "the destination `shelf` is a shelf, and nothing is published to a folder"
      ])
  }

  @Test func isAskedByOneFile() async throws {
    let condition = "Authorization: Bearer sentinel"
    let server = try await TestServer([
      ScriptedAnswer("/a", status: 503, times: 1), ScriptedAnswer("/a", bytes: [7, 8, 9], condition: condition),
      ScriptedAnswer("/b", status: 201, times: 1, condition: "If-None-Match: *", method: "PUT"),
      ScriptedAnswer("/b", status: 412, bytes: Array("taken from sentinel".utf8), condition: "If-None-Match: *"),
      ScriptedAnswer("/b", status: 201, condition: condition, method: "PUT"),
      ScriptedAnswer("/?a", bytes: Array("a\nab".utf8), condition: condition),
      ScriptedAnswer("/?b", bytes: Array("welcome".utf8), condition: condition), ScriptedAnswer("/c", status: 401),
    ])
    let store = try ShelfBucket(url: server.url("")).client(
      environment: Self.variables, settings: TestDestination.settings)
    #expect(try await store.find("a") == .found(StoredObject(byteCount: 3, digests: [], contentType: nil)))
    #expect(try await store.load("a", limit: 3, within: .seconds(60)) == .found([7, 8, 9]))
    #expect(try await store.load("a", limit: 2, within: .seconds(60)) == .tooLarge)
    #expect(try await store.load("none", limit: 2, within: .seconds(60)) == .missing)
    #expect(try await store.create(upload) == .created)
    guard case .alreadyThere(let said) = try await store.create(upload) else { throw TestServerError.noPrefix }
    #expect(said.reason == .refusing && said.detail == "taken from <secret>")
    try await store.replace(upload)
    try await store.requireList(of: "a")
    let other = await #expect(throws: ObjectStoreError.self) { try await store.requireList(of: "b") }
    #expect(other?.reason == .unusable && other?.detail == "status 200, and its answer is not a list of objects")
    let error = await #expect(throws: ObjectStoreError.self) {
      try await store.load("c", limit: 1, within: .seconds(60))
    }
    #expect(error?.reason == .credentials && error?.store == "the shelf \(server.url(""))")
  }

  @Test func isPublishedToByTheSameFile() async throws {
    let bytes = PublishedBytes(seed: 1)
    let name = PublishedAsset.name(slug: "logo", rendition: bytes)
    let server = try await TestServer([
      ScriptedAnswer("/spring/\(name)", status: 404, times: 1),
      ScriptedAnswer("/spring/\(name)", status: 201, condition: "Authorization: Bearer sentinel", method: "PUT"),
    ])
    let configuration = try #require(read("url: \"\(server.url(""))\", prefix: spring/").value)
    let place = try #require(configuration.destinations.first?.place as? ShelfBucket)
    var access = DestinationAccess(environment: Self.variables, store: TestDestination.settings)
    access.baseURL = TestDestination.baseURL
    let asset = try await place.open(access).publish(bytes, slug: "logo")
    #expect(asset.wasWritten && asset.url == TestDestination.baseURL + name)
    let summary = try await place.credentials(access)
    #expect(summary == "SHELF_PASSWORD gave those for the shelf")
    let locked = DestinationAccess(environment: [:], store: TestDestination.settings)
    let error = await #expect(throws: ObjectStoreError.self) { _ = try await place.open(locked) }
    #expect(error?.detail == "SHELF_PASSWORD: it is not set")
  }
}
