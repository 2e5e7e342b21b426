import Findings

/// The placeholder values of one version of a message.
struct PlaceholderValues: Sendable {
  let locale: String?
  let variant: String?
  /// Of the table, if the message is a row. Its cells come first, unless they are empty.
  let columns: TableColumns?
  /// Values by name; the first layer with a value counts. Shared: there may be many versions, and many values that they do not use.
  let layers: [[String: YAMLValue]]
  let locales: LocaleSettings

  private enum Common: Sendable {
    case text(String, place: Diagnostic.Subject?)
    /// There is a value, but it has an error.
    case wrong(YAMLValue)
    case empty(Diagnostic.Subject)
  }

  /// The value of a name in every message of this version; nil without one.
  private func common(_ name: String) -> Common? {
    if let text = name == "locale" ? locale : name == "variant" ? variant : nil { return .text(text, place: nil) }
    var empty: Common?
    for layer in layers {
      guard let value = layer[name] else { continue }
      if case .nothing = value.content {
        empty = empty ?? .empty(value.subject)
        continue
      }
      var trial = YAMLReader()
      let picked = locales.localized(value, .text, in: locale, &trial)
      guard case .text(let text, _) = picked.content, text.isVisible else { return .wrong(value) }
      return .text(text, place: picked.subject)
    }
    return empty
  }

  /// The row and its column with a placeholder's value; nil if the campaign itself gives it.
  private func cell(of name: String, _ entry: MessageEntry) -> (row: TableRow, column: Int)? {
    guard let column = columns?.values[name], let row = entry.row, !row.cells.isEmpty(column) else { return nil }
    return (row, column)
  }

  /// Returns nil if a placeholder has no visible value, which is reported. `place`: of the text with the placeholder.
  func text(
    of name: String, usedIn place: (MessageEntry) -> Diagnostic.Subject, _ entry: inout MessageEntry,
    _ reader: inout YAMLReader
  ) -> String? {
    if let (row, column) = cell(of: name, entry) {
      let text = row.cells[column].trimmed
      if let doubt = FilledValue.doubt(of: text, named: name) {
        return reader.fail(.campaign("valueDoubt", name.printable, text.quoted, doubt), row.place(ofColumn: column))
      }
      if text.isVisible { return text }
      Self.reportEmpty(name, row.place(ofColumn: column), usedIn: place(entry), &reader)
      return nil
    }
    guard case .text(let text, _)? = common(name) else {
      reportMissing(name, usedIn: place(entry), entry, &reader)
      return nil
    }
    if columns?.values[name] != nil { entry.standIns.insert(.value(text, placeholder: name)) }
    return text
  }

  /// The place of a placeholder's text; nil if the campaign itself gives it.
  func place(of name: String, _ entry: MessageEntry) -> Diagnostic.Subject? {
    if let (row, column) = cell(of: name, entry) { return row.place(ofColumn: column) }
    if case .text(_, let place)? = common(name) { return place }
    return nil
  }

  /// The value with every placeholder in its texts filled in.
  func fill(_ value: YAMLValue, _ entry: inout MessageEntry, _ reader: inout YAMLReader) -> YAMLValue {
    value.mapTexts { leaf, text in
      guard PlaceholderText.isNeeded(for: text) else { return leaf }
      guard let source = TextSource(leaf, .data, "", self, &reader), let filled = source.text(self, &entry, &reader)
      else { return YAMLValue(.unusable, leaf.subject) }
      return YAMLValue(.text(filled, .inserted), source.place(self, entry))
    }
  }
}

/// Errors of placeholders.
extension PlaceholderValues {
  private func reportMissing(
    _ name: String, usedIn place: Diagnostic.Subject, _ entry: MessageEntry, _ reader: inout YAMLReader
  ) {
    let cell = columns?.values[name].flatMap { entry.row?.place(ofColumn: $0) }
    switch common(name) {
    case .wrong(let value)?:
      let picked = locales.localized(value, .text, in: locale, &reader)
      switch picked.content {
      case .unusable: break
      case .unsound, .cut: reader.reportType(of: picked, expected: "text")
      default: Self.reportEmpty(name, picked.subject, usedIn: place, &reader)
      }
    case .empty(let value)?: Self.reportEmpty(name, cell ?? value, usedIn: place, &reader)
    case .text?, nil:
      guard let cell else { return reportUnknown(name, usedIn: place, entry, &reader) }
      Self.reportEmpty(name, cell, usedIn: place, &reader)
    }
  }

  private static func reportEmpty(
    _ name: String, _ subject: Diagnostic.Subject, usedIn leaf: Diagnostic.Subject, _ reader: inout YAMLReader
  ) {
    let place = leaf.keyPath.map { " of \($0.quoted)" } ?? ""
    reader.report(.campaign("emptyValue", name.printable, place), subject)
  }

  /// If a default has the placeholder, only the messages without a value are at fault.
  private func reportUnknown(
    _ name: String, usedIn leaf: Diagnostic.Subject, _ entry: MessageEntry, _ reader: inout YAMLReader
  ) {
    guard !reader.isFull else { return }
    let isOthers = entry.row == nil && !leaf.lies(in: entry.subject)
    let place = isOthers ? leaf.keyPath.map { " of \($0.quoted)" } ?? "" : ""
    reader.report(.campaign("noValue", name.printable, place, remedy(unknown: name)), isOthers ? entry.subject : leaf)
  }

  private func remedy(unknown name: String) -> String {
    switch name {
    case "locale":
      return "write the message in several languages, as in `title: {en: …, de: …}`, or list them under `locales.list`"
    case "variant": return "give the message `variants`, or delete the placeholder"
    default:
      let names = (Array(columns?.values.keys ?? [:].keys) + layers.flatMap(\.keys)).sorted()
      let nearest = NearestName.find(name, among: names).map { nearest in
        let what = columns?.values[nearest] == nil ? "name" : "column"
        return ", or correct it; the nearest \(what) is \(nearest.quoted)"
      }
      return (columns == nil ? "add \(name.quoted)" : "add a column \(name.quoted), or a value") + " under `values`"
        + (nearest ?? "")
    }
  }
}

/// Values that are filled into a URL: `https://shop.com/{{page}}?q={{words}}`.
enum AddressFilling {
  /// Whether a text is a URL, by the part before its first placeholder. If a placeholder is the whole URL, its value is kept.
  static func isAddress(beginning: String) -> Bool {
    guard let end = beginning.firstRange(of: "://") else { return false }
    return beginning[..<end.lowerBound].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
  }

  /// A value escaped for its part of a URL. A value that is already escaped, or needs no escapes in a path or query, does not change.
  /// `before`: the URL up to the value.
  static func escaped(_ value: String, behind before: String) -> String {
    let isParameter = before.contains("?") && before.last.map { !"?&".contains($0) } == true
    let isPlain = value.utf8.allSatisfy {
      isUnreserved($0) || (isParameter ? "%" : "%/?&=#+,:;@!$'()*").utf8.contains($0)
    }
    if isPlain, PercentEncoding.decoded(value) != nil { return value }
    return isParameter ? PercentEncoding.component(value) : PercentEncoding.path(value)
  }
}

extension YAMLValue {
  /// The names of all placeholders in the texts of a value, some several times.
  var placeholderNames: [String] {
    switch content {
    case .text(let text, _): PlaceholderText.isNeeded(for: text) ? (try? PlaceholderText(text))?.names ?? [] : []
    case .list(let elements): elements.flatMap(\.placeholderNames)
    case .mapping(let members): members.flatMap(\.value.placeholderNames)
    case .nothing, .tagged, .unsound, .cut, .unusable: []
    }
  }

  /// The value with each text in it replaced.
  func mapTexts(_ transform: (YAMLValue, String) -> YAMLValue) -> YAMLValue {
    switch content {
    case .text(let text, _): transform(self, text)
    case .list(let elements): YAMLValue(.list(elements.map { $0.mapTexts(transform) }), subject)
    case .mapping(let members):
      YAMLValue(.mapping(members.map { Member(key: $0.key, value: $0.value.mapTexts(transform)) }), subject)
    case .nothing, .tagged, .unsound, .cut, .unusable: self
    }
  }
}
