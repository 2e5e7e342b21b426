package import Findings

/// The keys of a mapping and all that is said of each: the reader, the JSON Schema, the texts of `richpush init` and the
/// reference are made of it.
package struct Section<Value: Sendable>: Sendable {
  /// What holds where nothing is written.
  let standard: Value
  let keys: [Key<Value>]
  private let names: [String]
  /// What the schema says beyond its keys.
  private var constraints: JSONValue = [:]
  private var before: @Sendable (YAMLMapping, inout YAMLReader) -> Void = { _, _ in }
  private var after: @Sendable (YAMLMapping, inout Value, inout YAMLReader) -> Void = { _, _, _ in }

  /// - Parameter standard: what holds where nothing is written.
  package init(_ standard: Value, @KeyListBuilder<Value> keys: () -> [Key<Value>]) {
    self.standard = standard
    self.keys = keys()
    names = self.keys.map(\.name)
  }

  /// The same, which looks at what was written before any key is read.
  package func before(_ body: @escaping @Sendable (YAMLMapping, inout YAMLReader) -> Void) -> Section {
    var section = self
    section.before = body
    return section
  }

  /// The same, which makes of its keys what they mean together.
  package func after(_ body: @escaping @Sendable (YAMLMapping, inout Value, inout YAMLReader) -> Void) -> Section {
    var section = self
    section.after = body
    return section
  }

  /// The same with more members of the schema.
  package func constrained(by members: JSONValue) -> Section {
    var section = self
    section.constraints = members
    return section
  }

  /// Reads all keys of a mapping over what holds without them.
  ///
  /// - Returns: nil when it is no mapping, or when a required key has no value.
  package func read(_ value: YAMLValue, _ reader: inout YAMLReader) -> Value? {
    var result = standard
    return read(value, into: &result, &reader) ? result : nil
  }

  /// - Returns: whether it is a mapping in which every required key has a value.
  func read(_ value: YAMLValue, into result: inout Value, _ reader: inout YAMLReader) -> Bool {
    guard let mapping = reader.mapping(value, known: names) else { return false }
    return read(mapping, into: &result, &reader)
  }

  func read(_ mapping: YAMLMapping, into result: inout Value, _ reader: inout YAMLReader) -> Bool {
    before(mapping, &reader)
    var isWhole = true
    for key in keys {
      guard let value = key.isRequired ? reader.required(key.name, of: mapping) : mapping[key.name] else {
        isWhole = isWhole && !key.isRequired
        continue
      }
      let hasValue = key.take(value, &result, &reader)
      isWhole = isWhole && (hasValue || !key.isRequired)
    }
    after(mapping, &result, &reader)
    return isWhole
  }

  package var schema: JSONValue {
    let properties = keys.map { ($0.name, $0.describedSchema) }
    return JSONSchema.object(
      Dictionary(uniqueKeysWithValues: properties), required: keys.filter(\.isRequired).map(\.name)
    ).merging(constraints)
  }

  /// Each key without its type, with what holds when it is left out.
  package var outline: [KeyOutline] { keys.map { $0.outline(standard) } }

  /// Such a mapping as a value, for lists and choices. Nothing at all is none.
  var type: YAMLType<Value> {
    YAMLType("a mapping", schema.merging(["type": "object"])) { value, reader in read(value, &reader) }
  }
}

/// Keys, one after the other.
@resultBuilder
package enum KeyListBuilder<Root> {
  package static func buildExpression(_ key: Key<Root>) -> Key<Root> { key }
  package static func buildBlock(_ keys: Key<Root>...) -> [Key<Root>] { keys }
}

/// One key of a mapping: its name, its type, where its value goes, and what is said of it.
package struct Key<Root>: Sendable {
  package let name: String
  let schema: JSONValue
  /// Reads the value into its place; false: it has none.
  let take: @Sendable (YAMLValue, inout Root, inout YAMLReader) -> Bool
  private(set) var isRequired = false
  private(set) var words: KeyWords
  private let body: @Sendable (Root) -> KeyOutline.Body

  /// A key whose value always has one, which holds when it is left out.
  ///
  /// - Parameter summary: what it means, in a sentence; empty where its name says it.
  package init<Value>(
    _ name: String, _ path: any WritableKeyPath<Root, Value> & Sendable, _ type: YAMLType<Value>, _ summary: String
  ) {
    self.init(
      name, type, summary, body: { .value(type.text($0[keyPath: path])) }, store: { $1[keyPath: path] = $0 })
  }

  /// A key that may have no value.
  package init<Value>(
    _ name: String, _ path: any WritableKeyPath<Root, Value?> & Sendable, _ type: YAMLType<Value>, _ summary: String
  ) {
    self.init(
      name, type, summary, body: { .value($0[keyPath: path].flatMap(type.text)) }, store: { $1[keyPath: path] = $0 })
  }

  /// A key whose value is checked here and used elsewhere.
  init<Value>(_ name: String, checking type: YAMLType<Value>, _ summary: String, standard: String? = nil) {
    self.init(name, type, summary, body: { _ in .value(standard) }, store: { _, _ in })
  }

  /// A key with keys of its own beneath it.
  init<Value>(
    _ name: String, _ path: any WritableKeyPath<Root, Value> & Sendable, _ section: Section<Value>, _ summary: String,
    orElse other: YAMLType<Value>? = nil
  ) {
    self.name = name
    schema = other.map { JSONSchema.anyOf([$0.schema, section.schema]) } ?? section.schema
    words = KeyWords(summary: summary, type: other?.words ?? "", range: nil)
    take = { value, root, reader in
      if let value = other?.read(value, &reader) {
        root[keyPath: path] = value
        return true
      }
      return section.read(value, into: &root[keyPath: path], &reader)
    }
    body = { _ in .section(section.outline) }
  }

  private init<Value>(
    _ name: String, _ type: YAMLType<Value>, _ summary: String,
    body: @escaping @Sendable (Root) -> KeyOutline.Body, store: @escaping @Sendable (Value, inout Root) -> Void
  ) {
    self.name = name
    schema = type.schema
    words = KeyWords(summary: summary, type: type.words, range: type.range)
    self.body = body
    take = { value, root, reader in
      guard let value = type.read(value, &reader) else { return false }
      store(value, &root)
      return true
    }
  }

  /// Its schema with what editors show about it.
  var describedSchema: JSONValue { words.summary.isEmpty ? schema : schema.described(words.summary) }

  func outline(_ standard: Root) -> KeyOutline {
    KeyOutline(name: name, isRequired: isRequired, words: words, body: words.elements ?? body(standard))
  }
}

extension Key {
  /// The same, and it is an error to leave it out.
  package var required: Key {
    var key = self
    key.isRequired = true
    return key
  }

  /// The same with a comment of its own in the texts of `richpush init`; `{range}` stands for the type's range. Empty: none.
  ///
  /// - Parameter example: what stands there; nil: what holds when the key is left out.
  package func comment(_ text: String? = nil, example: KeyWords.Example = .standard) -> Key {
    var key = self
    key.words.comment = text
    key.words.example = example
    return key
  }

  /// The same with more to read in the reference, in Markdown.
  ///
  /// - Parameters:
  ///   - text: the meaning, and why; nil: the summary.
  ///   - type: form and range; nil: those of its type.
  ///   - standard: what holds when it is left out; nil: the value itself.
  package func reference(_ text: String? = nil, type: String? = nil, standard: String? = nil) -> Key {
    var key = self
    key.words.reference = text
    if let type { key.words.type = type }
    key.words.standard = standard
    return key
  }

  /// The same, as a list whose elements have these keys.
  func elements(_ outline: [KeyOutline]) -> Key {
    var key = self
    key.words.elements = .list(outline)
    return key
  }
}
