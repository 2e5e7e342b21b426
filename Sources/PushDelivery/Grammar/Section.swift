package import Findings

/// The keys of a mapping. The reader, the JSON Schema and the texts of `richpush init` use them; the handbook describes them.
package struct Section<Value: Sendable>: Sendable {
  /// The defaults.
  let standard: Value
  let keys: [Key<Value>]
  let names: [String]
  /// The handbook's place for its keys; nil without one.
  let place: HandbookPlace?
  /// Parts of the schema besides its keys.
  private var constraints: JSONValue = [:]
  private var after: @Sendable (YAMLMapping, inout Value, inout YAMLReader) -> Void = { _, _, _ in }

  /// `standard`: the defaults. `place`: the handbook's place for its keys; nil without one.
  package init(_ standard: Value, at place: HandbookPlace? = nil, @KeyListBuilder<Value> keys: () -> [Key<Value>]) {
    (self.standard, self.place) = (standard, place)
    self.keys = keys()
    names = self.keys.map(\.name)
  }

  /// The same, with a step that combines its keys.
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

  /// Reads all keys of a mapping over the defaults; nil if it is not a mapping, or a required key has no value.
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
    let properties = outline.map { ($0.name, $0.described($0.schema())) }
    return JSONSchema.object(
      Dictionary(uniqueKeysWithValues: properties), required: keys.filter(\.isRequired).map(\.name)
    ).merging(constraints)
  }

  /// Each key without its type, with its default.
  package var outline: [KeyOutline] { keys.map { $0.outline(standard, at: place) } }

  /// Such a mapping as a value, for lists and choices. Empty is not one.
  var type: YAMLType<Value> { YAMLType(schema.merging(["type": "object"])) { value, reader in read(value, &reader) } }
}

/// Keys in sequence.
@resultBuilder package enum KeyListBuilder<Root> {
  package static func buildExpression(_ key: Key<Root>) -> Key<Root> { key }
  package static func buildBlock(_ keys: Key<Root>...) -> [Key<Root>] { keys }
}

/// One key of a mapping: its name, its type, and the place of its value.
package struct Key<Root>: Sendable {
  package let name: String
  /// Reads the value into place; false without one.
  let take: @Sendable (YAMLValue, inout Root, inout YAMLReader) -> Bool
  private(set) var isRequired = false
  private var example = KeyOutline.Example.standard
  private let schema: @Sendable () -> JSONValue
  private var body: @Sendable (Root) -> KeyOutline.Body

  /// A key with a default, so that it always has a value.
  package init<Value>(_ name: String, _ path: any WritableKeyPath<Root, Value> & Sendable, _ type: YAMLType<Value>) {
    self.init(name, type, body: { .value(type.text($0[keyPath: path])) }, store: { $1[keyPath: path] = $0 })
  }

  /// A key that may have no value.
  package init<Value>(_ name: String, _ path: any WritableKeyPath<Root, Value?> & Sendable, _ type: YAMLType<Value>) {
    self.init(name, type, body: { .value($0[keyPath: path].flatMap(type.text)) }, store: { $1[keyPath: path] = $0 })
  }

  /// A key whose value is checked here and used elsewhere.
  init<Value>(_ name: String, checking type: YAMLType<Value>, standard: String? = nil) {
    self.init(name, type, body: { _ in .value(standard) }, store: { _, _ in })
  }

  /// A key that is read elsewhere.
  init(_ name: String, schema: @autoclosure @escaping @Sendable () -> JSONValue) {
    self.init(name, checking: YAMLType<YAMLValue>(schema()) { value, _ in value })
  }

  /// A key with keys below it.
  init<Value>(
    _ name: String, _ path: any WritableKeyPath<Root, Value> & Sendable, _ section: Section<Value>,
    orElse other: YAMLType<Value>? = nil
  ) {
    self.name = name
    schema = { other.map { JSONSchema.anyOf([$0.schema, section.schema]) } ?? section.schema }
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
    _ name: String, _ type: YAMLType<Value>, body: @escaping @Sendable (Root) -> KeyOutline.Body,
    store: @escaping @Sendable (Value, inout Root) -> Void
  ) {
    self.name = name
    schema = { type.schema }
    self.body = body
    take = { value, root, reader in
      guard let value = type.read(value, &reader) else { return false }
      store(value, &root)
      return true
    }
  }

  /// - Parameter place: the handbook's place for it and its neighbours; nil without one.
  func outline(_ standard: Root, at place: HandbookPlace?) -> KeyOutline {
    KeyOutline(
      name: name, isRequired: isRequired, schema: schema, example: example, body: body(standard),
      words: { place?.section(of: name) })
  }

  /// The same, but you must not leave it out.
  package var required: Key {
    var key = self
    key.isRequired = true
    return key
  }

  /// The same, with another value than the default in the texts of `richpush init`.
  package func example(_ example: KeyOutline.Example) -> Key {
    var key = self
    key.example = example
    return key
  }

  /// The same, as a list whose elements have these keys.
  func elements(_ outline: @autoclosure @escaping @Sendable () -> [KeyOutline]) -> Key {
    var key = self
    key.body = { _ in .list(outline()) }
    return key
  }
}
