import Findings
import PushDelivery
import Testing

/// How each client handles `Content-Encoding`.
@Suite struct ContentCodingTests {
  struct Row: Sendable {
    let value: String
    let ios: CodingOutcome
    let android: CodingOutcome
    let chrome: CodingOutcome
  }

  @Test(arguments: [
    Row(value: "gzip", ios: .decoded, android: .decoded, chrome: .decoded),
    Row(value: "GZIP", ios: .decoded, android: .decoded, chrome: .decoded),
    Row(value: "br", ios: .decoded, android: .packed("br"), chrome: .decoded),
    Row(value: "deflate", ios: .decoded, android: .packed("deflate"), chrome: .decoded),
    Row(value: "zstd", ios: .packed("zstd"), android: .packed("zstd"), chrome: .decoded),
    Row(value: "x-gzip", ios: .unknown("x-gzip"), android: .packed("x-gzip"), chrome: .decoded),
    Row(value: "compress", ios: .unknown("compress"), android: .raw, chrome: .raw),
    Row(value: "identity", ios: .decoded, android: .raw, chrome: .raw),
    Row(value: "aws-chunked", ios: .unknown("aws-chunked"), android: .raw, chrome: .raw),
    Row(value: "aws-chunked, gzip", ios: .unknown("aws-chunked"), android: .packed("gzip"), chrome: .packed("gzip")),
    Row(value: "charset=utf-8", ios: .unknown("charset=utf-8"), android: .raw, chrome: .refused("charset=utf-8")),
    Row(value: "no encoding", ios: .unknown("no encoding"), android: .raw, chrome: .refused("no encoding")),
    Row(value: "*", ios: .unknown("*"), android: .raw, chrome: .refused("*")),
    Row(value: "gzip, br", ios: .decoded, android: .packed("gzip"), chrome: .decoded),
    Row(value: "gzip,", ios: .unknown("gzip,"), android: .packed("gzip"), chrome: .packed("gzip")),
    Row(value: ", gzip", ios: .unknown(", gzip"), android: .packed("gzip"), chrome: .packed("gzip")),
    Row(value: "identity, gzip", ios: .decoded, android: .packed("gzip"), chrome: .packed("gzip")),
  ])
  func everyRow(_ row: Row) {
    let header: HeaderFields = ["content-encoding": row.value]
    #expect(LoadingClient.ios.coding(of: header) == row.ios)
    #expect(LoadingClient.android.coding(of: header) == row.android)
    #expect(LoadingClient.chrome.coding(of: header) == row.chrome)
  }

  @Test func withoutTheFieldNothingIsPacked() {
    for client in LoadingClient.allCases { #expect(client.coding(of: ["Content-Type": "image/jpeg"]) == .decoded) }
    for client in LoadingClient.allCases { #expect(client.coding(of: ["Content-Encoding": ""]) == .decoded) }
  }

  /// Of several fields Android looks at the last, and browsers at all.
  @Test func severalFieldsAreOneListToBrowsers() {
    let header = HeaderFields([HeaderField("Content-Encoding", "br"), HeaderField("Content-Encoding", "gzip")])
    #expect(LoadingClient.android.coding(of: header) == .decoded)
    #expect(LoadingClient.chrome.coding(of: header) == .decoded)
    #expect(LoadingClient.android.layers(of: header) == ["gzip"])
    #expect(LoadingClient.chrome.layers(of: header) == ["br", "gzip"])
  }
}
