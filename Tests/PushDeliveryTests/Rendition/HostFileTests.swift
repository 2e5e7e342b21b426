import Findings
import Foundation
import PushDelivery
import TestSupport
import Testing

@Suite struct HostFileTests {
  @Test func netlifyHasARuleForEachExtension() {
    let rules = [("jpg", "image/jpeg"), ("png", "image/png"), ("gif", "image/gif"), ("mp4", "video/mp4")].map {
      """
      /*.\($0)
        Content-Type: \($1)
        Cache-Control: public, max-age=31536000, immutable
        X-Content-Type-Options: nosniff

      """
    }
    let notice = "# Written by richpush run, which replaces this file. Without this line it is yours and stays.\n"
    let file = HostFile(.netlify, folder: "public")
    #expect(file.text == notice + rules.joined())
    #expect(file.place == .inside(name: "_headers"))
    #expect(HostFile(.nginx, folder: "out").place == .beside(name: "out.nginx.conf"))
  }

  @Test func firebaseIsAHostingSectionBelowAComment() throws {
    let file = HostFile(.firebase, folder: "public")
    #expect(file.place == .beside(name: "public.firebase.json"))
    let lines = file.text.split(separator: "\n", maxSplits: 1)
    #expect(lines[0].hasPrefix("// Written by richpush run"))
    let section = try JSONDecoder().decode(JSONValue.self, from: Data(lines[1].utf8))
    let digest = String(repeating: "[0-9a-f]", count: 12)
    let rules = [("jpg", "image/jpeg"), ("png", "image/png"), ("gif", "image/gif"), ("mp4", "video/mp4")].map {
      (suffix, type) -> JSONValue in
      [
        "source": .string("**/*.\(digest).\(suffix)"),
        "headers": [
          ["key": "Content-Type", "value": .string(type)],
          ["key": "Cache-Control", "value": "public, max-age=31536000, immutable"],
          ["key": "X-Content-Type-Options", "value": "nosniff"],
        ],
      ]
    }
    #expect(section == ["hosting": ["public": "public", "ignore": ["**/.*"], "headers": .array(rules)]])
  }

  @Test(arguments: ["a\"b", "back\\slash", "tab\tline\nend", "ä 🎨", "\u{1}\u{1F} "])
  func anyFolderNameIsWrittenAsJSON(name: String) throws {
    let text = HostFile(.firebase, folder: name).text
    let body = text.split(separator: "\n", maxSplits: 1)[1]
    let section = try JSONDecoder().decode(JSONValue.self, from: Data(body.utf8))
    #expect(section["hosting"]?["public"] == .string(name))
  }

  @Test(arguments: StaticHost.allCases) func itsOwnFileIsRecognised(host: StaticHost) {
    let text = HostFile(host, folder: "public").text
    #expect(HostFile.isOurs(text))
    #expect(HostFile.isOurs(text.replacing("31536000", with: "60")))
    #expect(!HostFile.isOurs("\n" + text))
    #expect(!HostFile.isOurs(String(text.dropFirst(4))))
  }

  @Test(arguments: ["", "/*\n  X-Frame-Options: DENY\n", "{\"hosting\": {}}", "server { }"])
  func othersFilesAreNot(text: String) { #expect(!HostFile.isOurs(text)) }
}
