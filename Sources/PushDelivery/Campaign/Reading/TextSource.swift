import Findings

/// A text of a message, and its source: campaign.yml, where placeholders may be filled in, or a row's cell.
struct TextSource: Sendable {
  let key: MessageKey
  /// The path of its key from the message; for a target, of the whole.
  let path: String
  private let content: Content
  /// Its place in campaign.yml; of a cell, only the column counts.
  private let leaf: Diagnostic.Subject
  /// Whether campaign.yml fills in values of single people here.
  private var fillsInPersons = false

  private enum Content: Sendable {
    case constant(String)
    case parts(PlaceholderText)
    case cell(column: Int)
  }

  /// - Returns: nil for a value that is not a text, or has a malformed placeholder, which is reported.
  init?(
    _ value: YAMLValue, _ key: MessageKey, _ path: String, _ values: PlaceholderValues, _ reader: inout YAMLReader
  ) {
    guard case .text(let text, _) = value.content else { return nil }
    let place = value.subject
    (self.key, self.path, leaf) = (key, path, place)
    if place.name == Campaign.tableName, let column = place.keyPath.flatMap({ values.columns?.numbers[$0] }) {
      content = .cell(column: column)
    } else if PlaceholderText.isNeeded(for: text) {
      guard let parts = Self.parts(of: text, at: leaf, &reader) else { return nil }
      content = .parts(parts)
      fillsInPersons = Self.isPersonal(parts)
    } else {
      content = .constant(text)
    }
  }

  private static func parts(
    of text: String, at place: Diagnostic.Subject, _ reader: inout YAMLReader
  ) -> PlaceholderText? {
    do throws(PlaceholderText.SyntaxError) { return try PlaceholderText(text) } catch {
      return reader.fail(.campaign("placeholder", error.excerpt.quoted), place)
    }
  }

  /// The parts of a text with placeholders; nil for any other, and for one with an error, which is reported.
  private func parts(_ entry: MessageEntry, _ reader: inout YAMLReader) -> PlaceholderText? {
    switch content {
    case .constant: return nil
    case .parts(let parts): return parts
    case .cell(let column):
      guard let row = entry.row, row.cells.hasBraces(column) else { return nil }
      return Self.parts(of: row.cells[column], at: row.place(ofColumn: column), &reader)
    }
  }

  /// The text as its key takes it; nil if it has an error, which is reported.
  func read(_ values: PlaceholderValues, _ entry: inout MessageEntry, _ reader: inout YAMLReader) -> String? {
    guard let text = text(values, &entry, &reader) else { return nil }
    return switch key {
    case .id: reader.messageIdentifier(text, at: place(values, entry))
    case .title, .body: reader.string(text, at: place(values, entry))
    case .link, .target: reader.path(text, at: place(values, entry))
    default: text
    }
  }

  /// The text with every placeholder filled in once: filled-in values are not expanded again. nil if an error is reported.
  func text(_ values: PlaceholderValues, _ entry: inout MessageEntry, _ reader: inout YAMLReader) -> String? {
    if case .constant(let text) = content { return text }
    if case .cell(let column) = content, let row = entry.row, !row.cells.hasBraces(column) { return row.cells[column] }
    guard let parts = parts(entry, &reader) else { return nil }
    if case .cell = content { entry.usedNames.formUnion(parts.names) }
    return filled(parts.parts, values, &entry, &reader)
  }

  /// FCM takes requests of 4,096 bytes (docs/limits.md), so all texts together are far shorter; a few lines can ask for gigabytes.
  private static let mostBytes = 16_384

  private func filled(
    _ parts: [PlaceholderText.Part], _ values: PlaceholderValues, _ entry: inout MessageEntry,
    _ reader: inout YAMLReader
  ) -> String? {
    var (result, isWhole, last) = ("", true, "")
    var isAddress = false
    if case .literal(let text)? = parts.first { isAddress = AddressFilling.isAddress(beginning: text) }
    for part in parts {
      var text: String?
      switch part {
      case .literal(let literal): text = literal
      case .placeholder(let name):
        // Checks every placeholder, to report all errors.
        text = values.text(of: name, usedIn: leafPlace, &entry, &reader)
      }
      guard let text else {
        isWhole = false
        continue
      }
      if !isAddress, let word = Self.repeated(last, text) {
        reader.report(.campaign("wordTwice", word.quoted), place(values, entry), severity: .warning)
      }
      if isAddress, case .placeholder = part {
        result += AddressFilling.escaped(text, behind: result)
      } else {
        result += text
      }
      last = text
      guard result.utf8.count <= Self.mostBytes else {
        return reader.fail(.campaign("longText", "\(Self.mostBytes)"), leafPlace(entry))
      }
    }
    guard isWhole else { return nil }
    entry.filledByteCount += result.utf8.count
    return result
  }

  /// The last word or sign of a part with which the next part begins: values have the unit or the sign that is also in the text next to
  /// them, as in `12 kr kr`.
  private static func repeated(_ part: String, _ next: String) -> String? {
    guard let last = part.last, let first = next.first else { return nil }
    guard last.isWhitespace || first.isWhitespace else {
      return last == first && "€$£%#,;".contains(first) ? String(first) : nil
    }
    let word = next.drop(while: \.isWhitespace).prefix { !$0.isWhitespace }
    let other = part.reversed().drop(while: \.isWhitespace).prefix { !$0.isWhitespace }
    let bare = word.last.map { ".,!?;:".contains($0) } == true ? word.dropLast() : word
    return bare.elementsEqual(other.reversed()) && bare.contains { !$0.isNumber } ? String(bare) : nil
  }
}

/// The place of a text, and whom it is about.
extension TextSource {
  private func leafPlace(_ entry: MessageEntry) -> Diagnostic.Subject {
    if case .cell(let column) = content, let row = entry.row { row.place(ofColumn: column) } else { leaf }
  }

  /// If another file gives part of a text, the text's place is there; so for a default that the message completes. There it differs from
  /// other messages.
  func place(_ values: PlaceholderValues, _ entry: MessageEntry) -> Diagnostic.Subject {
    let leaf = leafPlace(entry)
    var (place, trial) = (leaf, YAMLReader())
    for name in parts(entry, &trial)?.names ?? [] {
      guard let source = values.place(of: name, entry) else { continue }
      let isOwn = source.lies(in: entry.subject) && !leaf.lies(in: entry.subject)
      if source.name != leaf.name || isOwn { place = source }
    }
    return place
  }

  /// Equal for texts of rows that differ only in what is filled in; nil without placeholders.
  func template(in row: TableRow) -> Int? {
    switch content {
    case .constant: nil
    case .parts: leaf.hashValue
    case .cell(let column): row.cells.hasBraces(column) ? row.cells[column].hashValue : nil
    }
  }

  /// Whether values of a single person are filled in.
  func isPersonal(_ entry: MessageEntry) -> Bool {
    guard case .cell = content else { return fillsInPersons }
    var trial = YAMLReader()
    return parts(entry, &trial).map(Self.isPersonal) ?? false
  }

  /// By the names of placeholders. Things also have names and numbers, but nothing greets them.
  private static func isPersonal(_ text: PlaceholderText) -> Bool {
    let names = text.names.compactMap { PersonalName($0) }
    guard !names.contains(.sure), !names.isEmpty else { return !names.isEmpty }
    return PersonalName.speaksToPerson(
      text.parts.map { if case .literal(let text) = $0 { text } else { " " } }.joined())
  }
}
