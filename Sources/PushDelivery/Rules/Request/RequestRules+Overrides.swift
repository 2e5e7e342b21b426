import Findings

/// Texts for one platform that are about something else than the general ones.
extension RequestRules {
  static let otherOffer = Rule<RequestDocument>("message.other-offer", reads: [.words, .link, .data]) { document in
    otherTexts(in: document) + otherCodes(in: document)
  }

  private static func otherTexts(in document: RequestDocument) -> [Finding] {
    let texts = Dictionary(grouping: document.visibleTexts) { $0.path[0] }
    guard texts.count > 1, let general = texts["notification"].map({ values(in: $0.map(\.text)) }) else { return [] }
    return texts.sorted { $0.key < $1.key }.compactMap { platform, own in
      let clash = zip(values(in: own.map(\.text)), general).first {
        !$0.values.isEmpty && !$1.values.isEmpty
          && $0.values.isDisjoint(with: $1.values)
      }
      return clash.map {
        Finding(
          "the text for \(platform) names another \($0.0.kind) than the general text",
          at: document.place(of: own[0].path))
      }
    }
  }

  private static let codeNames = Set(WordTable.requests.rows("code-name").joined())

  /// Links with the code of the text, but another number: `WINTER20` and `?code=WINTER25`.
  private static func otherCodes(in document: RequestDocument) -> [Finding] {
    let texts = ["title", "body"].compactMap { document.text("notification", $0) }
    let text = texts.joined(separator: " ").uppercased()
    guard text.utf8.count < 4000, text.utf8.contains(where: isDigit) else { return [] }
    let words = Dictionary(grouping: text.split { !$0.isLetter && !$0.isNumber }.map(String.init), by: letters(in:))
    return document.links.compactMap { link -> Finding? in
      let pairs = link.url.split { "?&#".contains($0) }.map { $0.split(separator: "=", maxSplits: 1) }
      let named = pairs.first { $0.count == 2 && codeNames.contains($0[0].lowercased()) }
      guard let code = named?[1].uppercased(), code.utf8.contains(where: isDigit), letters(in: code).count > 2,
        let same = words[letters(in: code)], !same.contains(code),
        let word = same.first(where: { $0.utf8.contains(where: isDigit) })
      else { return nil }
      return Finding(
        "the text has the code \(word.quoted), and the link \(code.quoted)", platforms: link.platforms,
        at: document.place(of: link.path))
    }
  }

  private static func letters(in code: String) -> String { code.filter { !$0.isNumber } }

  /// The percentages, prices and days of texts.
  private static func values(in texts: [String]) -> [(kind: String, values: Set<String>)] {
    let text = texts.joined(separator: "\n")
    guard text.utf8.count < 1000, text.utf8.contains(where: isDigit) else { return [] }
    let percents = text.matches(of: /[0-9]+(?:[.,][0-9]+)?\s?%|%\s?[0-9]+/).map { $0.output.filter(\.isNumber) }
    let prices = text.matches(
      of:
        /[€$£¥]\s?[0-9](?:[0-9.,]*[0-9])?|[0-9](?:[0-9.,]*[0-9])?\s?(?:[€£¥]|(?:kr|SEK|NOK|DKK|EUR|USD|GBP|CHF|PLN|zł|Kč|Ft|lei|TL)\b)/
    ).map { cents($0.output) }
    return [
      ("percentage", Set(percents)), ("price", Set(prices)), ("day", Set(WrittenDate.days(in: text).map { "\($0)" })),
    ]
  }

  /// `3,90 €` and `€3.90` are one price, and so are `5 €` and `5,00 €`.
  private static func cents(_ price: Substring) -> String {
    let number = price.filter { $0.isNumber || ".,".contains($0) }
    return number.filter(\.isNumber) + (number.contains(/[.,][0-9]{2}$/) ? "" : "00")
  }
}
