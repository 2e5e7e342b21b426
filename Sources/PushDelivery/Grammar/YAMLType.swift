package import Findings

/// What may stand at a place of a YAML file: how it is read, the JSON Schema that says the same to editors, and the words for
/// people.
package struct YAMLType<Value>: Sendable {
  /// How it is read. What is wrong is reported, and reads as nil.
  package let read: @Sendable (YAMLValue, inout YAMLReader) -> Value?
  let schema: JSONValue
  /// The form and range, as the reference says it in Markdown.
  var words: String
  /// The range of a number as YAML writes it, for comments: `1_000 to 300_000`.
  var range: String?
  /// A value as the file would have it; nil where that cannot be said.
  private(set) var text: @Sendable (Value) -> String? = { _ in nil }

  package init(
    _ words: String, _ schema: JSONValue, range: String? = nil,
    read: @escaping @Sendable (YAMLValue, inout YAMLReader) -> Value?
  ) {
    self.words = words
    self.schema = schema
    self.range = range
    self.read = read
  }

  /// The same with the text that stands for a value in a file.
  package func written(_ text: @escaping @Sendable (Value) -> String?) -> YAMLType {
    var type = self
    type.text = text
    return type
  }

  /// The same under other words.
  package func described(_ words: String) -> YAMLType {
    var type = self
    type.words = words
    return type
  }

  /// The same made into something else; nil: what is wrong has been reported.
  package func map<Other>(_ transform: @escaping @Sendable (Value) -> Other?) -> YAMLType<Other> {
    YAMLType<Other>(words, schema, range: range) { value, reader in read(value, &reader).flatMap(transform) }
  }
}

extension YAMLType {
  /// A text with a meaning, or the report that it is `refusal`, as in "is no colour".
  package static func parsed(
    _ words: String, _ schema: JSONValue, refusal: String, remedy: String,
    _ parse: @escaping @Sendable (String) -> Value?
  ) -> YAMLType {
    YAMLType(words, schema) { value, reader in
      guard let text = reader.string(value) else { return nil }
      if let parsed = parse(text) { return parsed }
      reader.report(.configurationValue, value.subject, "\(text.quoted) \(refusal)", remedy: remedy)
      return nil
    }
  }

  /// A text of a form, or the report that it is `refusal`.
  package static func text(
    _ words: String, matching pattern: String, refusal: String, remedy: String
  ) -> YAMLType where Value == String {
    parsed(words, JSONSchema.name(pattern), refusal: refusal, remedy: remedy) { text in
      (try? Regex(pattern).wholeMatch(in: text)) != nil ? text : nil
    }.written { $0 }
  }

  /// One of several values by its name.
  package static func choice(_ choices: KeyValuePairs<String, Value>) -> YAMLType where Value: Equatable & Sendable {
    choice(choices.map { ($0.key, $0.value) })
  }

  /// The same for choices that are a list.
  package static func choice(
    _ choices: [(name: String, value: Value)]
  ) -> YAMLType where Value: Equatable & Sendable {
    let names = choices.map(\.name)
    return YAMLType(names.map { "`\($0)`" }.joined(separator: ", "), JSONSchema.choice(names)) { value, reader in
      reader.name(value, among: names).flatMap { name in choices.first { $0.name == name }?.value }
    }.written { value in choices.first { $0.value == value }?.name }
  }

  /// A list of such.
  package static func list<Element>(
    of element: YAMLType<Element>, atLeast count: Int = 0
  ) -> YAMLType where Value == [Element] {
    YAMLType("list", JSONSchema.list(element.schema, atLeast: count)) { value, reader in
      reader.list(value)?.compactMap { element.read($0, &reader) }
    }
  }

  /// One of these values, or several in a list, each once.
  ///
  /// - Parameter whenEmpty: what an empty list leads to, and what to do about it; nil: it may be empty.
  package static func oneOrMore<Element: Equatable & Sendable>(
    _ element: YAMLType<Element>, named name: @escaping @Sendable (Element) -> String,
    whenEmpty: (consequence: String, remedy: String)? = nil, isSet: Bool = false
  ) -> YAMLType where Value == [Element] {
    let list = JSONSchema.list(element.schema, atLeast: whenEmpty == nil ? 0 : 1)
    let schema = JSONSchema.anyOf([element.schema, isSet ? list.merging(["uniqueItems": true]) : list])
    return YAMLType("one or a list of " + element.words, schema) { value, reader in
      let found = reader.distinct(value, of: element, named: name)
      if let whenEmpty, case .list(let elements) = value.content, elements.isEmpty {
        reader.report(
          .configurationValue, value.subject, "the list is empty, so \(whenEmpty.consequence)",
          remedy: whenEmpty.remedy)
      }
      return found.isEmpty && whenEmpty != nil ? nil : found
    }.written { "[\($0.map(name).joined(separator: ", "))]" }
  }
}

extension YAMLReader {
  /// A value or the elements of a list; reports those that stand there twice.
  fileprivate mutating func distinct<Element: Equatable>(
    _ value: YAMLValue, of type: YAMLType<Element>, named name: (Element) -> String
  ) -> [Element] {
    let elements = if case .list(let elements) = value.content { elements } else { [value] }
    var found: [Element] = []
    for value in elements {
      guard let element = type.read(value, &self) else { continue }
      if found.contains(element) {
        report(.configurationValue, value.subject, "\(name(element).quoted) stands twice", remedy: "delete it")
      } else {
        found.append(element)
      }
    }
    return found
  }
}

extension YAMLType<String> {
  /// Text that is not blank, as it was written.
  package static var text: YAMLType { YAMLType("text", JSONSchema.text) { $1.string($0) }.written { $0 } }
  /// Text without control characters: a path, or a name for a machine.
  package static var path: YAMLType { YAMLType("path", JSONSchema.path) { $1.path($0) }.written { $0 } }
}

extension YAMLType<Bool> {
  package static var bool: YAMLType {
    YAMLType("truth value", JSONSchema.bool) { $1.bool($0) }.written { $0 ? "true" : "false" }
  }
}

extension YAMLType<Int> {
  /// A whole number.
  ///
  /// - Parameters:
  ///   - limit: the client's limit that is the range's upper bound.
  ///   - isGrouped: whether people write it with its digits in groups; numbers of pixels are not.
  package static func integer(_ range: ClosedRange<Int>, limit: ClientLimit? = nil, isGrouped: Bool = true) -> YAMLType
  {
    let digits = { @Sendable (number: Int) in isGrouped ? number.grouped(by: "_") : String(number) }
    let words = "\(digits(range.lowerBound)) to \(digits(range.upperBound))"
    return YAMLType(words.replacing("_", with: ","), JSONSchema.integer(range), range: words) { value, reader in
      reader.integer(value, in: range, limit: limit)
    }.written(digits)
  }
}

extension Int {
  /// Decimal digits in groups of three: `300_000`.
  fileprivate func grouped(by separator: String) -> String {
    let digits = String(self)
    return digits.enumerated().map { index, digit in
      let rest = digits.count - index
      return index > 0 && rest.isMultiple(of: 3) ? separator + String(digit) : String(digit)
    }.joined()
  }
}

extension YAMLType<Double> {
  package static func number(_ range: ClosedRange<Double>) -> YAMLType {
    YAMLType("\(range.lowerBound) to \(range.upperBound)", JSONSchema.number(range)) { $1.number($0, in: range) }
  }
}
