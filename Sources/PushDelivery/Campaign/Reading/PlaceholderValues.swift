import Findings

/// What the placeholders of one message stand for.
struct PlaceholderValues {
  /// `locale` and `variant`, where the message has them.
  var builtIn: [String: String] = [:]
  /// The row of a table, whose columns come first.
  var row: TableRow?
  /// Where the message stands.
  var message: Diagnostic.Subject?
  /// By name; of several layers the first that has a value counts.
  var layers: [[String: YAMLValue]] = []

  enum Lookup {
    case text(String)
    /// A value that still has to be told from its translations.
    case value(YAMLValue)
    /// The name is known, and there is nothing under it.
    case empty(Diagnostic.Subject)
    case unknown
  }

  func find(_ name: String) -> Lookup {
    if let text = builtIn[name] { return .text(text) }
    var empty: Diagnostic.Subject?
    for value in [row?[name]] + layers.map({ $0[name] }) {
      guard let value else { continue }
      guard case .nothing = value.content else { return .value(value) }
      empty = empty ?? value.subject
    }
    return empty.map(Lookup.empty) ?? .unknown
  }

  /// Every name that has a value.
  var names: [String] {
    (Array(builtIn.keys) + Array(row?.columns.values.keys ?? [:].keys) + layers.flatMap(\.keys)).sorted()
  }
}

extension PlaceholderValues {
  /// The value with every placeholder in its texts filled in, once: what is filled in is not looked at again.
  ///
  /// - Parameter byteCount: grows by the bytes of the texts that were filled. Others are in memory once, however many messages have them.
  func fill(
    _ value: YAMLValue, _ locales: LocaleSettings, _ reader: inout YAMLReader, countingBytes byteCount: inout Int
  ) -> YAMLValue {
    value.mapTexts { leaf, text in
      guard PlaceholderText.isNeeded(for: text) else { return leaf }
      let filled = filled(leaf, text, locales, &reader) ?? YAMLValue(.unusable, leaf.subject)
      if case .text(let text, _) = filled.content { byteCount += text.utf8.count }
      return filled
    }
  }

  /// A text that another file gave a part of stands there from now on, and so does one of the defaults that the message gave a part of:
  /// that is where it differs from other messages.
  private func filled(
    _ leaf: YAMLValue, _ text: String, _ locales: LocaleSettings, _ reader: inout YAMLReader
  ) -> YAMLValue? {
    let parts: [PlaceholderText.Part]
    do throws(PlaceholderText.SyntaxError) { parts = try PlaceholderText(text).parts } catch {
      Self.reportMalformed(error.excerpt, leaf.subject, &reader)
      return nil
    }
    var result: String? = ""
    var place = leaf.subject
    for part in parts {
      switch part {
      case .literal(let text): result?.append(text)
      case .placeholder(let name):
        // Every placeholder is looked at, so that all that are wrong are told.
        let found = self.text(named: name, for: leaf, locales, &reader)
        if let found { result?.append(found.text) } else { result = nil }
        if let source = found?.place, source.name != leaf.subject.name || isOwn(source, in: leaf) { place = source }
      }
      guard result?.utf8.count ?? 0 <= Self.mostBytes else {
        Self.reportTooLong(leaf.subject, &reader)
        return nil
      }
    }
    return result.map { YAMLValue(.text($0, .inserted), place) }
  }

  /// FCM takes requests of 4,096 bytes (docs/limits.md), and a text of them all is far shorter than this; a few lines can ask for
  /// gigabytes.
  private static let mostBytes = 16_384

  private static func reportTooLong(_ subject: Diagnostic.Subject, _ reader: inout YAMLReader) {
    reader.report(
      .campaignPlaceholder, subject, "with its placeholders filled in the text has more than \(mostBytes) bytes",
      remedy: "use fewer placeholders, or shorter values: a message has room for 4,096 bytes in all")
  }

  /// Whether the message itself gives a part of a text that stands elsewhere.
  private func isOwn(_ source: Diagnostic.Subject, in leaf: YAMLValue) -> Bool {
    message.map { source.lies(in: $0) && !leaf.subject.lies(in: $0) } ?? false
  }

  private func text(
    named name: String, for leaf: YAMLValue, _ locales: LocaleSettings, _ reader: inout YAMLReader
  ) -> (text: String, place: Diagnostic.Subject)? {
    switch find(name) {
    case .text(let text): return (text, leaf.subject)
    case .value(let value):
      let picked = locales.localized(value, .text, in: builtIn["locale"], &reader)
      switch picked.content {
      case .text(let text, _) where text.isVisible: return (text, picked.subject)
      case .unusable: break
      case .unsound: reader.reportType(of: picked, expected: "text")
      default: Self.reportEmpty(name, picked.subject, usedIn: leaf, &reader)
      }
    case .empty(let subject): Self.reportEmpty(name, subject, usedIn: leaf, &reader)
    case .unknown: reportUnknown(name, leaf.subject, &reader)
    }
    return nil
  }

  private static func reportMalformed(
    _ excerpt: String, _ subject: Diagnostic.Subject, _ reader: inout YAMLReader
  ) {
    reader.report(
      .campaignPlaceholder, subject, "\(excerpt.quoted) is no placeholder",
      remedy: "write `{{name}}` with a name of letters, digits, `_` and `-`, or `{{{{` for two braces that are shown")
  }

  private static func reportEmpty(
    _ name: String, _ subject: Diagnostic.Subject, usedIn leaf: YAMLValue, _ reader: inout YAMLReader
  ) {
    let place = leaf.subject.keyPath.map { " of \($0.quoted)" } ?? ""
    reader.report(
      .campaignPlaceholder, subject, "`{{\(name.printable)}}`\(place) has no value here",
      remedy: "write a value, or give one for all messages under `values`")
  }

  private func reportUnknown(_ name: String, _ subject: Diagnostic.Subject, _ reader: inout YAMLReader) {
    guard !reader.isFull else { return }
    guard !PlaceholderNames.builtIn.contains(name) else { return Self.reportNoBuiltIn(name, subject, &reader) }
    let nearest = NearestName.find(name, among: names).map { nearest in
      let what = row?[nearest] == nil ? "name" : "column"
      return ", or correct it; the nearest \(what) is \(nearest.quoted)"
    }
    reader.report(
      .campaignPlaceholder, subject, "nothing gives `{{\(name.printable)}}` a value",
      remedy: (row == nil ? "add \(name.quoted)" : "add a column \(name.quoted), or a value") + " under `values`"
        + (nearest ?? ""))
  }

  private static func reportNoBuiltIn(
    _ name: String, _ subject: Diagnostic.Subject, _ reader: inout YAMLReader
  ) {
    reader.report(
      .campaignPlaceholder, subject, "`{{\(name)}}` has no value: the message has no \(name)",
      remedy: name == "locale"
        ? "write the message in several languages, as in `title: {en: …, de: …}`, or list them under `locales.list`"
        : "give the message `variants`, or delete the placeholder")
  }
}
