import Findings

/// Texts for one platform that are about something else than the general ones.
extension RequestRules {
  static let otherOffer = Rule<RequestDocument>("message.other-offer", reads: [.words]) { document in
    let texts = Dictionary(grouping: document.visibleTexts) { $0.path[0] }
    guard texts.count > 1, let general = texts["notification"].map({ TextFacts($0.map(\.text)) }) else { return [] }
    return texts.sorted { $0.key < $1.key }.compactMap { platform, own in
      guard platform != "notification", let clash = TextFacts(own.map(\.text)).clash(with: general) else { return nil }
      return Finding(
        "the text for \(platform) has \(clash.own.quoted) in it, and the general text \(clash.other.quoted)",
        at: document.place(of: own[0].path))
    }
  }
}

/// The percentages, prices and days of texts.
private struct TextFacts {
  /// Each kind by its value, as written.
  private let kinds: [[String: String]]

  init(_ texts: [String]) {
    let text = texts.joined(separator: "\n")
    guard text.utf8.count < 1000, text.utf8.contains(where: isDigit) else {
      kinds = []
      return
    }
    let percents = text.matches(of: /[0-9]+(?:[.,][0-9]+)?\s?%|%\s?[0-9]+/)
    let prices = text.matches(
      of: /[€$£¥]\s?[0-9][0-9.,]*|[0-9][0-9.,]*\s?(?:[€£¥]|(?:kr|SEK|NOK|DKK|EUR|USD|GBP|CHF|PLN|zł|Kč|Ft|lei|TL)\b)/)
    let pairs = [
      percents.map { ($0.output.filter(\.isNumber), String($0.output)) },
      prices.map { (Self.cents($0.output), String($0.output)) },
      WrittenDate.days(in: text).map { ("\($0)", "day \($0[1]) of month \($0[0])") },
    ]
    kinds = pairs.map { Dictionary($0) { first, _ in first } }
  }

  /// `3,90 €` and `€3.90` are one price, and so are `5 €` and `5,00 €`.
  private static func cents(_ price: Substring) -> String {
    let number = price.filter { $0.isNumber || ".,".contains($0) }
    return number.filter(\.isNumber) + (number.contains(/[.,][0-9]{2}$/) ? "" : "00")
  }

  /// A value of a kind of which both have some and none in common.
  func clash(with other: TextFacts) -> (own: String, other: String)? {
    zip(kinds, other.kinds).lazy.compactMap { mine, its -> (own: String, other: String)? in
      guard Set(mine.keys).isDisjoint(with: its.keys) else { return nil }
      return mine.values.min().flatMap { own in its.values.min().map { (own, $0) } }
    }.first
  }
}
