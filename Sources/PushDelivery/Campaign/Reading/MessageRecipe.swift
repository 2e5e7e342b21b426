import Findings

/// One message as written, before it is read: an element of the list in campaign.yml, or a row of the table.
struct MessageEntry {
  /// Its place.
  let subject: Diagnostic.Subject
  /// nil for an element of campaign.yml.
  var row: TableRow?
  /// The bytes of all texts with filled placeholders.
  var filledByteCount = 0
  /// The placeholders in the row's cells.
  var usedNames: Set<String> = []
  /// What the message that is being read says by fallback.
  var standIns: Set<StandIn> = []

  /// The most bytes of filled texts in memory: a few lines can ask for gigabytes.
  static let mostFilledBytes = 256_000_000

  /// Whether it has too many bytes to go on.
  var isFull: Bool { filledByteCount > Self.mostFilledBytes }
}

/// How an entry becomes messages: one for each variant, language and target.
///
/// It holds for all rows of one kind: they fill the same columns, and are equal in all values that are more than texts. It is built once for
/// them; then only the texts of each row are read.
final class MessageRecipe: Sendable {
  private let versions: [MessageVersion]
  /// The target's place in the entry that it was built from; nil without a target.
  private let target: Diagnostic.Subject?

  /// `layer`: of the entry, over the defaults. `columns`: of the table; nil for campaign.yml.
  init(
    of layer: MessageLayer, _ context: CampaignContext, _ columns: TableColumns?, _ entry: inout MessageEntry,
    _ reader: inout YAMLReader
  ) {
    let draft = RecipeDraft(context: context, columns: columns)
    var versions: [MessageVersion] = []
    for written in draft.variants(of: layer, &reader) {
      let variant = context.locales.correctingSlips(in: written, &reader)
      for locale in draft.locales(of: variant, &reader) where versions.count <= Campaign.maximumMessages {
        if !entry.isFull { versions.append(draft.version(of: variant, in: locale, &entry, &reader)) }
      }
    }
    (self.versions, target) = (versions, layer[.target]?.subject)
  }

  /// The messages of an entry; not all if it is full.
  func messages(_ entry: inout MessageEntry, _ reader: inout YAMLReader) -> [CampaignMessage] {
    var messages: [CampaignMessage] = []
    for version in versions {
      version.add(to: &messages, &entry, &reader)
      guard messages.count <= Campaign.maximumMessages, !entry.isFull else { return messages }
    }
    reportSharedTargets(of: messages, entry, &reader)
    return messages
  }

  /// A device in a target of two messages of one entry would get both.
  private func reportSharedTargets(
    of messages: [CampaignMessage], _ entry: MessageEntry, _ reader: inout YAMLReader
  ) {
    guard messages.count > 1 else { return }
    var first: [MessageTarget: CampaignMessage] = [:]
    for message in messages where !message.target.text.isEmpty {
      guard let other = first.updateIfMissing(message.target, message) else { continue }
      reader.report(
        .campaign("sameTarget", other.id.quoted, message.id.quoted, Self.remedy(message, other)), targetPlace(in: entry)
      )
    }
  }

  private static func remedy(_ message: CampaignMessage, _ other: CampaignMessage) -> String {
    if message.locale != other.locale {
      return "write `{{locale}}` into the target, as in `topic: news-{{locale}}`, or give it one for each language"
    }
    return message.variant == other.variant
      ? "delete one of the two targets"
      : "write `{{variant}}` into the target, as in `topic: test-{{variant}}`, or give each variant its own"
  }

  private func targetPlace(in entry: MessageEntry) -> Diagnostic.Subject {
    guard var place = target else { return entry.subject.key(MessageKey.target.name) }
    if entry.row != nil, place.name == entry.subject.name { place.line = entry.subject.line }
    return place
  }
}

/// The choices in an entry: its variants and languages.
private struct RecipeDraft {
  let context: CampaignContext
  let columns: TableColumns?

  func version(
    of layer: MessageLayer, in locale: String?, _ entry: inout MessageEntry, _ reader: inout YAMLReader
  ) -> MessageVersion {
    let values = PlaceholderValues(
      locale: locale, variant: layer[.variant].flatMap { VariantName.read($0, &reader) }, columns: columns,
      layers: [layer[.values]?.membersByName ?? [:], context.values], locales: context.locales)
    var picked = MessageLayer(subject: layer.subject)
    // In a fixed order, so that errors come in the same order each time.
    for key in MessageKey.allCases where key != .values && key != .variants {
      guard let value = layer[key] else { continue }
      let own = context.locales.localized(value, key.grammar.localization, in: locale, &reader)
      picked[key] = key.isText ? own : values.fill(own, &entry, &reader)
    }
    // A poster or focal point of the defaults is only for messages that show something.
    for key in [MessageKey.poster, .focalPoint]
    where picked[.media] == nil && picked[key]?.subject == context.defaults[key]?.subject { picked[key] = nil }
    let texts = [MessageKey.title, .body].compactMap { layer[$0] }
    let standIns = [context.locales.standIn(for: locale, in: texts)].compactMap(\.self) + layer.standIns(context)
    return MessageVersion(of: picked, values, context, entry, standIns: standIns, &reader)
  }

  /// Each variant laid over the layer; the layer itself without variants.
  func variants(of layer: MessageLayer, _ reader: inout YAMLReader) -> [MessageLayer] {
    guard let value = layer[.variants] else { return [layer] }
    guard case .mapping(let members) = value.content, !members.isEmpty else {
      reader.reportType(of: value, expected: "a mapping of names and what each variant says")
      return []
    }
    reader.refuse(layer[.variant], because: "the message has `variants`", use: "it as one of them")
    return members.compactMap { variant($0, of: layer, &reader) }
  }

  private func variant(
    _ member: YAMLValue.Member, of layer: MessageLayer, _ reader: inout YAMLReader
  ) -> MessageLayer? {
    guard let name = reader.name(of: member),
      VariantName.read(YAMLValue(.text(name, .plain), member.place), &reader) != nil,
      let own = MessageLayer.read(member.value, &reader)
    else { return nil }
    for key in MessageKey.allCases where !key.grammar.varies {
      reader.refuse(own[key], because: "the variants of a message share it", use: "it in the message")
    }
    var whole = MessageLayer(subject: layer.subject, values: own.values).laid(over: layer)
    whole[.variants] = nil
    whole[.variant] = YAMLValue(.text(name, .plain), member.key.subject)
    return whole
  }

  /// The languages of a message; only nil if it has none.
  func locales(of layer: MessageLayer, _ reader: inout YAMLReader) -> [String?] {
    if let value = layer[.locale] { return LanguageTag.read(value, &reader).map { [$0] } ?? [] }
    let written = writtenLanguages(of: layer)
    guard let list = context.locales.list else { return written.isEmpty ? [nil] : written }
    // A language not on the list is never used: it is probably a typing error.
    let used = Set((list + [context.locales.fallback].compactMap(\.self)).flatMap(LanguageTag.lookup))
    for tag in written where !used.contains(tag) {
      reader.report(.campaign("unlistedLanguage", tag.quoted), layer.subject)
    }
    return written.isEmpty && !layer.placeholderNames.contains("locale") ? [nil] : list
  }

  /// The languages of its keys and of the values that it uses, in the order of the file.
  private func writtenLanguages(of layer: MessageLayer) -> [String] {
    let keys = MessageKey.allCases.flatMap { key in layer[key].map { $0.languages(key.grammar.localization) } ?? [] }
    let values = context.values.merging(layer[.values]?.membersByName ?? [:]) { _, own in own }
    let localizedValues = values.filter { $0.value.translations != nil && columns?.values[$0.key] == nil }
    guard !localizedValues.isEmpty else { return keys.distinct }
    let names = layer.placeholderNames.sorted()
    return (keys + names.flatMap { localizedValues[$0].map { $0.languages(.text) } ?? [] }).distinct
  }
}

extension MessageLayer {
  /// The placeholders of its own keys.
  fileprivate var placeholderNames: Set<String> {
    Set(values.filter { $0.key != .values && $0.key != .variants }.values.flatMap(\.placeholderNames))
  }
}

/// Distinguishes the kinds of rows.
struct RecipeKey: Sendable {
  private struct Column {
    let number: Int
    /// Whether rows of one kind may have other texts in it.
    let isText: Bool
  }

  private let columns: [Column]
  private let values: [Int]
  /// Whether the placeholder names in a text decide the languages of a message.
  private let namesDecide: Bool

  init(_ table: TableColumns, _ context: CampaignContext) {
    let keyed = table.keys.map { Column(number: $0.column, isText: MessageKey(named: $0.path[0])?.isText == true) }
    let defaults = Dictionary(uniqueKeysWithValues: context.defaults.values.map { ($0.key.name, $0.value) })
    let names = Self.decisiveNames(of: defaults)
    let others = [table.defaultTarget].compactMap(\.self) + Set(names).compactMap { table.values[$0] }
    columns = (keyed + others.map { Column(number: $0, isText: false) }).sorted { $0.number < $1.number }
    values = table.values.values.sorted()
    let layers = [context.values, context.defaults[.values]?.membersByName ?? [:]]
    namesDecide = context.locales.list != nil || layers.joined().contains { $0.value.translations != nil }
  }

  /// The placeholders of values that are more than texts.
  private static func decisiveNames(of values: [String: YAMLValue]) -> [String] {
    values.flatMap { name, value -> [String] in
      switch MessageKey(named: name) {
      case .variants?: value.membersByName.values.flatMap { decisiveNames(of: $0.membersByName) }
      case .values?, nil: []
      case let key?: key.isText ? [] : value.placeholderNames
      }
    }
  }

  /// The key of a row. Its separators are never bytes of UTF-8.
  func make(of cells: CSVCells) -> [UInt8] {
    var (key, needsValues) = ([UInt8](), false)
    key.reserveCapacity(columns.count * 8)
    for column in columns {
      if cells.isEmpty(column.number) {
        key.append(0xFF)
      } else if !column.isText {
        key += cells.written(column.number)
        key.append(0xFD)
        needsValues = needsValues || cells.hasBraces(column.number)
      } else {
        key.append(0xFE)
        if namesDecide, cells.hasBraces(column.number) { append(namesIn: cells[column.number], to: &key) }
      }
    }
    guard needsValues else { return key }
    for column in values {
      key += cells.written(column)
      key.append(0xFC)
    }
    return key
  }

  private func append(namesIn text: String, to key: inout [UInt8]) {
    for name in (try? PlaceholderText(text))?.names ?? [] {
      key += name.utf8
      key.append(0xFB)
    }
  }
}
