import Findings
import PushDelivery
import TestSupport
import Testing

/// Files with the name of a campaign's texts and other contents: the error says what they are, and what to do.
@Suite struct ForeignContentsTests {
  static let table = "id,title,topic\na,T,t\n"

  private static func wide(_ text: String, _ mark: [UInt8], isBigEndian: Bool) -> [UInt8] {
    mark
      + text.utf16.flatMap { unit in
        let bytes = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
        return isBigEndian ? bytes.reversed() : bytes
      }
  }

  /// A text as programs save it in UTF-16.
  static func wide(_ text: String) -> [[UInt8]] {
    [
      wide(text, [0xFF, 0xFE], isBigEndian: false), wide(text, [0xFE, 0xFF], isBigEndian: true),
      wide(text, [], isBigEndian: false), wide(text, [], isBigEndian: true),
    ]
  }

  private func diagnostics(_ table: [UInt8]) -> [Diagnostic] { Campaign.read("", table: table).diagnostics }

  @Test(arguments: wide(table)) func aTableInUTF16IsNamed(_ bytes: [UInt8]) {
    let found = diagnostics(bytes)
    #expect(found.map(\.rule) == ["campaign.table"])
    #expect(found.first?.message.hasPrefix("this is text in UTF-16, which Excel calls \"Unicode Text\"") == true)
    #expect(found.first?.remedy.contains("\"CSV UTF-8\"") == true)
  }

  @Test(
    arguments: [
      ([0x50, 0x4B, 3, 4, 0x22, 10], "a workbook"), ([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1], "a workbook"),
      (Array("{\\rtf1\\ansi id,title}\n".utf8), "rich text"), ([0xFF, 0xFE, 0, 0, 0x69, 0, 0, 0], "text in UTF-32"),
    ] as [([UInt8], String)])
  func whatIsNoTableIsNamed(_ bytes: [UInt8], _ name: String) {
    let found = diagnostics(bytes)
    #expect(found.map(\.rule) == ["campaign.table"])
    #expect(found.first?.message.hasPrefix("this is " + name) == true)
    #expect(found.first?.remedy.contains("under the name messages.csv") == true)
  }

  @Test(arguments: wide("messages:\n  - id: a\n    title: é\n")) func aCampaignInUTF16IsNamed(_ bytes: [UInt8]) {
    let found = Campaign.read(String(decoding: bytes, as: UTF8.self)).diagnostics
    #expect(found.map(\.rule) == ["configuration.syntax"])
    #expect(found.first?.message.hasPrefix("this is text in UTF-16") == true)
    #expect(found.first?.remedy == "save it as plain text in UTF-8")
  }

  /// Where one is named otherwise than it should be, its pictures must not go to everybody.
  @Test func whatIsMeantAsACampaignsIsKnownInUTF16() {
    for bytes in Self.wide(Self.table.replacing(",", with: "\t")) { #expect(Campaign.isTable(bytes)) }
    for bytes in Self.wide("version: 1\nmessages:\n") { #expect(Campaign.isCampaignFile(bytes)) }
    for bytes in Self.wide("id,price\n1,2\n") { #expect(!Campaign.isTable(bytes)) }
  }

  /// Feeds of products and exports of devices have one of the columns, and say nothing.
  @Test(arguments: [
    ("id,title,topic", true), ("ID;Title.de;token", true), ("id,media,target", true), ("id,media.ios", true),
    ("id\timage\ttopic", true), ("\"id\",\"body\",\"image\"", true), ("id,image,price", false), ("id,token", false),
    ("id,token,locale,platforms", false), ("id,title,price", false), ("title,body,topic", false),
    ("id,mediaplan", false),
  ])
  func tablesOfMessagesAreKnownByTheirColumns(_ columns: String, _ isTable: Bool) {
    #expect(Campaign.isTable(Array((columns + "\n1,2,3\n").utf8)) == isTable)
  }

  @Test(arguments: ["", "a", "id,title\n", "\u{FEFF}id", "é\u{0}x\u{0}", "messages: []"])
  func textsInUTF8AreNotForeign(_ text: String) { #expect(ForeignContents(text.utf8) == nil) }
}

/// Parts of an unquoted text that YAML drops.
@Suite struct CutTextTests {
  private func read(_ line: String) -> [Diagnostic] {
    Campaign.read("messages:\n  - id: a\n    \(line)\n    target: {topic: t}\n").diagnostics
  }

  @Test(arguments: [
    ("title: Deal #1 of the week", "#1 of the week", "Deal"),
    ("body: Rye bread #bakedtoday", "#bakedtoday", "Rye bread"), ("title: Deal # 1", "# 1", "Deal"),
    ("title: {en: Deal}\n    body: Ein\n      Angebot #heute", "#heute", "Ein Angebot"),
    ("title: &Tea for two", "&Tea", "for two"), ("title: T\n    data:\n      code: A #7", "#7", "A"),
  ]) func isAnError(_ line: String, lost: String, text: String) {
    let found = read(line)
    #expect(found.first?.rule == "configuration.syntax" && found.first?.severity == .error)
    #expect(found.first?.message.contains("YAML takes `\(lost)` for") == true, "\(found)")
    #expect(found.first?.message.hasSuffix("read `\(text)`") == true, "\(found)")
  }

  @Test(arguments: [
    "title: \"Deal #1\"", "title: C# meetup", "title: Deal   # ask Anna", "title: Deal # ask Anna", "title: \"&Tea\"",
    "title: T\n    channel: news #1", "title: |\n      Deal #1",
  ]) func isLeftAlone(_ line: String) { #expect(read(line) == []) }
}
