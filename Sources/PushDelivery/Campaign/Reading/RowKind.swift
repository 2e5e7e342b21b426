import Findings

/// What all rows have in common that fill the same columns and say the same in those that are more than texts.
///
/// It is learnt from a row that was read with care. Of another row of its kind only the texts are taken, and one in which anything
/// might have to be reported is left to those who read with care.
struct RowKind: Sendable {
  /// The message of the row that it was learnt from.
  private let message: CampaignMessage
  private let texts: [Text]
  private let values: RowValues
  /// What the identifier has behind the row's own.
  private let suffix: String

  /// A text that differs from row to row.
  private struct Text: Sendable {
    let name: MessageText
    let source: Source
  }

  private enum Source {
    case cell(Int)
    /// A text of campaign.yml with placeholders in it.
    case pattern([PlaceholderText.Part])
  }

  /// - Parameters:
  ///   - layer: what the row says, over the defaults.
  ///   - message: all that became of it.
  /// - Returns: nil where it takes more than its texts to tell what becomes of another row.
  init?(_ row: TableRow, _ layer: MessageLayer, _ message: CampaignMessage, _ context: CampaignContext) {
    guard layer[.variants] == nil, let values = RowValues(layer, message, context, columns: row.columns.values),
      let leaves = Self.leaves(of: layer, message, context)
    else { return nil }
    var texts: [Text] = []
    for (name, leaf) in leaves {
      guard let source = Self.source(of: leaf, row) else { continue }
      texts.append(Text(name: name, source: source))
    }
    (self.message, self.texts, self.values) = (message, texts, values)
    suffix = [message.locale, message.variant].compactMap(\.self).map { "." + $0 }.joined()
  }

  /// The message of a row of this kind; nil where something is to be reported, or might be.
  ///
  /// - Parameter unused: loses the names of the columns that the texts of the row refer to.
  func message(of cells: CSVCells, at place: Diagnostic.Subject, _ unused: inout Set<String>) -> CampaignMessage? {
    var message = message
    message.origin = place
    for text in texts {
      guard let filled = filled(text.source, cells, &unused), text.name.isGood(filled) else { return nil }
      if text.name == .id {
        guard suffix.isEmpty || MessageIdentifier(rawValue: filled + suffix) != nil else { return nil }
        message.id = filled + suffix
      } else {
        message[text.name] = filled
      }
    }
    return message
  }

  private func filled(_ source: Source, _ cells: CSVCells, _ unused: inout Set<String>) -> String? {
    switch source {
    case .pattern(let parts): return values.filled(parts, cells, &unused)
    case .cell(let column):
      let text = cells[column]
      guard PlaceholderText.isNeeded(for: text) else { return text }
      guard let parts = try? PlaceholderText(text).parts else { return nil }
      return values.filled(parts, cells, &unused)
    }
  }
}

/// Where the texts of a message come from.
extension RowKind {
  /// The value under each of its texts, in the language of the message; nil where one is written in a way of its own.
  private static func leaves(
    of layer: MessageLayer, _ message: CampaignMessage, _ context: CampaignContext
  ) -> [(name: MessageText, leaf: YAMLValue)]? {
    let keys: [(MessageKey, MessageText)] = [(.id, .id), (.title, .title), (.body, .body), (.link, .link)]
    var wanted = keys.compactMap { key, name in layer[key].map { (name: name, value: $0) } }
    wanted += (layer[.data]?.membersByName ?? [:]).map { (name: .data($0.key), value: $0.value) }
    if let target = layer[.target], !target.isDefaultTarget {
      guard case .mapping(let members) = target.content, members.count == 1 else { return nil }
      wanted.append((name: .target, value: members[0].value))
    }
    var found: [(name: MessageText, leaf: YAMLValue)] = []
    for (name, value) in wanted {
      guard let leaf = leaf(of: value, in: message.locale, context), case .text = leaf.content else { return nil }
      found.append((name, leaf))
    }
    return found
  }

  private static func leaf(of value: YAMLValue, in locale: String?, _ context: CampaignContext) -> YAMLValue? {
    guard let translations = value.translations else { return value }
    return locale.flatMap { context.locales.translation(translations, for: $0) }
  }

  /// nil for a text that is the same in every row.
  private static func source(of leaf: YAMLValue, _ row: TableRow) -> Source? {
    guard case .text(let text, _) = leaf.content else { return nil }
    if leaf.subject.name == row.subject.name, leaf.subject.line == row.subject.line,
      let column = row.columns.names.firstIndex(where: { $0 == leaf.subject.keyPath })
    {
      return .cell(column)
    }
    guard let parts = try? PlaceholderText(text), !parts.names.isEmpty else { return nil }
    return .pattern(parts.parts)
  }
}

extension MessageText {
  /// Whether a reader takes a text for this without a word.
  fileprivate func isGood(_ text: String) -> Bool {
    switch self {
    case .id: MessageIdentifier(rawValue: text) != nil
    case .title, .body: !text.isBlank
    case .link, .target: !text.isBlank && !text.hasControls
    case .data: true
    }
  }
}

extension String {
  /// Whether it is white space alone.
  fileprivate var isBlank: Bool {
    // Most texts begin with a letter.
    if utf8.contains(where: { (0x21...0x7E).contains($0) }) { return false }
    return allSatisfy(\.isWhitespace)
  }
}

/// What placeholders of the rows of one kind stand for.
struct RowValues: Sendable {
  /// `locale` and `variant`, where the rows have them.
  private let builtIn: [String: String]
  /// What campaign.yml gives, where a row has nothing.
  private let common: [String: String]
  /// The columns of values by their names.
  private let columns: [String: Int]

  /// nil where values are written in several languages: which of them is meant is told with care.
  fileprivate init?(
    _ layer: MessageLayer, _ message: CampaignMessage, _ context: CampaignContext, columns: [String: Int]
  ) {
    var common: [String: String] = [:]
    for (name, value) in [layer[.values]?.membersByName ?? [:], context.values].joined() {
      switch value.content {
      case .nothing: continue
      case .text(let text, _): common[name] = common[name] ?? text
      default: return nil
      }
    }
    let builtIn = ["locale": message.locale, "variant": message.variant].compactMapValues(\.self)
    (self.builtIn, self.common, self.columns) = (builtIn, common, columns)
  }

  /// A text with each placeholder filled in; nil where one has no value that can be seen.
  func filled(_ parts: [PlaceholderText.Part], _ cells: CSVCells, _ unused: inout Set<String>) -> String? {
    var text = ""
    for part in parts {
      switch part {
      case .literal(let literal): text += literal
      case .placeholder(let name):
        if !unused.isEmpty { unused.remove(name) }
        guard let value = value(name, cells) else { return nil }
        text += value
      }
    }
    return text
  }

  private func value(_ name: String, _ cells: CSVCells) -> String? {
    if let text = builtIn[name] { return text }
    let column = columns[name].flatMap { cells.isEmpty($0) ? nil : $0 }
    return (column.map { cells[$0] } ?? common[name]).flatMap { $0.isVisible ? $0 : nil }
  }
}
