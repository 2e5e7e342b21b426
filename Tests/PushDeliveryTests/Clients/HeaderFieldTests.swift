import Findings
import Foundation
import MediaFacts
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

/// The names and extensions that Apple's systems and FCM's library give to loaded files.
@Suite struct SuggestedFilenameTests {
  @Test(arguments: TextRow.table("names of files", in: "Clients")) func everyRow(_ row: TextRow) {
    let url = "https://push.example.com" + row[0]
    let fields = [
      row.cells[1].map { HeaderField("content-type", $0) }, row.cells[2].map { HeaderField("content-disposition", $0) },
    ]
    let header = HeaderFields(fields.compactMap(\.self))
    #expect(SuggestedFilename.of(url, header) == row[3])
    let fileExtension = AppleAttachment.fileExtension(of: url, header)
    #expect(fileExtension == row[4])
    #expect(AppleAttachment(fileExtension: fileExtension).map { "\($0)" } == row.cells[5])
  }

  /// Without a path, a host that ends like a picture is the name.
  @Test func theHostMayLookLikeAPicture() {
    let url = "https://cdn.birthday-cake.png"
    #expect(SuggestedFilename.of(url, ["Content-Type": "image/png"]) == "cdn.birthday-cake.png")
    #expect(AppleAttachment.fileExtension(of: url, [:]) == "png")
  }

  @Test func addressesWithoutAnyName() {
    #expect(SuggestedFilename.of("https://[2606:4700::1]/", [:]) == "unknown")
    #expect(SuggestedFilename.of("not a URL", [:]) == "unknown")
  }

  @Test(arguments: TextRow.table("dispositions", in: "Clients")) func dispositions(_ row: TextRow) {
    #expect(ContentDisposition.fileName(in: row[0]) == row.cells[1])
  }

  @Test func everyAttachmentIsKnownByItsExtensions() {
    for type in AppleAttachment.allCases {
      for text in type.extensions { #expect(AppleAttachment(fileExtension: text.uppercased()) == type) }
    }
    for format in MediaFormat.allCases {
      guard let type = AppleAttachment(format) else { continue }
      #expect(!type.extensions.isDisjoint(with: format.trueExtensions))
    }
  }
}
