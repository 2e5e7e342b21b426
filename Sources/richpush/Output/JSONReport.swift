import Essentials
import MediaPipeline
import PushDelivery

extension RunReport {
  /// The report as JSON, in parts: sorted keys, indented. Its form is described in docs/report.md.
  func writeJSON(_ write: (Data) throws -> Void) throws {
    var object = JSONObjectWriter()
    try object.add("assets", elements: assets, write)
    if let changes { try object.add("changes", changes, write) }
    try object.add("diagnostics", elements: diagnostics, write)
    if let isTrial { try object.add("isTrial", isTrial, write) }
    if let provenAt { try object.add("provenAt", provenAt, write) }
    if let recipients { try object.add("recipients", recipients, write) }
    try object.add("requests", elements: requests, write)
    if let sandbox { try object.add("sandbox", sandbox, write) }
    try object.add("totals", totals, write)
    try object.add("version", version, write)
    try object.end(write)
  }
}

/// A report as JSON: sorted keys, indented. Its form is described in docs/report.md.
func reportJSON(_ report: some Encodable) throws -> String {
  String(decoding: try reportEncoder.encode(report), as: UTF8.self)
}

private var reportEncoder: JSONEncoder {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
  return encoder
}

/// A JSON object written member by member, with the encoder's bytes for the whole.
///
/// The encoder needs ten times the memory of its output, so it gets a hundred thousand requests in parts.
private struct JSONObjectWriter {
  /// How many elements are encoded at once.
  private static let partLength = 1000

  /// Gets the written bytes.
  typealias Write = (Data) throws -> Void

  private var hasMembers = false

  /// Members must come in the order of their names.
  mutating func add(_ name: String, _ value: some Encodable, _ write: Write) throws {
    try begin(name, write)
    try write(nested(try reportEncoder.encode(value)))
  }

  /// An array of any length.
  mutating func add<Element: Encodable>(_ name: String, elements: some Sequence<Element>, _ write: Write) throws {
    var iterator = elements.makeIterator()
    var (part, separator) = (iterator.next(Self.partLength), "[")
    guard part.count == Self.partLength else { return try add(name, part, write) }
    try begin(name, write)
    while !part.isEmpty {
      // Between two parts, a comma replaces `\n]` and `[`.
      try write(Data(separator.utf8) + nested(try reportEncoder.encode(part).dropFirst(1).dropLast(2)))
      (part, separator) = (iterator.next(Self.partLength), ",")
    }
    try write(Data("\n  ]".utf8))
  }

  func end(_ write: Write) throws { try write(Data("\n}".utf8)) }

  private mutating func begin(_ name: String, _ write: Write) throws {
    try write(Data("\(hasMembers ? "," : "{")\n  \"\(name)\" : ".utf8))
    hasMembers = true
  }

  /// One level deeper. Line breaks only occur between values: in strings they are escaped.
  private func nested(_ value: Data) -> Data {
    let newline = UInt8(ascii: "\n")
    var text = Data(capacity: value.count / 8 * 9)
    for (number, line) in value.split(separator: newline, omittingEmptySubsequences: false).enumerated() {
      if number > 0 { text.append(newline) }
      if number > 0, !line.isEmpty { text.append(contentsOf: [UInt8(ascii: " "), UInt8(ascii: " ")]) }
      text.append(contentsOf: line)
    }
    return text
  }
}

extension IteratorProtocol {
  /// The next ones, at most so many.
  fileprivate mutating func next(_ count: Int) -> [Element] {
    var elements: [Element] = []
    while elements.count < count, let element = next() { elements.append(element) }
    return elements
  }
}
