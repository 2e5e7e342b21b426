/// What the placeholders of one message stand for.
struct PlaceholderValues {
  /// `locale` and `variant`, where the message has them.
  var builtIn: [String: String] = [:]
  /// The row of a table, whose columns come first.
  var row: TableRow?
  /// By name; of several layers the first that has a value counts.
  var layers: [[String: YAMLValue]] = []

  /// The names that only richpush gives values.
  static let builtInNames = ["locale", "variant"]

  enum Finding {
    case text(String)
    /// A value that still has to be told from its translations.
    case value(YAMLValue)
    /// The name is known, and there is nothing under it.
    case empty(Diagnostic.Subject)
    case unknown
  }

  func find(_ name: String) -> Finding {
    if let text = builtIn[name] { return .text(text) }
    var empty: Diagnostic.Subject?
    for value in [row?[name]] + layers.map({ $0[name] }) {
      guard let value else { continue }
      guard case .nothing = value.content else { return .value(value) }
      empty = empty ?? value.subject
    }
    return empty.map(Finding.empty) ?? .unknown
  }

  /// Every name that has a value.
  var names: [String] {
    (Array(builtIn.keys) + Array(row?.columns.values.keys ?? [:].keys) + layers.flatMap(\.keys)).sorted()
  }
}

extension YAMLValue {
  /// The members of a mapping by their names.
  var membersByName: [String: YAMLValue] {
    guard case .mapping(let members) = content else { return [:] }
    return Dictionary(members.compactMap { member in member.key.name.map { ($0, member.value) } }) { first, _ in first }
  }

  /// The names of all placeholders in the texts of a value, some several times.
  var placeholderNames: [String] {
    switch content {
    case .text(let text, _):
      PlaceholderText.isNeeded(for: text) ? (try? PlaceholderText(text))?.names ?? [] : []
    case .list(let elements): elements.flatMap(\.placeholderNames)
    case .mapping(let members): members.flatMap(\.value.placeholderNames)
    case .nothing, .tagged, .unusable: []
    }
  }

  /// The value with each text in it replaced.
  func mapTexts(_ transform: (YAMLValue, String) -> YAMLValue) -> YAMLValue {
    switch content {
    case .text(let text, _): transform(self, text)
    case .list(let elements): YAMLValue(.list(elements.map { $0.mapTexts(transform) }), subject)
    case .mapping(let members):
      YAMLValue(.mapping(members.map { Member(key: $0.key, value: $0.value.mapTexts(transform)) }), subject)
    case .nothing, .tagged, .unusable: self
    }
  }
}
