import Findings

/// The placeholder values of one version of a message.
struct PlaceholderValues: Sendable {
  let locale: String?
  let variant: String?
  /// Of the table, if the message is a row. They come first.
  let columns: TableColumns?
  /// By name; the first layer with a value counts.
  let layers: [[String: YAMLValue]]
  let locales: LocaleSettings

  struct Placeholder: Sendable {
    let name: String
    /// The column of that name; its cell counts unless it is empty.
    let column: Int?
    fileprivate let common: Common
  }

  /// A placeholder's value in every message of this version.
  fileprivate enum Common: Sendable {
    case text(String, place: Diagnostic.Subject?)
    /// There is a value, but it has an error.
    case wrong(YAMLValue)
    /// The name is known, but its value is empty.
    case empty(Diagnostic.Subject)
    case unknown
  }

  func placeholder(named name: String) -> Placeholder {
    if let text = name == "locale" ? locale : name == "variant" ? variant : nil {
      return Placeholder(name: name, column: nil, common: .text(text, place: nil))
    }
    return Placeholder(name: name, column: columns?.values[name], common: common(name))
  }

  private func common(_ name: String) -> Common {
    var empty: Diagnostic.Subject?
    for value in layers.compactMap({ $0[name] }) {
      guard case .nothing = value.content else {
        var trial = YAMLReader()
        let picked = locales.localized(value, .text, in: locale, &trial)
        guard case .text(let text, _) = picked.content, text.isVisible else { return .wrong(value) }
        return .text(text, place: picked.subject)
      }
      empty = empty ?? value.subject
    }
    return empty.map(Common.empty) ?? .unknown
  }

  /// Returns nil if it has no visible value, which is reported. `place`: of the text with the placeholder.
  func text(
    of placeholder: Placeholder, usedIn place: @autoclosure () -> Diagnostic.Subject, _ entry: MessageEntry,
    _ reader: inout YAMLReader
  ) -> String? {
    if let column = placeholder.column, let row = entry.row, !row.cells.isEmpty(column) {
      let text = row.cells[column].trimmed
      if let doubt = FilledValue.doubt(of: text, named: placeholder.name) {
        return reader.fail(
          .campaignPlaceholder, row.place(ofColumn: column),
          "`{{\(placeholder.name.printable)}}` would be filled in with \(text.quoted), which is \(doubt)",
          remedy: "write the value, or leave the row out")
      }
      if text.isVisible { return text }
      Self.reportEmpty(placeholder.name, row.place(ofColumn: column), usedIn: place(), &reader)
      return nil
    }
    if case .text(let text, _) = placeholder.common { return text }
    reportMissing(placeholder, usedIn: place(), entry, &reader)
    return nil
  }

  /// The text that stands in for an empty cell; nil for a row with its own.
  func standIn(for placeholder: Placeholder, _ entry: MessageEntry) -> StandIn? {
    guard let column = placeholder.column, let row = entry.row, row.cells.isEmpty(column),
      case .text(let text, _) = placeholder.common
    else { return nil }
    return .value(text, placeholder: placeholder.name)
  }

  /// The place of a placeholder's text; nil if the campaign itself gives it.
  func place(of placeholder: Placeholder, _ entry: MessageEntry) -> Diagnostic.Subject? {
    if let column = placeholder.column, let row = entry.row, !row.cells.isEmpty(column) {
      return row.place(ofColumn: column)
    }
    if case .text(_, let place) = placeholder.common { return place }
    return nil
  }

  /// The value with every placeholder in its texts filled in.
  func fill(_ value: YAMLValue, _ entry: inout MessageEntry, _ reader: inout YAMLReader) -> YAMLValue {
    value.mapTexts { leaf, text in
      guard PlaceholderText.isNeeded(for: text) else { return leaf }
      guard let source = TextSource(leaf, self, &reader), let filled = source.text(self, &entry, &reader) else {
        return YAMLValue(.unusable, leaf.subject)
      }
      return YAMLValue(.text(filled, .inserted), source.place(self, entry))
    }
  }
}

/// Errors of placeholders.
extension PlaceholderValues {
  private func reportMissing(
    _ placeholder: Placeholder, usedIn place: Diagnostic.Subject, _ entry: MessageEntry, _ reader: inout YAMLReader
  ) {
    let cell = placeholder.column.flatMap { entry.row?.place(ofColumn: $0) }
    switch placeholder.common {
    case .text: break
    case .wrong(let value):
      let picked = locales.localized(value, .text, in: locale, &reader)
      switch picked.content {
      case .unusable: break
      case .unsound, .cut: reader.reportType(of: picked, expected: "text")
      default: Self.reportEmpty(placeholder.name, picked.subject, usedIn: place, &reader)
      }
    case .empty(let value): Self.reportEmpty(placeholder.name, cell ?? value, usedIn: place, &reader)
    case .unknown:
      guard let cell else { return reportUnknown(placeholder.name, usedIn: place, entry, &reader) }
      Self.reportEmpty(placeholder.name, cell, usedIn: place, &reader)
    }
  }

  private static func reportEmpty(
    _ name: String, _ subject: Diagnostic.Subject, usedIn leaf: Diagnostic.Subject, _ reader: inout YAMLReader
  ) {
    let place = leaf.keyPath.map { " of \($0.quoted)" } ?? ""
    reader.report(
      .campaignPlaceholder, subject, "`{{\(name.printable)}}`\(place) has no value here",
      remedy: "write a value, or give one for all messages under `values`")
  }

  /// Every name that has a value.
  private var names: [String] {
    let builtIn = [locale.map { _ in "locale" }, variant.map { _ in "variant" }].compactMap(\.self)
    return (builtIn + Array(columns?.values.keys ?? [:].keys) + layers.flatMap(\.keys)).sorted()
  }

  /// If a default has the placeholder, only the messages without a value are at fault.
  private func reportUnknown(
    _ name: String, usedIn leaf: Diagnostic.Subject, _ entry: MessageEntry, _ reader: inout YAMLReader
  ) {
    guard !reader.isFull else { return }
    let isOthers = entry.row == nil && !leaf.lies(in: entry.subject)
    let subject = isOthers ? entry.subject : leaf
    let place = isOthers ? leaf.keyPath.map { " of \($0.quoted)" } ?? "" : ""
    guard !PlaceholderNames.builtIn.contains(name) else { return Self.reportNoBuiltIn(name, subject, &reader) }
    let nearest = NearestName.find(name, among: names).map { nearest in
      let what = columns?.values[nearest] == nil ? "name" : "column"
      return ", or correct it; the nearest \(what) is \(nearest.quoted)"
    }
    reader.report(
      .campaignPlaceholder, subject, "`{{\(name.printable)}}`\(place) has no value",
      remedy: (columns == nil ? "add \(name.quoted)" : "add a column \(name.quoted), or a value") + " under `values`"
        + (nearest ?? ""))
  }

  private static func reportNoBuiltIn(_ name: String, _ subject: Diagnostic.Subject, _ reader: inout YAMLReader) {
    reader.report(
      .campaignPlaceholder, subject, "`{{\(name)}}` has no value: the message has no \(name)",
      remedy: name == "locale"
        ? "write the message in several languages, as in `title: {en: …, de: …}`, or list them under `locales.list`"
        : "give the message `variants`, or delete the placeholder")
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
