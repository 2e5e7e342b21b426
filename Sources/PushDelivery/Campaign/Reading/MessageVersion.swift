import Findings
import Synchronization

/// One variant of a message in one language: all of it except its texts, and the sources of those. It holds for every table row of one
/// kind.
final class MessageVersion: Sendable {
  private let shape: MessageShape
  private let values: PlaceholderValues
  private let id: TextSlot?
  private let title: TextSlot?
  private let body: TextSlot?
  private let link: TextSlot?
  /// In the order of the shape's keys.
  private let data: [TextSlot]
  private let targets: [Target]
  /// Whether the targets are numbered.
  private let hasTargetList: Bool
  /// The part of the identifier after the message's.
  private let suffix: String
  /// The places of the keys; nil for a table row, which is one line.
  private let places: MessagePlaces?
  /// Whether its texts are those of another language.
  private let standIn: StandIn?

  /// A message's target.
  enum Target: Sendable {
    case standard(MessageTarget)
    case written(MessageTarget.Kind, TextSlot)
  }

  /// `layer`: with all choices made, and only texts to fill in. `standIn`: whether its texts are those of another language.
  init(
    of layer: MessageLayer, _ values: PlaceholderValues, _ context: CampaignContext, _ entry: MessageEntry,
    standIn: StandIn?, _ reader: inout YAMLReader
  ) {
    let draft = VersionDraft(layer: layer, values: values, context: context, entry: entry)
    var contents = draft.contents(&reader)
    id = draft.slot(.id, &reader)
    title = draft.slot(.title, &reader)
    body = draft.slot(.body, &reader)
    link = draft.slot(.link, &reader)
    let data = draft.data(&reader)
    contents.options.data = data.mapValues { _ in "" }
    shape = MessageShape(contents)
    self.data = shape.dataKeys.compactMap { data[$0] }
    targets = draft.targets(&reader)
    if case .list? = layer[.target]?.content { hasTargetList = true } else { hasTargetList = false }
    suffix = [values.locale, values.variant].compactMap(\.self).map { "." + $0 }.joined()
    places = context.isTable ? nil : MessagePlaces(of: layer)
    (self.values, self.standIn) = (values, standIn)
  }

  /// Reads the texts of an entry, and adds its messages: one for each target.
  func add(to messages: inout [CampaignMessage], _ entry: inout MessageEntry, _ reader: inout YAMLReader) {
    entry.standIns = Set([standIn].compactMap(\.self))
    let own = id?.read(values, &entry, &reader)
    let title = title?.read(values, &entry, &reader)
    let body = body?.read(values, &entry, &reader)
    let link = link?.read(values, &entry, &reader)
    let data = data.map { $0.read(values, &entry, &reader) ?? "" }
    let targets = readTargets(&entry, &reader)
    guard let own else { return }
    let origin = entry.subject
    for (index, target) in targets.enumerated() {
      let id = own + suffix + (hasTargetList ? ".\(index + 1)" : "")
      guard isShortEnough(id, besides: own, entry, &reader) else { continue }
      var message = CampaignMessage(
        shape, id: id, title: title, body: body, target: target, link: link, dataValues: data, origin: origin)
      message.isPersonal = !target.isDevice && isPersonal(entry)
      message.standIns = entry.standIns
      if let places { message.places = self.places(places, of: entry) }
      messages.append(message)
    }
  }

  private func isPersonal(_ entry: MessageEntry) -> Bool {
    ([title, body, link].compactMap(\.self) + data).contains { $0.source.isPersonal(values, entry) }
  }

  /// Empty if one cannot be read: it must not change the others' numbers.
  private func readTargets(_ entry: inout MessageEntry, _ reader: inout YAMLReader) -> [MessageTarget] {
    var found: [MessageTarget] = []
    for target in targets {
      switch target {
      case .standard(let target): found.append(target)
      case .written(let kind, let slot):
        if let text = slot.read(values, &entry, &reader) { found.append(MessageTarget(kind, text)) }
      }
    }
    return found.count == targets.count ? found : []
  }

  /// Whether the identifier is short enough to name a file with all suffixes.
  private func isShortEnough(
    _ id: String, besides own: String, _ entry: MessageEntry, _ reader: inout YAMLReader
  ) -> Bool {
    if id.utf8.count == own.utf8.count || MessageIdentifier(rawValue: id) != nil { return true }
    reader.report(
      .campaignID, self.id?.source.place(values, entry) ?? .init(.message, own),
      "\(id.quoted) is too long to name a request file",
      remedy:
        "shorten the id: with language, variant and number it may have \(MessageIdentifier.maximumLength) characters")
    return false
  }

  /// The places of keys, with those of the filled texts.
  private func places(_ places: MessagePlaces, of entry: MessageEntry) -> MessagePlaces {
    var places = places
    for slot in [id, title, body, link].compactMap(\.self) + data {
      places.set(slot.source.place(values, entry), at: slot.path, in: entry.subject)
    }
    if !hasTargetList, case .written(let kind, let slot)? = targets.first {
      places.set(slot.source.place(values, entry), at: slot.path + "." + kind.rawValue, in: entry.subject)
    }
    return places
  }
}

/// The recipe for rows of one kind: they fill the same columns, and are equal in all values that are more than texts. It is built once for
/// all of them; then only the texts of each row are read.
final class MessageRecipe: Sendable {
  private let versions: [MessageVersion]
  /// The target's place in the row that it was built from; nil without a target.
  private let target: Diagnostic.Subject?

  /// - Parameter layer: of a row, over the defaults.
  init(of layer: MessageLayer, _ expansion: MessageExpansion, _ entry: inout MessageEntry, _ reader: inout YAMLReader) {
    var versions: [MessageVersion] = []
    expansion.forEachVersion(of: layer, &entry, &reader) { version, _, _ in
      versions.append(version)
      return versions.count <= Campaign.maximumMessages
    }
    self.versions = versions
    target = layer[.target]?.subject
  }

  /// The messages of a row; not all if it is full.
  func messages(_ entry: inout MessageEntry, _ reader: inout YAMLReader) -> [CampaignMessage] {
    var messages: [CampaignMessage] = []
    for version in versions {
      version.add(to: &messages, &entry, &reader)
      guard messages.count <= Campaign.maximumMessages, !entry.isFull else { return messages }
    }
    reader.reportSharedTargets(of: messages, targetPlace(in: entry))
    return messages
  }

  private func targetPlace(in entry: MessageEntry) -> Diagnostic.Subject {
    guard var place = target else { return entry.subject.key(MessageKey.target.name) }
    if place.name == entry.subject.name { place.line = entry.subject.line }
    return place
  }
}

/// The recipes of a table, shared by all parallel readers of its parts.
final class RecipeMemory: Sendable {
  private let recipes = Mutex<[[UInt8]: MessageRecipe]>([:])

  /// If each row is of another kind, recipes are never reused.
  private static let mostRecipes = 4096

  func recipe(for key: [UInt8]) -> MessageRecipe? { recipes.withLock { $0[key] } }

  func remember(_ recipe: MessageRecipe, for key: [UInt8]) {
    recipes.withLock { recipes in if recipes.count < Self.mostRecipes { recipes[key] = recipe } }
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
    let keyed = table.keys.flatMap { key, shape in shape.columns.map { Column(number: $0, isText: key.isText) } }
    let names = Self.decisiveNames(of: context.defaults.values.map { ($0.key, $0.value) })
    let others = [table.defaultTarget].compactMap(\.self) + Set(names).compactMap { table.values[$0] }
    columns = (keyed + others.map { Column(number: $0, isText: false) }).sorted { $0.number < $1.number }
    values = table.values.values.sorted()
    let layers = [context.values, context.defaults[.values]?.membersByName ?? [:]]
    namesDecide = context.locales.list != nil || layers.joined().contains { $0.value.translations != nil }
  }

  /// The placeholders of values that are more than texts.
  private static func decisiveNames(of values: [(key: MessageKey?, value: YAMLValue)]) -> [String] {
    values.flatMap { key, value -> [String] in
      switch key {
      case .variants:
        value.membersByName.values.flatMap { variant in
          decisiveNames(of: variant.membersByName.map { (MessageKey(named: $0.key), $0.value) })
        }
      case .values?: []
      case let key?: key.isText ? [] : value.placeholderNames
      case nil: []
      }
    }
  }

  /// - Parameter key: receives the key of a row. Its separators are never bytes of UTF-8.
  func make(of cells: CSVCells, into key: inout [UInt8]) {
    key.removeAll(keepingCapacity: true)
    var needsValues = false
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
    guard needsValues else { return }
    for column in values {
      key += cells.written(column)
      key.append(0xFC)
    }
  }

  private func append(namesIn text: String, to key: inout [UInt8]) {
    for name in (try? PlaceholderText(text))?.names ?? [] {
      key += name.utf8
      key.append(0xFB)
    }
  }
}

extension TableColumns.Shape {
  /// All columns that a value uses.
  fileprivate var columns: [Int] {
    switch self {
    case .cell(let column): [column]
    case .members(let members): members.flatMap(\.shape.columns)
    }
  }
}
