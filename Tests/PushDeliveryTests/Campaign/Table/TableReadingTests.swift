import Findings
import MediaFacts
import PushDelivery
import TestSupport
import Testing

@Suite struct TableReadingTests {
  /// Rows ask for the default target unless the campaign says otherwise.
  private func read(_ table: String, _ campaign: String = "defaults: {target: default}") -> Checked<Campaign> {
    Campaign.read(campaign, table: Array(table.utf8), defaults: MessageDefaults(target: .topic("all")))
  }

  @Test func everyColumnHasItsPlace() {
    let table = """
      id,locale,variant,title,body,media.ios,media.android,poster.at,focal-point.x,focal-point.y,link,token,platforms,\
      priority,ttl,expires,collapse-key,channel,sound,badge,category,analytics-label,data.order,data.a.b
      a,de,b,no,"Two
      lines",a.mp4,b.jpg,2.5,0.25,1,https://e.com/,abc,ios android,high,4h,2027-01-31T18:00:00Z,spring,offers,chime,3,\
      SALE,label,12,true

      """
    let expected = CampaignMessage(
      id: "a.de.b", media: CampaignMedia(own: [.ios: "a.mp4", .android: "b.jpg"]), poster: .at(2.5),
      focalPoint: FocalPoint(x: 0.25, y: 1), title: "no", body: "Two\nlines", target: .token("abc"),
      link: "https://e.com/", platforms: [.ios, .android],
      options: MessageOptions(
        priority: .high, timeToLive: TimeToLive(seconds: 14_400), expiration: 1_801_418_400, collapseKey: "spring",
        channel: "offers", sound: "chime", badge: 3, category: "SALE",
        analyticsLabel: AnalyticsLabel(rawValue: "label"), data: ["order": "12", "a.b": "true"]),
      locale: "de", variant: "b", origin: .init(.configuration, "messages.csv", line: 2))
    #expect(read(table) == Checked(Campaign(messages: [expected])))
  }

  @Test func rowsLieOverTheDefaults() {
    let campaign = """
      defaults:
        title: {en: "Hello {{name}}", de: "Hallo {{name}}"}
        body: "{{shop}} {{{{"
        data: {order: "{{order}}", from: app}
      values: {shop: Morgen}
      locales: {fallback: en}
      messages: messages.csv
      """
    let table =
      "id,locale,token,name,order,title,shop\n1,de,t1,Ada,12,,\n2,fr,t2,Bo,13,,Elsewhere\n3,en,t3,Cy,14,Own,\n"
    let checked = read(table, campaign)
    #expect(checked.lines == ["1.de t1 Hallo Ada", "2.fr t2 Hello Bo", "3.en t3 Own"])
    #expect(checked.value?.messages.map(\.body) == ["Morgen {{", "Elsewhere {{", "Morgen {{"])
    #expect(
      checked.value?.messages.map(\.options.data) == [
        ["order": "12", "from": "app"], ["order": "13", "from": "app"], ["order": "14", "from": "app"],
      ])
  }

  @Test func aRowMayBeWrittenInSeveralLanguages() {
    let table = "id,title.en,title.de,topic\na,Sale,Aktion,news-{{locale}}\nb,Only,,only\n"
    #expect(read(table).lines == ["a.en news-en Sale", "a.de news-de Aktion", "b.en only Only"])
  }

  @Test func allProblemsAreToldWithLineAndColumn() {
    let campaign = "defaults: {target: default, body: \"Hi {{name}}\", ttl: \"{{hours}}h\"}"
    let table = """
      id,title,name,hours
      a,"Two
      lines",,1
      b/c,T,Bo,1
      d,T,Cy,1,2
      a,T,Di,soon
      e,T,Ed
      """
    #expect(
      read(table, campaign).diagnostics.map { "\($0.subject.name):" + $0.summary } == [
        "messages.csv:3:8 name campaign.placeholder", "messages.csv:4:1 id campaign.id",
        "messages.csv:5:1 - campaign.table", "messages.csv:6:1 id campaign.duplicate-id",
        "messages.csv:6:8 hours configuration.value", "messages.csv:7:7 hours campaign.placeholder",
      ])
  }

  @Test func rowsWithTheSameIdentifierAreToldByTheirLines() {
    let checked = read("id,title\na,T\n\nA,U\n")
    #expect(checked.diagnostics.map(\.subject.line) == [4])
    #expect(checked.diagnostics.map(\.message).first?.contains("in lines 2 and 4") == true)
  }

  @Test(arguments: TextRow.table("first rows", in: "Campaign")) func refusesFirstRows(_ row: TextRow) {
    expectRefused(row[1], row[0])
  }

  private func expectRefused(_ table: String, _ message: String) {
    let checked = read(table)
    #expect(checked.diagnostics.map(\.rule) == ["campaign.table"])
    #expect(checked.diagnostics.first?.message.contains(message) == true)
  }

  @Test func aFirstRowHasALimit() {
    expectRefused("", "the file is empty")
    expectRefused("id," + String(repeating: "a", count: 1_000_000) + "\n", "the row has more than 1000000 bytes")
    let columns = (0..<2000).map { "data.c\($0)" }.joined(separator: ",")
    expectRefused("id,\(columns)\n", "the first row names 2001 columns, and a table has at most 2000")
  }

  /// As spreadsheets write it where a comma divides numbers.
  @Test(arguments: [";", "\t"])
  func otherSeparatorsAreThoseOfTheWholeTable(_ separator: String) {
    let good = "id,title,body\na,\"Tea \"\"for\"\" two\",Now\nb,Cups\n"
    let found = read(good.replacing(",", with: separator)).value?.messages
    #expect(found?.map(\.title) == ["Tea \"for\" two", "Cups"])
    #expect(found == read(good).value?.messages)
    let wrong = good + "c,T,B,x\n"
    let diagnostics = read(wrong.replacing(",", with: separator)).diagnostics
    #expect(diagnostics.map(\.rule) == ["campaign.table"])
    #expect(diagnostics.map(\.subject) == read(wrong).diagnostics.map(\.subject))
    #expect(read("id\(separator)title\na\(separator)One, two").value?.messages.map(\.title) == ["One, two"])
    #expect(read("\"id\"\(separator)\"title\"\na\(separator)T").value?.messages.map(\.title) == ["T"])
  }

  @Test func aRowWithOtherSeparatorsIsRefused() {
    let found = read("id;title\na;T\nb,U\n").diagnostics
    #expect(found.map(\.subject.line) == [3])
    #expect(found.map(\.remedy) == ["put semicolons between its cells, as the first row has them"])
  }

  /// All of them in one round, with those of the rows.
  @Test func errorsOfColumnsHideNoOthers() {
    let found = read("id,title.DE,title.EN_us,title.de,focal-point,media.iphone,body,body,ttl\na,T,,,,x.jpg,B,,soon\n")
    #expect(
      found.summaries == [
        "1:4 title.DE campaign.locale", "1:13 title.EN_us campaign.locale", "1:25 title.de campaign.table",
        "1:34 focal-point campaign.table", "1:46 media.iphone configuration.unknown-key", "1:59 body campaign.table",
        "2:17 ttl configuration.value",
      ])
    #expect(
      found.diagnostics.prefix(2).map(\.remedy) == [
        "name the column `title.de`", "name the column `title.en-US`",
      ])
    #expect(
      read("ID,Titel.De,Bild\na b,T,a.jpg\n").summaries == [
        "1:1 id campaign.table", "1:4 title.De campaign.locale", "2:1 id campaign.id",
      ])
    #expect(
      read("ID,Titel,Bild\na,T,a.jpg\n").diagnostics.map(\.remedy) == [
        "name columns after keys: `id` for `ID`, `title` for `Titel`, `media` for `Bild`"
      ])
  }

  @Test(arguments: ["Sommer\n\nid;Titel\na;T\n", ";Sommer;\n;;\nID;Titel\na;T\n", ";;\n;;\nid;title\na;T\n"])
  func titlesAboveTheNamesOfColumnsAreSaid(_ table: String) {
    #expect(read(table).diagnostics.map(\.remedy) == ["delete the rows above line 3, which names the columns"])
  }

  @Test func platformsMayHaveCommasBetweenThem() {
    #expect(read("id,title,platforms\na,T,\"ios, web\"\n").value?.messages.map(\.platforms) == [[.ios, .web]])
    let wrong = read("id,title,media.ios,platforms\na,T,a.jpg,andriod web\n").problems
    #expect(wrong == ["platforms configuration.value"])
  }

  @Test func aFocalPointHasTwoColumns() {
    let found = read("id,title,focal-point\na,T,\"0.5,0.4\"\n").diagnostics
    #expect(found.map(\.message) == ["`focal-point` cannot be a column"])
    #expect(found.map(\.remedy) == ["write the columns `focal-point.x` and `focal-point.y`, each from 0 to 1"])
  }

  @Test(arguments: ["\u{0}", "\u{FFFE}", "\u{FFFF}"])
  func aCharacterOfNoTextCostsItsRowAlone(_ character: String) {
    let reading = CampaignReading(
      "defaults: {target: default}", table: Array("id,title\na,A\nb,B\(character)\nc,C\n".utf8),
      defaults: MessageDefaults(target: .topic("all")))
    #expect(reading.campaign?.messages.map(\.id) == ["a", "c"])
    #expect(reading.diagnostics.map(\.rule) == ["campaign.table"])
    #expect(reading.diagnostics.first?.subject.line == 3)
  }

  /// A cell whose quote is closed far below, or a table whose lines end in bare carriage returns.
  @Test(arguments: [
    "b,\"" + String(repeating: "x", count: 1_000_000) + "\"", String(repeating: "\r", count: 1_000_100),
  ])
  func aRowThatIsTooLongCostsNoOther(_ row: String) {
    let reading = CampaignReading(
      "defaults: {target: default}", table: Array("id,title\na,A\n\(row)\nc,C\n".utf8),
      defaults: MessageDefaults(target: .topic("all")))
    #expect(reading.campaign?.messages.map(\.id) == ["a", "c"])
    #expect(reading.diagnostics.map(\.rule) == ["campaign.table"])
    #expect(reading.diagnostics.first?.message.hasPrefix("the row has more than 1000000 bytes") == true)
    #expect(reading.diagnostics.first?.subject.line == 3)
  }

  /// All requests would be withdrawn, without a word.
  @Test(arguments: ["", "\n", ",,\n,,\n", "\n \n,\u{A0},\n\"\",\"\"\n"])
  func aTableWithoutAMessageIsRefused(_ rows: String) {
    let checked = read("id,title,name\n" + rows)
    #expect(checked.value == nil)
    #expect(checked.diagnostics.map(\.summary) == ["1:1 - campaign.table"])
    #expect(checked.diagnostics.first?.message.hasPrefix("no row has a message, so all requests") == true)
    #expect(read("id,title\n" + rows + "a,T\n").lines == ["a all T"])
  }

  /// Only the cause of the missing rows is reported.
  @Test func rowsThatAreWrongAreNoEmptyTable() {
    #expect(read("id,title\n,T\n").problems == ["id configuration.missing-key"])
    #expect(read("id,title\n\"a,T\n").diagnostics.map(\.message).map { $0.prefix(7) } == ["a quote"])
  }

  @Test func anUnusedColumnIsToldOnce() {
    let checked = read("id,titel,first name,name,title\na,x,x,x,\"Hi {{name}}\"\nb,x,x,x,T\n")
    #expect(checked.value == nil)
    #expect(
      checked.diagnostics.map { "\($0.subject.keyPath ?? "") \($0.severity) \($0.rule)" } == [
        "titel error campaign.unused-column", "first name error campaign.unused-column",
      ])
    #expect(checked.diagnostics.first?.remedy.contains("the nearest key is `title`") == true)
    #expect(read("id,title,text\na,T,B\n").diagnostics.first?.remedy.contains("the nearest key is `body`") == true)
    for (column, key) in [("bodi.en", "body.en"), ("titel.pt-BR", "title.pt-BR")] {
      let remedies = read("id,title,\(column)\na,T,B\n").diagnostics.map(\.remedy)
      #expect(remedies.contains { $0.contains("the nearest key is `\(key)`") }, "\(remedies)")
    }
  }

  @Test func aRowSaysWhomItGoesTo() {
    #expect(read("id,title\na,T\n", "").problems == ["target campaign.missing-target"])
    // One cause is one error: the column has another name.
    #expect(read("id,title,Thema\na,T,news\nb,T,news\n", "").problems == ["Thema campaign.unused-column"])
    #expect(read("id,topic,token\na,,\nb,t,\n", "").problems == ["target campaign.missing-target"])
    #expect(read("id,topic\na,\n", "defaults: {target: {topic: s}}").problems == ["target campaign.missing-target"])
    #expect(read("id,topic,target\na,t,default\n", "").problems == ["target configuration.conflict"])
    #expect(read("id,target\na,everybody\n", "").problems == ["target configuration.type"])
  }

  @Test func theDefaultTargetIsTheNearest() {
    let table = "id,topic,target\na,t,\nb,,default\n"
    #expect(read(table, "").lines == ["a t", "b all"])
    #expect(read(table, "defaults: {target: {topic: s}}").lines == ["a t", "b s"])
    #expect(read("id,title\na,T\n", "defaults: {target: {topic: s}}").lines == ["a s T"])
    let withoutDefaults = Campaign.read("", table: Array("id,target\na,default\n".utf8))
    #expect(withoutDefaults.problems == ["target configuration.missing-key"])
  }

  @Test func aListAndATableAreOneTooMany() {
    #expect(read("id\na\n", "messages: [{id: b}]").problems == ["messages configuration.conflict"])
    #expect(
      read("id\na\n", "messages: other.csv").problems == [
        "messages configuration.conflict", "messages configuration.type",
      ])
  }

  @Test func aTableThatIsNotThere() {
    #expect(
      Campaign.read("messages: messages.csv").diagnostics.map(\.message) == [
        "there is no messages.csv in the campaign folder"
      ])
  }

  @Test func keepsAThousandProblemsAtMost() {
    let checked = read("id,ttl\n" + (0..<5000).map { "m\($0),soon\n" }.joined())
    #expect(checked.diagnostics.count == 1000)
  }
}
