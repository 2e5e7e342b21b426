import Findings
import PushDelivery

/// Every finding of a page once, with the messages and files that it is about: what needs a look before a campaign is approved.
struct LookFirst: Sendable {
  /// One finding, whatever the number of messages that have it.
  struct Item: Hashable, Sendable {
    let severity: Diagnostic.Severity
    /// The rule's identifier, or a name of the page's own.
    let rule: String
    let words: String
    let remedy: String
    /// The things that it is about, besides messages.
    var places: [String] = []
    /// The messages and files that have it, in the order of the page.
    var anchors: [PageParts.Anchor] = []

    fileprivate var key: [String] { [rule, words, remedy] }
  }

  /// The most severe first.
  let items: [Item]
  /// The places of items, by their keys.
  private let numbers: [[String]: Int]

  init(_ sheet: ContactSheetContents) {
    var found: [Item] = []
    var places: [[String]: Int] = [:]
    var named: Set<[String]> = []
    func add(_ item: Item, _ place: String?, _ anchor: PageParts.Anchor?) {
      let number = places[item.key] ?? found.count
      if number == found.count {
        places[item.key] = number
        found.append(item)
      }
      if let place, named.insert(item.key + [place]).inserted { found[number].places.append(place) }
      if let anchor, found[number].anchors.last != anchor { found[number].anchors.append(anchor) }
    }
    // The page itself says of each message that it is in another language.
    let saysLanguages = sheet.messages.contains { $0.fallback != nil }
    for (number, message) in sheet.messages.enumerated() {
      for finding in message.findings where !(saysLanguages && finding.isOfSummary) {
        add(Item(finding), finding.place(in: message), .message(number))
      }
      for item in Item.notes(on: message) { add(item, nil, .message(number)) }
    }
    for (number, file) in sheet.files.enumerated() {
      for finding in file.findings { add(Item(finding), file.path.printable, .file(number)) }
    }
    for finding in sheet.findings { add(Item(finding), finding.place(in: nil), nil) }
    let order = found.indices.sorted { (found[$1].severity, $0) < (found[$0].severity, $1) }
    items = order.map { found[$0] }
    numbers = Dictionary(uniqueKeysWithValues: items.enumerated().map { ($1.key, $0) })
  }

  /// The items of a message, in their order.
  func numbers(of message: ContactSheetContents.ShownMessage) -> [Int] {
    let own = message.findings.map { Item($0) } + Item.notes(on: message)
    return Set(own.compactMap { numbers[$0.key] }).sorted()
  }
}

extension LookFirst.Item {
  fileprivate init(_ finding: Diagnostic) {
    self.init(
      severity: finding.severity, rule: finding.rule.rawValue, words: finding.message.printable,
      remedy: finding.remedy.printable)
  }

  /// The page's own names for what it finds itself.
  fileprivate static let ownRules = ["changed", "language-fallback"]

  /// What the page itself says of a message.
  fileprivate static func notes(on message: ContactSheetContents.ShownMessage) -> [Self] {
    let changed = "the request is new, or differs from the last set"
    return [
      message.isChanged ? Self(severity: .note, rule: ownRules[0], words: changed, remedy: "") : nil,
      message.fallback.map { language in
        let words = "there is no text in its language, so it goes out in \(language)"
        return Self(severity: .note, rule: ownRules[1], words: words, remedy: "")
      },
    ].compactMap(\.self)
  }
}

extension Diagnostic {
  /// Its subject, if that says more than the message.
  fileprivate func place(in message: ContactSheetContents.ShownMessage?) -> String? {
    guard message == nil || subject.kind == .file else { return nil }
    return subject.name.printable + (subject.line.map { ", line \($0)" } ?? "")
  }
}

extension PageParts {
  /// More items of one rule are folded away.
  private static let openItems = 3
  /// More links of one item are a filter.
  private static let openLinks = 8

  var lookFirst: HTML {
    // In the order of the items.
    let rules = look.items.map(\.rule).distinct
    // Their findings ask for nothing.
    let folded = rules.filter { rule in
      look.items.allSatisfy { $0.rule != rule || $0.severity == .note } && !LookFirst.Item.ownRules.contains(rule)
    }
    return HTML.tag("section", ["class": "look", "id": "look"]) {
      HTML.tag("h2") { "What needs a look first" }
      if rules.isEmpty { HTML.tag("p", ["class": "note"]) { "Nothing. Every check found what it should." } }
      for rule in rules where !folded.contains(rule) { group(rule) }
      if !folded.isEmpty {
        HTML.tag("details") {
          HTML.tag("summary") { "Notes: " + folded.joined(separator: ", ") }
          for rule in folded { group(rule) }
        }
      }
    }
  }

  @HTMLBuilder private func group(_ rule: String) -> HTML {
    let numbers = look.items.indices.filter { look.items[$0].rule == rule }
    let rest = numbers.dropFirst(Self.openItems)
    list(numbers.prefix(Self.openItems))
    if !rest.isEmpty {
      HTML.tag("details") {
        HTML.tag("summary") { "\(rest.count) more of \(rule)" }
        list(rest)
      }
    }
  }

  private func list(_ numbers: ArraySlice<Int>) -> HTML {
    HTML.tag("ul", ["class": "findings"]) { for number in numbers { row(number, look.items[number]) } }
  }

  private func row(_ number: Int, _ item: LookFirst.Item) -> HTML {
    HTML.tag("li", ["class": item.severity.rawValue, "id": "\(Anchor.look(number))"]) {
      HTML.tag("p") {
        HTML.tag("strong") { item.severity.rawValue.capitalizedSentence }
        " "
        // Each by itself: names of scripts that run from right to left would change places with what follows.
        for (number, place) in item.places.prefix(3).enumerated() {
          if number > 0 { ", " }
          HTML.tag("bdi") { place }
        }
        if !item.places.isEmpty { item.places.count > 3 ? " and \(item.places.count - 3) more: " : ": " }
        item.words.sentence
      }
      if !item.remedy.isEmpty { HTML.tag("p", ["class": "remedy"]) { item.remedy.sentence } }
      HTML.tag("p", ["class": "jumps"]) {
        HTML.tag("code") { item.rule }
        for anchor in item.anchors.prefix(Self.openLinks) {
          " "
          HTML.tag("a", ["href": "#\(anchor)"]) { name(of: anchor) }
        }
        if item.anchors.count > Self.openLinks {
          " "
          HTML.tag("a", ["href": "#messages", "data-filter": "rule:\(item.rule)"]) { "all \(item.anchors.count)" }
        }
      }
    }
  }
}

extension String {
  var capitalizedSentence: String { (first?.uppercased() ?? "") + dropFirst() }

  /// With a full stop, which findings do not have.
  var sentence: String { capitalizedSentence + "." }
}
