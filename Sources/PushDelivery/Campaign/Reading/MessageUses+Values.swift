import Findings

/// Numbers that were counted up, values of one person, and data for apps.
extension MessageUses {
  // Nothing changes them.
  private nonisolated(unsafe) static let counted: [(kind: Kind, form: Regex<(Substring, Substring)>)] = [
    (.countedPercent, /(?:^|[^0-9.,])([1-9][0-9])[ \u{A0}\u{202F}]?%/),
    (.countedYear, /(?:^|[^0-9.,])(20[2-9][0-9])(?![0-9])/),
  ]

  func reportCounted(_ reader: inout YAMLReader) {
    for (kind, name) in [(Kind.countedPercent, "percentage"), (.countedYear, "year")] {
      guard let counted = use(kind), counted.count > 1 else { continue }
      reader.report(.campaign("counted", "\(counted.count)", name, name), counted.place)
    }
  }

  /// Notes a number that a spreadsheet counted up from the previous row. Percentages of two digits are no steps of a plan, and years are the
  /// row's own if its other cells have them.
  mutating func addCounted(of message: CampaignMessage) {
    for (kind, form) in Self.counted { addCounted(kind, form, message) }
  }

  private mutating func addCounted(_ kind: Kind, _ form: Regex<(Substring, Substring)>, _ message: CampaignMessage) {
    let (line, isYear) = (message.origin.line, kind == .countedYear)
    // Other languages of a message follow its first one.
    if let last = lastNumbers[kind], last.line == line, line != nil { return }
    let text = message.target.isDevice ? "" : (message.title ?? "") + (isYear ? "" : "\n" + (message.body ?? ""))
    guard isYear ? text.hasDigits(4...4) : text.utf8.contains(UInt8(ascii: "%")),
      let digits = text.firstMatch(of: form)?.1, !(isYear && Self.isOwn(digits.suffix(2), of: message))
    else {
      lastNumbers[kind] = nil
      return
    }
    let words = String(text[..<digits.startIndex] + text[digits.endIndex...])
    let found = (number: Int(digits) ?? 0, words: words, line: line)
    if let last = lastNumbers[kind], found.number - 1 == last.number, found.words == last.words {
      note(kind, at: message.origin)
    }
    lastNumbers[kind] = found
  }

  private static func isOwn(_ number: Substring, of message: CampaignMessage) -> Bool {
    ([message.id, message.target.text, message.link ?? ""] + message.media.files()).contains { $0.contains(number) }
  }

  /// Notes the first number, the first mail address and the data of one person.
  mutating func noteOwnValues(of message: CampaignMessage) {
    if use(.ownValue, "number") == nil,
      let number = [message.title, message.body].lazy.compactMap({ $0.flatMap(TextRemains.ownNumber) }).first
    {
      note(.ownValue, "number", ["the text has \(number.quoted), one person's number"], at: message.origin)
    }
    if use(.ownValue, "address") == nil, let found = message.link.flatMap(TextRemains.ownAccess) {
      note(.ownValue, "address", ["the link has \(found)"], at: message.origin)
    }
    // Each person may have a topic, with a number.
    guard !message.dataValues.isEmpty, !message.target.text.utf8.contains(where: isDigit) else { return }
    for (key, value) in zip(message.shape.dataKeys, message.dataValues) where TextRemains.isOwn(value, under: key) {
      note(
        .ownValue, key, hash: value.hashValue, ["`data.\(key)` has \(value.quoted), one person's number"],
        at: message.origin)
    }
  }

  mutating func addData(of message: CampaignMessage) {
    for (key, value) in zip(message.shape.dataKeys, message.dataValues) {
      note(.dataKey, key, message.shape.dataKeys, at: message.origin.key("data." + key))
      guard let end = value.prefix(40).firstRange(of: "://")?.lowerBound else { continue }
      note(.scheme, String(value[..<end]), at: message.origin.key("data." + key))
    }
  }

  private static let builds = ["dev", "debug", "staging", "test", "qa"]

  /// A key of one message that is a slip of the others', and a scheme of another build of the app: the app opens nothing.
  func reportData(_ reader: inout YAMLReader) {
    let keys = isFull(.dataKey) ? [] : all(.dataKey)
    let common = keys.filter { $0.value.count > 2 }
    for (key, use) in keys where use.count == 1 {
      let other = common.first { Self.isSlip(inside: key, of: $0.key) && !use.facts.contains($0.key) }
      guard let other else { continue }
      reader.report(
        .campaignNearTarget, use.place,
        "the data key \(key.quoted) is used once, and \(other.key.quoted) \(Self.times(other.value))")
    }
    for (scheme, use) in all(.scheme) {
      let words = scheme.split { "-+.".contains($0) }
      guard words.count > 1, let build = words.last, Self.builds.contains(build.lowercased()),
        let other = self.use(.scheme, String(scheme.dropLast(build.count + 1))), use.count < other.count
      else { continue }
      reader.report(
        .campaignNearTarget, use.place,
        "the value opens the build \(scheme.quoted) of the app, and \(Self.times(other)) the app itself")
    }
  }

  /// Not `article` and `articles`, or `pointX` and `pointY`.
  private static func isSlip(inside key: String, of other: String) -> Bool {
    isSlip(key, of: other) && key.count == other.count && (key.last == other.last || key.sorted() == other.sorted())
  }
}
