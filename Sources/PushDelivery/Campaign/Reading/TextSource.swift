import Findings

/// The source of a message's text: campaign.yml, where placeholders may be filled in, or a row's cell.
struct TextSource: Sendable {
  private let content: Content
  /// Its place in campaign.yml; of a cell, only the column counts.
  private let leaf: Diagnostic.Subject
  /// Whether campaign.yml fills in values of single people here.
  private var fillsInPersons = false

  private enum Content: Sendable {
    case constant(String)
    case parts([Part])
    case cell(column: Int)
  }

  private enum Part: Sendable {
    case literal(String)
    case placeholder(PlaceholderValues.Placeholder)
  }

  /// - Returns: nil for a value that is not a text, or has a malformed placeholder, which is reported.
  init?(_ value: YAMLValue, _ values: PlaceholderValues, _ reader: inout YAMLReader) {
    guard case .text(let text, _) = value.content else { return nil }
    let place = value.subject
    leaf = place
    if place.name == Campaign.tableName, let column = values.columns?.names.firstIndex(where: { $0 == place.keyPath }) {
      content = .cell(column: column)
    } else if PlaceholderText.isNeeded(for: text) {
      guard let parts = Self.parts(of: text, values, at: place, &reader) else { return nil }
      content = .parts(parts)
      fillsInPersons = Self.isPersonal(parts)
    } else {
      content = .constant(text)
    }
  }

  private static func parts(
    of text: String, _ values: PlaceholderValues, at place: Diagnostic.Subject, _ reader: inout YAMLReader
  ) -> [Part]? {
    do throws(PlaceholderText.SyntaxError) {
      return try PlaceholderText(text).parts.map { part in
        switch part {
        case .literal(let text): .literal(text)
        case .placeholder(let name): .placeholder(values.placeholder(named: name))
        }
      }
    } catch {
      return reader.fail(
        .campaignPlaceholder, place, "\(error.excerpt.quoted) is no placeholder",
        remedy: "write `{{name}}` with a name of letters, digits, `_` and `-`, or `{{{{` for two braces that are shown")
    }
  }

  /// The text with every placeholder filled in once: filled-in values are not expanded again. nil if an error is reported.
  func text(_ values: PlaceholderValues, _ entry: inout MessageEntry, _ reader: inout YAMLReader) -> String? {
    switch content {
    case .constant(let text): return text
    case .parts(let parts): return filled(parts, values, &entry, &reader)
    case .cell(let column):
      guard let row = entry.row else { return nil }
      let text = row.cells[column]
      guard row.cells.hasBraces(column) else { return text }
      guard let parts = Self.parts(of: text, values, at: row.place(ofColumn: column), &reader) else { return nil }
      for case .placeholder(let placeholder) in parts { placeholder.column.map { entry.usedColumns.append($0) } }
      return filled(parts, values, &entry, &reader)
    }
  }

  /// FCM takes requests of 4,096 bytes (docs/limits.md), so all texts together are far shorter; a few lines can ask for gigabytes.
  private static let mostBytes = 16_384

  private func filled(
    _ parts: [Part], _ values: PlaceholderValues, _ entry: inout MessageEntry, _ reader: inout YAMLReader
  ) -> String? {
    var (result, isWhole, last) = ("", true, "")
    let isAddress = AddressFilling.isAddress(
      beginning: parts.first.map { if case .literal(let text) = $0 { text } else { "" } } ?? "")
    for part in parts {
      switch part {
      case .literal(let text):
        if !isAddress, let word = Self.repeated(last, text) { reader.report(.twice(word, place(values, entry))) }
        result += text
        last = text
      case .placeholder(let placeholder):
        // Checks every placeholder, to report all errors.
        if let text = values.text(of: placeholder, usedIn: leafPlace(entry), entry, &reader) {
          if !isAddress, let word = Self.repeated(last, text) { reader.report(.twice(word, place(values, entry))) }
          result += isAddress ? AddressFilling.escaped(text, behind: result) : text
          last = text
          if let standIn = values.standIn(for: placeholder, entry) { entry.standIns.insert(standIn) }
        } else {
          isWhole = false
        }
      }
      guard result.utf8.count <= Self.mostBytes else {
        return reader.fail(
          .campaignPlaceholder, leafPlace(entry),
          "with its placeholders filled in the text has more than \(Self.mostBytes) bytes",
          remedy: "use fewer placeholders, or shorter values: a message has room for 4,096 bytes in all")
      }
    }
    guard isWhole else { return nil }
    entry.filledByteCount += result.utf8.count
    return result
  }
}

/// Values with the unit or the sign that is also in the text next to them: `12 kr kr`.
extension TextSource {
  /// The last word or sign of a part with which the next part begins.
  private static func repeated(_ part: String, _ next: String) -> String? {
    guard let last = part.last, let first = next.first else { return nil }
    guard last.isWhitespace || first.isWhitespace else {
      return last == first && "€$£%#,;".contains(first) ? String(first) : nil
    }
    let word = next.drop(while: \.isWhitespace).prefix { !$0.isWhitespace }
    let other = part.reversed().drop(while: \.isWhitespace).prefix { !$0.isWhitespace }
    return word.elementsEqual(other.reversed()) && word.contains { !$0.isNumber } ? String(word) : nil
  }
}

extension Diagnostic {
  fileprivate static func twice(_ word: String, _ place: Subject) -> Diagnostic {
    Diagnostic(
      .campaignPlaceholder, place, "\(word.quoted) would stand there twice: in the text and in the value",
      severity: .warning, remedy: "write it in the text or in the values")
  }
}

/// The place of a text.
extension TextSource {
  private func leafPlace(_ entry: MessageEntry) -> Diagnostic.Subject {
    if case .cell(let column) = content, let row = entry.row { row.place(ofColumn: column) } else { leaf }
  }

  /// If another file gives part of a text, the text's place is there; so for a default that the message completes. There it differs from
  /// other messages.
  func place(_ values: PlaceholderValues, _ entry: MessageEntry) -> Diagnostic.Subject {
    let leaf = leafPlace(entry)
    var place = leaf
    for placeholder in placeholders(values, entry) {
      guard let source = values.place(of: placeholder, entry) else { continue }
      let isOwn = source.lies(in: entry.subject) && !leaf.lies(in: entry.subject)
      if source.name != leaf.name || isOwn { place = source }
    }
    return place
  }

  /// Whether values of a single person are filled in.
  func isPersonal(_ values: PlaceholderValues, _ entry: MessageEntry) -> Bool {
    guard case .cell(let column) = content, let row = entry.row, row.cells.hasBraces(column) else {
      return fillsInPersons
    }
    var trial = YAMLReader()
    return Self.parts(of: row.cells[column], values, at: leaf, &trial).map(Self.isPersonal) ?? false
  }

  /// By the names of placeholders. Things also have names and numbers, but nothing greets them.
  private static func isPersonal(_ parts: [Part]) -> Bool {
    let names = parts.compactMap {
      if case .placeholder(let placeholder) = $0 { PersonalName(placeholder.name) } else { nil }
    }
    guard !names.contains(.sure), !names.isEmpty else { return !names.isEmpty }
    return PersonalName.speaksToPerson(parts.map { if case .literal(let text) = $0 { text } else { " " } }.joined())
  }

  private func placeholders(_ values: PlaceholderValues, _ entry: MessageEntry) -> [PlaceholderValues.Placeholder] {
    switch content {
    case .constant: []
    case .parts(let parts): parts.compactMap { if case .placeholder(let placeholder) = $0 { placeholder } else { nil } }
    case .cell(let column):
      ((entry.row?.cells[column]).flatMap { try? PlaceholderText($0) }?.names ?? []).map(values.placeholder)
    }
  }
}

/// A text of a message, and its source.
struct TextSlot: Sendable {
  let key: MessageKey
  /// The path of its key from the message; for a target, of the whole.
  let path: String
  let source: TextSource

  /// The text as the key takes it; nil if it has an error, which is reported.
  func read(_ values: PlaceholderValues, _ entry: inout MessageEntry, _ reader: inout YAMLReader) -> String? {
    guard let text = source.text(values, &entry, &reader) else { return nil }
    return switch key {
    case .id: reader.messageIdentifier(text, at: source.place(values, entry))
    case .title, .body: reader.string(text, at: source.place(values, entry))
    case .link, .target: reader.path(text, at: source.place(values, entry))
    default: text
    }
  }
}

extension MessageKey {
  /// Whether any text under it is read only as text.
  var isText: Bool {
    switch self {
    case .id, .title, .body, .link, .target, .data: true
    default: false
    }
  }
}
