import Foundation
import PushDelivery

extension RunReport {
  /// The report as JSON: sorted keys, indented. Its form is described in docs/report.md.
  func json() throws -> Data {
    var object = JSONObjectWriter()
    try object.add("assets", elements: assets)
    if let changes { try object.add("changes", changes) }
    try object.add("diagnostics", elements: diagnostics)
    if let recipients { try object.add("recipients", recipients) }
    try object.add("requests", elements: requests)
    try object.add("totals", totals)
    try object.add("version", version)
    return object.end()
  }
}

extension CheckReport {
  /// The report as JSON: sorted keys, indented. Its form is described in docs/report.md.
  func json() throws -> Data { try reportEncoder.encode(self) }
}

extension VerificationReport {
  /// The report as JSON: sorted keys, indented. Its form is described in docs/report.md.
  func text() throws -> String { String(decoding: try reportEncoder.encode(self), as: UTF8.self) }
}

extension PruningReport {
  /// The report as JSON: sorted keys, indented. Its form is described in docs/report.md.
  func text() throws -> String { String(decoding: try reportEncoder.encode(self), as: UTF8.self) }
}

extension PublicationReport {
  /// The report as JSON: sorted keys, indented. Its form is described in docs/report.md.
  func json() throws -> Data { try reportEncoder.encode(self) }
}

private var reportEncoder: JSONEncoder {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
  return encoder
}

/// A JSON object that is written member by member, in the bytes that the encoder gives for the whole.
///
/// The encoder takes ten times the room of what it writes, so a hundred thousand requests are given to it in parts.
private struct JSONObjectWriter {
  /// How many elements are encoded at once.
  private static let partLength = 1000

  private var text = Data("{".utf8)
  private var hasMembers = false

  /// Members come in the order of their names.
  mutating func add(_ name: String, _ value: some Encodable) throws {
    begin(name)
    nest(try reportEncoder.encode(value))
  }

  /// An array, however long it is.
  mutating func add(_ name: String, elements: [some Encodable]) throws {
    guard elements.count > Self.partLength else { return try add(name, elements) }
    begin(name)
    for start in stride(from: 0, to: elements.count, by: Self.partLength) {
      let part = elements[start..<min(start + Self.partLength, elements.count)]
      // Between the elements of two parts stands a comma instead of `\n]` and `[`.
      text.append(contentsOf: Data((start == 0 ? "[" : ",").utf8))
      nest(try reportEncoder.encode(Array(part)).dropFirst(1).dropLast(2))
    }
    text.append(contentsOf: Data("\n  ]".utf8))
  }

  mutating func end() -> Data {
    text.append(contentsOf: Data("\n}".utf8))
    return text
  }

  private mutating func begin(_ name: String) {
    text.append(contentsOf: Data("\(hasMembers ? "," : "")\n  \"\(name)\" : ".utf8))
    hasMembers = true
  }

  /// One level deeper. Line breaks stand between values alone: in strings they are escaped.
  private mutating func nest(_ value: Data) {
    let newline = UInt8(ascii: "\n")
    for (number, line) in value.split(separator: newline, omittingEmptySubsequences: false).enumerated() {
      if number > 0 { text.append(newline) }
      if number > 0, !line.isEmpty { text.append(contentsOf: [UInt8(ascii: " "), UInt8(ascii: " ")]) }
      text.append(contentsOf: line)
    }
  }
}
