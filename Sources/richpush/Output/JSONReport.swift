import Essentials
import MediaPipeline
import PushDelivery

extension RunReport {
  /// The report as JSON: sorted keys, indented. Its form is described in docs/report.md.
  ///
  /// - Parameter write: takes the text, some at a time.
  func writeJSON(_ write: (Data) throws -> Void) throws {
    try withoutActuallyEscaping(write) { write in
      var object = JSONObjectWriter(write: write)
      try object.add("assets", elements: assets)
      if let changes { try object.add("changes", changes) }
      try object.add("diagnostics", elements: diagnostics)
      if let recipients { try object.add("recipients", recipients) }
      try object.add("requests", elements: requests)
      if let sandbox { try object.add("sandbox", sandbox) }
      try object.add("totals", totals)
      try object.add("version", version)
      try object.end()
    }
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

extension DoctorReport {
  /// The report as JSON: sorted keys, indented. Its form is described in docs/report.md.
  func text() throws -> String { String(decoding: try reportEncoder.encode(self), as: UTF8.self) }
}

extension InstalledVersions {
  /// The versions as JSON: sorted keys, indented.
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

  private let write: (Data) throws -> Void
  private var hasMembers = false

  init(write: @escaping (Data) throws -> Void) { self.write = write }

  /// Members come in the order of their names.
  mutating func add(_ name: String, _ value: some Encodable) throws {
    try begin(name)
    try write(nested(try reportEncoder.encode(value)))
  }

  /// An array, however long it is.
  mutating func add<Element: Encodable>(_ name: String, elements: some Collection<Element>) throws {
    guard elements.count > Self.partLength else { return try add(name, Array(elements)) }
    try begin(name)
    var iterator = elements.makeIterator()
    var separator = "["
    while case let part = iterator.next(Self.partLength), !part.isEmpty {
      // Between the elements of two parts stands a comma instead of `\n]` and `[`.
      try write(Data(separator.utf8) + nested(try reportEncoder.encode(part).dropFirst(1).dropLast(2)))
      separator = ","
    }
    try write(Data("\n  ]".utf8))
  }

  func end() throws { try write(Data("\n}".utf8)) }

  private mutating func begin(_ name: String) throws {
    try write(Data("\(hasMembers ? "," : "{")\n  \"\(name)\" : ".utf8))
    hasMembers = true
  }

  /// One level deeper. Line breaks stand between values alone: in strings they are escaped.
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
  /// The next ones, so many at most.
  fileprivate mutating func next(_ count: Int) -> [Element] {
    var elements: [Element] = []
    while elements.count < count, let element = next() { elements.append(element) }
    return elements
  }
}
