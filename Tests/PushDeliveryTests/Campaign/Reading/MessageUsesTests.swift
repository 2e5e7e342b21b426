import Findings
import PushDelivery
import TestSupport
import Testing

/// Findings that need all messages of a campaign.
@Suite struct MessageUsesTests {
  private static let token = String(repeating: "k", count: 22) + ":APA91b" + String(repeating: "x", count: 130)

  private static func read(_ text: String, table: String? = nil) -> Checked<Campaign> {
    Campaign.read(text, table: table.map { Array($0.utf8) })
  }

  private static func rules(_ text: String, table: String? = nil) -> [String] {
    read(text, table: table).diagnostics.map {
      "\($0.subject.line.map(String.init) ?? "-") \($0.rule) \($0.severity.rawValue)"
    }
  }

  @Test(arguments: TextRow.table("tables as a whole", in: "Campaign")) func rowsAreToldOrNot(_ row: TextRow) {
    #expect(Self.rules(row[2], table: row[1]).joined(separator: ", ") == row[0])
  }

  private static func devices(_ tokens: [String]) -> String {
    "id,title,token\n" + tokens.enumerated().map { "m\($0),T\($0),\($1)\n" }.joined()
  }

  /// A spreadsheet makes such rows when a cell is dragged down.
  @Test(
    arguments: [
      (devices((98...101).map { token + "\($0)" }), ["3 campaign.near-target warning"]),
      (devices([token + "Q"] + (7...9).map { token + "0\($0)" }), ["4 campaign.near-target warning"]),
      ("id,title,token\na,Rye bread,\(token)1\nb,Rye  Bread ,\(token)1\n", ["3 campaign.repeated-message warning"]),
      // Of two orders it is not the same.
      ("id,title,token,data.order\na,Rye bread,\(token),1\nb,Rye bread,\(token),2\n", []),
      // Two are chance; other devices have other identifiers, and names in a test are short.
      (devices((1...2).map { token + "\($0)" }), []), (devices([1, 5, 9].map { token + "\($0)" }), []),
      (devices((10...20).map { "a\($0)" + token.dropFirst(3) + "\($0)" }), []),
      (devices((1...9).map { "device-\($0)" }), []),
      // The largest number has no next one.
      (devices(["\(Int.max)", "1", "3"].map { token + $0 }), []),
    ] as [(String, [String])])
  func tokensThatAreNearlyOthersAreTold(_ table: String, _ told: [String]) {
    #expect(Self.rules("", table: table) == told)
  }

  @Test func entriesOfCampaignYMLAreComparedToo() {
    let messages = (98...101).map { "  - {id: m\($0), title: T\($0), target: {token: \"\(Self.token)\($0)\"}}\n" }
    #expect(Self.rules("messages:\n" + messages.joined()) == ["3 campaign.near-target warning"])
  }

  /// The app looks for the other messages' key.
  @Test(
    arguments: [
      ("articel: a", ["the data key `articel` is used once, and `article` 3 times"]), ("articles: a", []),
      ("title: a", []),
      ("{article: a, articel: b}", []), ("article: a", []),
    ] as [(String, [String])])
  func aKeyThatIsASlipOfTheOthersIsTold(_ data: String, _ told: [String]) {
    let all = ["article: x", "article: y", data, "article: z"].map { $0.hasPrefix("{") ? $0 : "{\($0)}" }
    let messages = all.enumerated().map { "  - {id: m\($0), title: T\($0), target: {topic: t}, data: \($1)}\n" }
    #expect(Self.read("messages:\n" + messages.joined()).diagnostics.map(\.message) == told)
  }

  @Test func theSameToTheSameDeviceIsToldOnce() {
    let table =
      "id,title,body,token\na,Rye,Bun,\(Self.token)1\nb,Rye,Bun,\(Self.token)1\nc,Rye,Bun,\(Self.token)2\nd,Oat,Bun,\(Self.token)1\n"
    let found = Self.read("", table: table).diagnostics
    #expect(found.map(\.message) == ["`a` and `b` (lines 2 and 3) say the same to the same device"])
    #expect(found.map(\.subject.line) == [3])
  }

  @Test func theSameToTargetsThatOverlapIsTold() {
    func rules(_ first: String, _ second: String, _ words: String = "Rye bread") -> [String] {
      Self.rules(
        "messages:\n  - {id: a, title: Rye bread, target: \(first)}\n  - {id: b, title: \(words), target: \(second)}")
    }
    let told = ["3 campaign.repeated-message warning"]
    let either = "{condition: \"'a' in topics || 'b' in topics\"}"
    #expect(rules("{topic: a}", either) == told && rules(either, "{topic: b}") == told)
    #expect(rules("{topic: a}", "{condition: \"'a' in topics && 'b' in topics\"}") == told)
    #expect(rules(either, "{condition: \"'b' in topics || 'c' in topics\"}") == told)
    #expect(rules("{topic: a}", "{condition: \"'b' in topics && !('a' in topics)\"}") == [])
    #expect(rules("{topic: c}", either) == [] && rules("{topic: a}", either, "Oat bread") == [])
    #expect(
      rules("{condition: \"'a' in topics && 'b' in topics\"}", "{condition: \"'a' in topics && 'c' in topics\"}") == [])
  }

  @Test(arguments: [
    "collapse-key: k", "android: {notification: {tag: k}}", "apns: {headers: {apns-collapse-id: k}}",
    "webpush: {notification: {tag: k}}",
  ]) func oneReplacesTheOther(_ key: String) {
    let messages = "messages: [{id: a, title: A, target: {topic: t}}, {id: b, title: B, target: {topic: t}}]"
    #expect(Self.rules("defaults: {\(key)}\n" + messages) == ["2 campaign.replaced-message warning"])
    let others = messages.replacing("B, target: {topic: t}", with: "B, target: {topic: u}")
    #expect(Self.rules("defaults: {\(key)}\n" + others) == [])
  }

  /// Each subscriber would get another person's data.
  @Test func valuesOfSinglePeopleNeverGoToOneTopic() {
    let campaign = """
      defaults: {title: "{{name}}, your order {{order}} is ready", target: {topic: all-customers}}
      """
    let checked = Self.read(campaign, table: "id,name,order\na,Ada,1\nb,Bo,2\n")
    #expect(checked.value == nil)
    #expect(checked.diagnostics.map(\.rule) == ["campaign.personal-topic"])
    #expect(
      checked.diagnostics.first?.message.hasPrefix(
        "2 messages that are filled in for single people go to `all-customers`") == true)
    let bills = "defaults: {title: \"Din faktura: {{belopp}} kr\", target: {topic: all-customers}}\n"
    let table = "id,belopp\na,310\nb,275\n"
    #expect(Self.read(bills, table: table).diagnostics.map(\.rule) == ["campaign.personal-topic"])
    #expect(Self.read(bills.replacing("Din faktura", with: "Rabatt"), table: table).diagnostics == [])
  }

  /// A word, a number or a part beside whole tokens; trials have short ones alone.
  @Test func aShortTokenBesideWholeOnesIsTold() {
    func rules(_ tokens: String...) -> [String] { Self.rules("", table: Self.devices(tokens)) }
    #expect(rules("spring", Self.token + "a") == ["2 campaign.near-target warning"])
    #expect(rules(Self.token + "a", "dk3x1:APA91b", Self.token + "b") == ["3 campaign.near-target warning"])
    #expect(rules(Self.token + "a", Self.token + "b") == [] && rules("spring", "dk3x1:APA91b") == [])
  }

  /// Files of the folder that no message shows.
  @Test(
    arguments: [
      ("{id: rye, title: R}", ["rye.jpg"], true), ("{id: rye, title: R}, {id: oat, media: a.jpg}", ["b/Rye.png"], true),
      ("{id: rye, media: oat.jpg}, {id: oat, media: oat.jpg}", ["rye.jpg"], true),
      ("{id: sale, title: {de: A, fr: B}, media: sale-de.jpg, target: {topic: \"{{locale}}\"}}", ["sale-fr.jpg"], true),
      // Used, of another name, too short, another form of the same picture, and no picture.
      ("{id: rye, title: R}, {id: oat, media: rye.jpg}", [], false), ("{id: rye, title: R}", ["oat.jpg"], false),
      ("{id: a, title: R}", ["a.jpg"], false), ("{id: rye, media: b/rye.png}", ["rye.jpg"], false),
      ("{id: rye, media: hero.jpg}", ["rye.jpg"], false), ("{id: rye, title: R}", ["rye.txt"], false),
      ("{id: rye, media: rye.mp4, poster: cover.jpg}, {id: cover, title: C}", [], false),
    ] as [(String, [String], Bool)])
  func aMessagesOwnPictureThatIsNotShownIsTold(_ messages: String, _ unused: [String], _ isTold: Bool) throws {
    let campaign = try #require(Self.read("defaults: {target: {topic: t}}\nmessages: [\(messages)]").value)
    let paths = Set(campaign.messages.flatMap { $0.media.files() + ["cover.jpg"] } + unused)
    let found = MessageNames.unusedPictures(of: campaign.messages, among: paths)
    #expect(found.map(\.rule.rawValue) == (isTold ? ["campaign.near-target"] : []))
  }

  @Test func oneMessageHasAVerbOfItsOwn() {
    let yaml = "defaults: {target: {topic: all}, android: {ttl: 60s}}\nmessages: [{id: a, title: T, ttl: 2d}]"
    #expect(
      Self.read(yaml).diagnostics.map(\.message) == ["1 message has `ttl`, but on Android `defaults.android.ttl` wins"])
  }

  /// As columns that nothing uses. Other values may be for later.
  @Test func keysAmongValuesThatNothingUsesAreErrors() {
    func found(_ message: String) -> [Diagnostic] {
      Self.read(
        "defaults: {target: {topic: all}, link: \"https://e.example/{{page}}\", values: {page: x}}\nmessages:\n  - {id: a, \(message)}"
      )
      .diagnostics
    }
    let told = found("title: T, values: {target: north}")
    #expect(told.map(\.rule) == ["campaign.unused-column"] && told.map(\.severity) == [.error])
    #expect(told.map(\.subject.keyPath) == ["messages[0].values.target"])
    #expect(told.first?.remedy == "write `target` next to `values` and not below it, or delete it")
    #expect(found("title: T, values: {name: Ada, shop: Oslo}") == [])
    #expect(found("title: \"{{link}}\", values: {link: Ada}") == [])
    #expect(found("title: \"{{name}}\", values: {name: Ada, page: y}") == [])
    #expect(found("variants: {a: {title: \"{{n}}\"}}, values: {n: Ada}") == [])
  }

  /// The summary has them.
  @Test func fillingsByFallbackAreCounted() {
    let campaign = """
      defaults:
        title: {en: "Hello {{name}}", de: "Hallo {{name}}"}
        target: {topic: "{{locale}}"}
      values: {name: friend}
      locales: {fallback: en}
      messages: messages.csv
      """
    let found = Self.read(campaign, table: "id,locale,name\na,en,Ada\nb,de,\nc,fr,\n").diagnostics
      .filter { $0.rule == "campaign.fallback" }
    #expect(
      found.map(\.message) == [
        "by fallback: 2 messages with `friend` for `{{name}}`, whose cell is empty",
        "by fallback: 1 message in fr with the texts of en",
      ])
    #expect(found.map(\.subject.line) == [3, 4] && found.allSatisfy { $0.severity == .note })
    #expect(Self.rules(campaign, table: "id,locale,name\na,en,Ada\nb,de,Bo\n") == [])
  }
}
