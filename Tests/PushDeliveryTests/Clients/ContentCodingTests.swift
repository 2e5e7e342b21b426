import Findings
import Foundation
import PushDelivery
import Testing

/// How each client handles `Content-Encoding`.
@Suite struct ContentCodingTests {
  @Test(arguments: TextRow.table("codings", in: "Clients")) func everyRow(_ row: TextRow) {
    let clients = [LoadingClient.ios, .android, .chrome]
    #expect(clients.map { "\($0.coding(of: ["content-encoding": row[0]]))" } == row.cells.dropFirst().map { $0 ?? "" })
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

/// Which cookies of a chain of redirects go with the next request.
@Suite struct CookieJarTests {
  private func sent(_ cookies: [String], from: String = "https://a.example.com/x/y", to: String) -> String? {
    var jar = CookieJar()
    jar.keep(
      Hop(from, status: 302, header: HeaderFields(cookies.map { HeaderField("Set-Cookie", $0) })), now: 1_800_000_000)
    return jar.fields(for: to).first?.value
  }

  @Test(arguments: TextRow.table("cookies", in: "Clients")) func everyRow(_ row: TextRow) {
    #expect(sent(row[0].components(separatedBy: " | "), to: row[1]) == row.cells[2])
  }
}
