import Findings

/// What gives a text of a message: campaign.yml, where placeholders may be filled in, or a cell of a row.
struct TextSource: Sendable {
  private let content: Content
  /// Where it stands in campaign.yml; of a cell the column alone counts.
  private let leaf: Diagnostic.Subject
  /// Whether campaign.yml has values of single people filled in here.
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

  /// - Returns: nil for a value that is no text, and for one with a malformed placeholder, which is reported.
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
      reader.report(
        .campaignPlaceholder, place, "\(error.excerpt.quoted) is no placeholder",
        remedy: "write `{{name}}` with a name of letters, digits, `_` and `-`, or `{{{{` for two braces that are shown")
      return nil
    }
  }

  /// The text with every placeholder filled in, once: what is filled in is not looked at again. nil where something is reported.
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

  /// FCM takes requests of 4,096 bytes (docs/limits.md), and a text of them all is far shorter than this; a few lines can ask for
  /// gigabytes.
  private static let mostBytes = 16_384

  private func filled(
    _ parts: [Part], _ values: PlaceholderValues, _ entry: inout MessageEntry, _ reader: inout YAMLReader
  ) -> String? {
    var (result, isWhole) = ("", true)
    let isAddress = AddressFilling.isAddress(
      beginning: parts.first.map { if case .literal(let text) = $0 { text } else { "" } } ?? "")
    for part in parts {
      switch part {
      case .literal(let text): result += text
      case .placeholder(let placeholder):
        // Every placeholder is looked at, so that all that are wrong are told.
        if let text = values.text(of: placeholder, usedIn: leafPlace(entry), entry, &reader) {
          result += isAddress ? AddressFilling.escaped(text, behind: result) : text
        } else {
          isWhole = false
        }
      }
      guard result.utf8.count <= Self.mostBytes else {
        reader.report(
          .campaignPlaceholder, leafPlace(entry),
          "with its placeholders filled in the text has more than \(Self.mostBytes) bytes",
          remedy: "use fewer placeholders, or shorter values: a message has room for 4,096 bytes in all")
        return nil
      }
    }
    guard isWhole else { return nil }
    entry.filledByteCount += result.utf8.count
    return result
  }
}

/// Where a text stands.
extension TextSource {
  private func leafPlace(_ entry: MessageEntry) -> Diagnostic.Subject {
    if case .cell(let column) = content, let row = entry.row { row.place(ofColumn: column) } else { leaf }
  }

  /// A text that another file gave a part of stands there, and so does one of the defaults that the message gave a part of: that is where
  /// it differs from other messages.
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

  /// By the names of placeholders. Things have names and numbers as well, but nobody speaks to them.
  private static func isPersonal(_ parts: [Part]) -> Bool {
    let names = parts.compactMap {
      if case .placeholder(let placeholder) = $0 { PersonalName(placeholder.name) } else { nil }
    }
    guard !names.contains(.sure), !names.isEmpty else { return !names.isEmpty }
    return PersonalName.speaksToPerson(parts.map { if case .literal(let text) = $0 { text } else { " " } }.joined())
  }

  private func placeholders(
    _ values: PlaceholderValues, _ entry: MessageEntry
  ) -> [PlaceholderValues.Placeholder] {
    switch content {
    case .constant: []
    case .parts(let parts): parts.compactMap { if case .placeholder(let placeholder) = $0 { placeholder } else { nil } }
    case .cell(let column):
      ((entry.row?.cells[column]).flatMap { try? PlaceholderText($0) }?.names ?? []).map(values.placeholder)
    }
  }
}

/// A text of a message, and what gives it.
struct TextSlot: Sendable {
  let name: MessageText
  let source: TextSource

  /// The text as the key takes it; nil where something is wrong with it, which is reported.
  func read(_ values: PlaceholderValues, _ entry: inout MessageEntry, _ reader: inout YAMLReader) -> String? {
    guard let text = source.text(values, &entry, &reader) else { return nil }
    return switch name {
    case .id: reader.messageIdentifier(text, at: source.place(values, entry))
    case .title, .body: reader.string(text, at: source.place(values, entry))
    case .link, .target: reader.path(text, at: source.place(values, entry))
    case .data: text
    }
  }

  /// The path of its key from the message on; of a target that of the whole.
  var path: String {
    switch name {
    case .id: MessageKey.id.name
    case .title: MessageKey.title.name
    case .body: MessageKey.body.name
    case .link: MessageKey.link.name
    case .target: MessageKey.target.name
    case .data(let key): MessageKey.data.name + "." + key
    }
  }
}

extension MessageKey {
  /// Whether what is read under it is texts alone, whatever they say.
  var isText: Bool {
    switch self {
    case .id, .title, .body, .link, .target, .data: true
    default: false
    }
  }
}
