import Findings
import PushDelivery
import TestSupport
import Testing

/// A table gives the same messages as each of its rows alone, which are always read carefully.
@Suite struct MessageRecipeTests {
  struct Table: Sendable, CustomTestStringConvertible {
    let name: String
    let campaign: String
    let columns: String
    /// What a cell may hold, column by column; nil: any text.
    let cells: [[String]?]

    init(_ name: String, _ campaign: String, _ columns: String, _ cells: [[String]?]) {
      (self.name, self.campaign, self.columns, self.cells) = (name, campaign, columns, cells)
    }

    var testDescription: String { name }
  }

  static let tables = [
    Table(
      "texts", "defaults: {target: default, data: {n: \"{{name}}\"}}", "id,title,body,link,token,target,name",
      [nil, nil, nil, nil, nil, ["", "", "default"], ["Ada", "Bo", "{{shop}}", "", " "]]),
    Table(
      "defaults with placeholders",
      """
      defaults:
        title: "Hello {{name}}"
        body: "{{shop}} {{{{ {{ name }}"
        data: {order: "{{order}}", from: app}
        target: {topic: "news-{{city}}"}
        ttl: "{{hours}}h"
      values: {shop: Morgen, city: berlin}
      """, "id,title,name,order,city,shop,hours",
      [nil, ["", "", "Own {{name}}"], nil, ["", "12", "a b"], ["", "bonn"], ["", "Elsewhere"], ["1", "2", "soon"]]),
    Table(
      "media", "defaults: {target: default, poster: {at: 2}}",
      "id,title,media.android,media.ios,focal-point.x,focal-point.y,platforms,badge,data.a,data.b",
      [
        nil, ["T"], ["", "a.jpg", "b/c.mp4", "../x", "{{name}}.jpg"], ["", "", "i.mp4"], ["", "0.5"], ["", "0.5", "2"],
        ["", "ios", "ios web"], ["", "1", "x"], nil, ["", "x"],
      ]),
    Table(
      "one language each",
      """
      defaults:
        title: {en: "Hello {{name}}", de: "Hallo {{name}}"}
        target: {topic: {en: "en-{{locale}}", de: "d-{{locale}}"}}
      locales: {fallback: en}
      """, "id,locale,variant,name,body", [nil, ["de", "en", "fr", "x", ""], ["", "a", "b"], nil, nil]),
    Table(
      "several languages", "defaults: {target: {topic: \"n-{{locale}}\"}}\nvalues: {w: {en: World, de: Welt}}",
      "id,title.en,title.de,body", [nil, ["", "Sale", "{{w}}"], ["", "Aktion"], ["", "{{w}}", "x {{locale}}"]]),
    Table(
      "variants",
      "defaults: {target: {topic: \"n-{{variant}}\"}, variants: {a: {title: \"A {{name}}\"}, b: {title: B}}}",
      "id,body,name", [nil, nil, nil]),
    Table(
      "columns without a name", "defaults: {target: default}", "id,title,,body,\u{A0},",
      [nil, nil, ["", " ", "\u{A0}"], nil, [""], ["", "\u{3000}"]]),
    Table(
      "fields of the API", "defaults: {target: default, apns: {payload: {aps: {thread-id: \"{{name}}\"}}}}",
      "id,title,name", [nil, nil, ["", "a", "b"]]),
  ]

  /// Most rows are odd, or as one would write them, so that kinds are learnt.
  @Test(arguments: tables, [true, false]) func everyRowIsReadAsAlone(_ table: Table, isOdd: Bool) {
    var random = SeededGenerator(seed: isOdd ? 77 : 78)
    check(table, table.rows(60, isOdd: isOdd, &random))
  }

  private func check(_ table: Table, _ lines: [String]) {
    let whole = read(table, lines.joined(separator: "\n"))
    var line = 1
    let alone = lines.map { text in
      // Lines with nothing in them put the row where it stands.
      defer { line += text.utf8.count { $0 == UInt8(ascii: "\n") } + 1 }
      return read(table, String(repeating: "\n", count: line - 1) + text)
    }
    // Findings about all messages together are reported elsewhere.
    guard !whole.diagnostics.contains(where: { $0.rule == Incident.campaignPersonalTopic.id }) else { return }
    let duplicates: (Diagnostic) -> Bool = { $0.rule == Incident.campaignDuplicateID.id }
    let taken = Set(whole.diagnostics.filter(duplicates).flatMap { Self.lines(in: $0.message) })
    let expected = alone.flatMap { $0.campaign?.messages ?? [] }.filter { !taken.contains($0.origin.line ?? 0) }
    // An error of campaign.yml concerns all rows.
    let isLost = whole.diagnostics.contains { $0.severity == .error && $0.subject.name != Campaign.tableName }
    if !isLost { #expect(whole.campaign?.messages ?? [] == expected) }
    // Errors in campaign.yml are reported once.
    let found = Set(
      alone.flatMap(\.diagnostics).filter { !Self.together.contains($0.rule) }.filter {
        // An empty row is not a table either.
        $0.rule != Incident.campaignUnusedColumn.id && !$0.message.hasPrefix("no row has a message")
      })
    let own = whole.diagnostics.filter {
      !duplicates($0) && !Self.together.contains($0.rule) && $0.rule != Incident.campaignUnusedColumn.id
    }
    #expect(Set(own) == found)
    #expect(own.count == found.count)
    #expect(!expected.isEmpty || whole.campaign == nil)
  }

  static let together = Set(
    [
      Incident.campaignRepeatedMessage, .campaignReplacedMessage, .campaignNearTarget, .campaignLanguage,
      .campaignPersonalTopic, .campaignFallback,
    ].map(\.id))

  /// `two messages have the id …, in lines 2 and 4, and one …`
  private static func lines(in message: String) -> [Int] {
    message.split(separator: " in lines ").last?.split(separator: ",").first?.split(separator: " and ").compactMap {
      Int($0)
    }
      ?? []
  }

  private func read(_ table: Table, _ rows: String) -> CampaignReading {
    CampaignReading(
      table.campaign, table: Array((table.columns + "\n" + rows).utf8),
      defaults: MessageDefaults(target: .topic("all")))
  }
}

extension MessageRecipeTests.Table {
  private static let texts = [
    "", "x", "Hello {{name}}", "{{ name }}, hi", "{{{{", "{{nope}}", "{{", "a {{name}} {{{{ {{shop}}", " ", "\u{200B}",
    "a\tb", "a\u{7}b", "👍🏽", "default", "https://example.org/a?b=c", "it's \"quoted\"", "index", "INDEX", ".x", "-y",
    "null", "two\nlines", "\u{3000}", "é", "e\u{301}", "{{locale}}",
  ]

  /// Rows of which most have something odd, or few; their identifiers too.
  func rows(_ count: Int, isOdd: Bool, _ random: inout SeededGenerator) -> [String] {
    (0..<count).map { number in
      cells.enumerated().map { column, choices -> String in
        if column == 0, !isOdd || number % 7 != 3 { return "m\(isOdd ? number % 50 : number)" }
        let isPlain = !isOdd && Int.random(in: 0..<30, using: &random) > 0
        let plain: [String] = choices.map { Array($0.prefix(2)) } ?? ["x", "Hello {{name}}", "y \(number)"]
        let odd: [String] = choices ?? Self.texts
        let text = (isPlain ? plain : odd).randomElement(using: &random) ?? ""
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
      }.joined(separator: ",")
    }
  }
}
