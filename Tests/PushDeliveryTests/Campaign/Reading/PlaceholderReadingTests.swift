import Findings
import PushDelivery
import TestSupport
import Testing

@Suite struct PlaceholderReadingTests {
  @Test func areFilledFromTheNearestValues() throws {
    let text = """
      values: {shop: Morgen, who: all, count: "3", at: "12"}
      defaults: {values: {who: most}}
      messages:
        - id: "a-{{who}}"
          values: {who: you}
          media: "{{shop}}/{{ who }}.jpg"
          title: "{{shop}} for {{who}}, {{{{who}}"
          badge: "{{count}}"
          ttl: "{{count}}h"
          target: {token: "t-{{who}}"}
          apns: {payload: {"{{who}}": "{{at}}", list: ["{{who}}"]}}
        - {id: b, title: "{{who}}", target: {topic: t}}
      """
    let messages = try #require(Campaign.read(text).value?.messages)
    #expect(messages.map(\.id) == ["a-you", "b"])
    #expect(messages.map(\.title) == ["Morgen for you, {{who}}", "most"])
    let message = messages[0]
    #expect(message.media == "Morgen/you.jpg")
    #expect(message.options == MessageOptions(timeToLive: TimeToLive(seconds: 10_800), badge: 3))
    #expect(message.target == .token("t-you"))
    #expect(message.overrides.apns == ["payload": ["{{who}}": "12", "list": ["you"]]])
  }

  /// Filled-in values are text, not YAML or placeholders.
  @Test func valuesAreNeverReadAgain() throws {
    let message = try #require(
      readMessage(
        "title: \"{{v}}\", body: \"{{w}}\", apns: {payload: {n: \"{{n}}\"}}",
        top: "values: {v: \"{{w}}\", w: \"{a: [~\", n: \"true\"}"
      ).value?.messages.first)
    #expect(message.title == "{{w}}")
    #expect(message.body == "{a: [~")
    #expect(message.overrides.apns == ["payload": ["n": "true"]])
  }

  /// Messages with a value are not at fault.
  @Test func aMessageWithoutAValueForADefaultIsRefusedByItself() {
    let reading = CampaignReading(
      """
      version: 1
      defaults: {title: "{{shop}}", target: {topic: t}}
      messages:
        - {id: a, values: {shop: M}}
        - {id: b}
      """)
    #expect(reading.campaign?.messages.map(\.id) == ["a"])
    #expect(reading.refused == ["b"])
    #expect(reading.diagnostics.map(\.message) == ["`{{shop}}` of `defaults.title` has no value"])
    #expect(reading.diagnostics.map(\.subject.keyPath) == ["messages[1]"])
  }

  @Test(arguments: [
    ("title: \"{{a}} {{b}}\"", 2, "messages[0].title"), ("title: \"{{a\"", 1, "messages[0].title"),
    ("title: \"{{locale}}\"", 1, "messages[0].title"), ("title: \"{{variant}}\"", 1, "messages[0].title"),
    ("data: {x: [\"{{a}}\"]}", 2, "messages[0].data.x"), ("title: \"{{v}}\", values: {v: }", 2, "messages[0].values.v"),
  ])
  func refuses(_ keys: String, _ count: Int, _ path: String) {
    let checked = readMessage(keys)
    #expect(checked.diagnostics.count == count)
    #expect(checked.diagnostics.allSatisfy { $0.subject.keyPath?.hasPrefix(path) == true })
  }

  /// However they are made of values: of many, or of one that is long itself.
  @Test(arguments: [(1, 16_384, true), (1, 16_385, false), (4, 4096, true), (5, 4096, false), (2000, 60_000, false)])
  func textsHaveALimit(count: Int, length: Int, fits: Bool) {
    let value = String(repeating: "x", count: length)
    let text = String(repeating: "{{a}}", count: count)
    let checked = readMessage("title: \"\(text)\"", top: "values: {a: \(value)}")
    #expect(checked.problems == (fits ? [] : ["messages[0].title campaign.placeholder"]))
    #expect(checked.value?.messages.first?.title?.utf8.count == (fits ? count * length : nil))
  }

  /// A few lines can ask for gigabytes, of texts that are each no longer than may be.
  @Test(.timeLimit(.minutes(5))) func allTextsTogetherHaveOne() {
    let value = String(repeating: "x", count: 16_000)
    let messages = (0..<16_100).map { "- {id: m\($0), title: T\($0)}\n" }.joined()
    let checked = Campaign.read(
      "values: {a: \(value)}\ndefaults: {body: \"{{a}}\", target: {topic: t}}\nmessages:\n" + messages)
    #expect(checked.value == nil)
    #expect(checked.problems == ["messages[16000] configuration.size"])
  }

  private func filled(_ column: String, _ cell: String) -> Checked<Campaign> {
    Campaign.read(
      "defaults: {title: \"T {{\(column)}}\", target: {topic: t}}", table: Array("id,\(column)\na,\(cell)\n".utf8))
  }

  @Test(arguments: TextRow.table("cells without a value", in: "Campaign"))
  func aCellWithoutARealValueIsNotFilledIn(_ row: TextRow) {
    #expect(filled(row[0], row[1]).diagnostics.map(\.rule) == ["campaign.placeholder"])
  }

  /// White space at its ends is a slip.
  @Test(arguments: TextRow.table("cells with a value", in: "Campaign")) func aCellWithAValueIsFilledIn(_ row: TextRow) {
    let checked = filled(row[0], row[1])
    #expect(checked.diagnostics == [])
    #expect(checked.value?.messages.first?.title == "T " + row[1].trimmed)
  }

  @Test(arguments: [
    ("Only {{a}} kr", "12 kr"), ("Save {{a}} %", "10 %"), ("Order #{{a}}", "#12"), ("Hotel {{a}}", "Hotel Adlon"),
    ("Hi {{a}}, welcome", "\"Ada,\""),
  ])
  func aWordInTheTextAndInTheValueIsToldOnce(_ title: String, _ cell: String) {
    func found(_ cell: String) -> [String] {
      Campaign.read("defaults: {title: \"\(title)\", target: {topic: t}}", table: Array("id,a\nm,\(cell)\n".utf8))
        .diagnostics.map { "\($0.rule) \($0.severity.rawValue)" }
    }
    #expect(found(cell) == ["campaign.placeholder warning"])
    for good in ["12", "Adlon", "12 kronor", "10 percent"] { #expect(found(good) == []) }
  }

  @Test func namesAsListsHaveThemAreRefused() {
    let found = { (column: String, cell: String) in
      Campaign.read(
        "defaults: {title: \"Hi {{\(column)}}\", target: {token: t}}",
        table: Array("id,\(column)\na,\"\(cell)\"\n".utf8)
      ).diagnostics.map(\.rule.rawValue)
    }
    for name in ["Svensson, Anna", "Berg Lind, Karl-Erik"] { #expect(found("name", name) == ["campaign.placeholder"]) }
    for name in ["Berg, Inc.", "Sammy Davis, Jr.", "Anna, Karl och Eva", "Anna & Karl", "O’Neil"] {
      #expect(found("name", name) == [])
    }
    #expect(found("product_name", "Tisch, Eiche") == [])
    #expect(found("anrede", "w") == ["campaign.placeholder"])
    #expect(found("anrede", "Frau") == [])
  }

  /// Some people have the same word twice in their names.
  @Test func twoValuesMayBeTheSame() {
    let title = "Hi {{a}} {{b}}!"
    let checked = Campaign.read(
      "defaults: {title: \"\(title)\", target: {topic: t}}", table: Array("id,a,b\nm,Ali,Ali\n".utf8))
    #expect(checked.diagnostics == [])
  }

  /// For any text, either every placeholder is filled in, or there is an error.
  @Test func noneIsEverLeft() {
    var random = SeededGenerator(seed: 11)
    let pieces = ["{{name}}", "{{ shop }}", "{{nme}}", "}}", "{ ", "text ", "{{locale}}", "{{na me}}", "{{name"]
    var filled = 0
    for _ in 0..<300 {
      let text = (0..<Int.random(in: 1...4, using: &random)).compactMap { _ in pieces.randomElement(using: &random) }
        .joined()
      let checked = readMessage("title: \"\(text)x\"", top: "values: {name: Ada, shop: Morgen}")
      guard let title = checked.value?.messages.first?.title else {
        #expect(checked.diagnostics.contains { $0.rule == "campaign.placeholder" })
        continue
      }
      filled += 1
      #expect(title.contains(/\{\{[A-Za-z ]+\}\}/) == false)
    }
    #expect(filled > 20)
  }
}
