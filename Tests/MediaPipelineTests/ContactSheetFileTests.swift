import Findings
import Foundation
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct ContactSheetFileTests {
  let folder = TemporaryFolder()

  private func write(_ sheet: ContactSheetContents = .init(title: "t")) -> Diagnostic? {
    ContactSheetFile(path: folder.absolute("sheet.html")).write(sheet, read: { _ in nil })
  }

  @Test func aLinkStaysAndWhatItLeadsToIsReplaced() throws {
    try folder.write("older", to: "real.html")
    try folder.link("sheet.html", to: "real.html")
    #expect(write() == nil)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.absolute("sheet.html")) == "real.html")
    #expect(try folder.text(of: "real.html").hasPrefix("<!doctype html>"))
    #expect(try folder.names() == ["real.html", "sheet.html"])
  }

  private func mode() throws -> Int? {
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.absolute("sheet.html"))
    return attributes[.posixPermissions] as? Int
  }

  @Test func aPageThatNamesADeviceIsTheUsersAlone() throws {
    let sheet = ContactSheetContents(title: "t", messages: [.init(id: "a", target: .token("abcdefgh1234"))])
    #expect(write(sheet) == nil)
    #expect(try mode() == 0o600)
    // A sheet that was opened to others stays open.
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.absolute("sheet.html"))
    #expect(write(sheet) == nil)
    #expect(try mode() == 0o640)
  }

  /// Browsers allow the page's style and script only by their digests.
  @Test(arguments: ["style", "script"]) func itIsAllowedByItsDigest(element: String) async throws {
    #expect(write() == nil)
    let page = try folder.text(of: "sheet.html")
    let start = try #require(page.firstRange(of: "<\(element)>")).upperBound
    let end = try #require(page.firstRange(of: "</\(element)>")).lowerBound
    try folder.write(page[start..<end].utf8, to: "text")
    let output = try await Program("openssl").run(
      ["dgst", "-sha256", "-binary", "-out", "digest", folder.absolute("text")], workingDirectory: folder.path)
    #expect(output.status == 0)
    let digest = Data(try folder.bytes(of: "digest")).base64EncodedString()
    #expect(page.contains("\(element)-src &#39;sha256-\(digest)&#39;;"))
  }
}
