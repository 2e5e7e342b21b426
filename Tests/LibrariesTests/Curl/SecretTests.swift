import Libraries
import Testing

@Suite struct SecretTests {
  private static let sentinel = "sentinel-4f1c"

  private static let signature = HTTPAuthorization.signature(
    "SharedKey a:", Secret(sentinel), token: SecretField("X-Token", Secret(sentinel)))

  private static var request: HTTPRequest {
    var request = HTTPRequest(
      .put, "https://localhost/a", fields: [HTTPField("X-Key", sentinel)], bodyLimit: 1, timeLimit: .seconds(1))
    request.authorization = .bearer(Secret(sentinel))
    request.body = Array(sentinel.utf8)
    return request
  }

  private static var requestWithQuery: HTTPRequest {
    var request = request
    request.authorization = .query(Secret(sentinel))
    return request
  }

  private static let values: [any Sendable] = [
    Secret(sentinel), [Secret(sentinel)], signature, HTTPAuthorization.bearer(Secret(sentinel)),
    HTTPAuthorization.query(Secret(sentinel)), request, [request], requestWithQuery,
  ]

  @Test(arguments: values.indices) func isInNoDescription(of place: Int) {
    let value = Self.values[place]
    var dumped = ""
    dump(value, to: &dumped)
    let texts = ["\(value)", String(describing: value), String(reflecting: value), dumped]
    #expect(texts.filter { $0.contains(Self.sentinel) } == [])
  }

  @Test func isStillThere() {
    #expect(Secret(Self.sentinel).text == Self.sentinel)
    #expect("\(Self.request)" == "PUT https://localhost/a")
  }
}
