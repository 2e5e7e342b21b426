/// Reads JSON as RFC 8259 has it, tells everything that is not so, and goes on where what was meant is clear.
///
/// Some parsers take a trailing comma or the first of two equal names, others refuse them: a text is good when every
/// parser reads the same in it.
package struct JSONReader {
  let bytes: [UInt8]
  var offset: Int
  /// Where it stops: the end of the bytes, or of the part of them that is read.
  let limit: Int
  /// What is not JSON, in the order of the text.
  package internal(set) var errors: [JSONError] = []
  var depth = 0
  /// The most values that one text may have, or one of its lines where each is a value of its own.
  private let mostValues: Int
  /// How many were read of them.
  private var valueCount = 0
  /// Whether `unknownMark` stands for what is not known.
  let hasUnknowns: Bool
  /// Whether nothing takes a short cut, so that tests can compare the short cuts with what they stand for.
  let isCareful: Bool

  /// Protocol buffers' own limit, which the API's parser keeps (`CodedInputStream`, default recursion limit).
  static let greatestDepth = 100

  /// What makes sense in one text of requests: a batch has 500 messages, and those have room for 4,096 bytes each. Each value takes
  /// memory, whose place in the text may be two bytes long.
  package static let mostRequestValues = 200_000

  /// More than anybody reads.
  static let mostErrors = 10_000

  /// - Parameters:
  ///   - mostValues: of more than these the text is no value, nor is a line where each is one.
  ///   - range: the part of the bytes that is read; nil: all of them.
  ///   - hasUnknowns: whether `unknownMark` stands for what is not known.
  ///   - isCareful: whether nothing takes a short cut. The values, their places and the errors are the same.
  package init(
    _ bytes: [UInt8], in range: Range<Int>? = nil, hasUnknowns: Bool = false, mostValues: Int = .max,
    isCareful: Bool = false
  ) {
    self.isCareful = isCareful
    self.mostValues = mostValues
    self.hasUnknowns = hasUnknowns
    self.bytes = bytes
    offset = range?.lowerBound ?? 0
    limit = range?.upperBound ?? bytes.count
  }

  /// The values of a text: one, or several one after the other as in JSON Lines. What stands after an error that
  /// leaves no value is not read, but for the lines after it when `isLines`.
  package mutating func values(isLines: Bool = false) -> [JSONNode] {
    guard beginText() else { return [] }
    var values: [JSONNode] = []
    repeat {
      do throws(JSONError) {
        guard let value = try nextValue(isFirst: values.isEmpty) else { break }
        values.append(value)
      } catch {
        report(error)
        guard isLines else { break }
        skipLine()
      }
      if isLines { beginLine() }
    } while !isAtEnd
    return values
  }

  /// Makes room for as many values as a line may have.
  mutating func beginLine() { valueCount = 0 }

  /// Takes what may stand before the first value.
  ///
  /// - Returns: whether the text can be read at all.
  mutating func beginText() -> Bool {
    guard !isWide else {
      report(.notUTF8, at: offset)
      return false
    }
    skipByteOrderMark()
    return true
  }

  /// Reads one of several values; nil where the text ends before it.
  ///
  /// - Parameter isFirst: whether none was read before it, from which a line break must part it.
  mutating func nextValue(isFirst: Bool) throws(JSONError) -> JSONNode? {
    try skipToValue(isFirst: isFirst)
    guard !isAtEnd else { return nil }
    depth = 0
    return try value()
  }

  /// Readers of JSON Lines split at line breaks, and readers of JSON take one value.
  private mutating func skipToValue(isFirst: Bool) throws(JSONError) {
    // A line that was passed over took its line break along.
    let end = max(0, offset - 1)
    try skipSpace()
    guard !isFirst, !isAtEnd, !bytes[end..<offset].contains(UInt8(ascii: "\n")) else { return }
    throw JSONError(.expected("a line break or the end of the text"), at: offset)
  }

  /// Reads a value and what belongs to it.
  mutating func value() throws(JSONError) -> JSONNode {
    let start = offset
    valueCount += 1
    guard valueCount <= mostValues else { throw JSONError(.values(limit: mostValues), at: start) }
    let content = try content()
    return JSONNode(offset: start, end: offset, content: content)
  }

  /// What the value that begins here holds.
  mutating func content() throws(JSONError) -> JSONNode.Content {
    switch byte {
    case UInt8(ascii: "{"):
      try enter()
      let members = try members()
      depth -= 1
      return .object(members)
    case UInt8(ascii: "["):
      try enter()
      let elements = try elements()
      depth -= 1
      return .array(elements)
    case UInt8(ascii: "\""): return content(ofString: try string())
    case UInt8(ascii: "'"):
      report(.unquoted, at: offset)
      return content(ofString: try string(quote: UInt8(ascii: "'")))
    case nil: throw JSONError(.expected("a value"), at: offset)
    case _ where isAtTypographicQuote: return content(ofString: try typographicString())
    default: return isAtUnknown ? unknownValue() : try word()
    }
  }

  /// Takes an opening bracket.
  mutating func enter() throws(JSONError) {
    depth += 1
    guard depth <= Self.greatestDepth else { throw JSONError(.depth(limit: Self.greatestDepth), at: offset) }
    offset += 1
  }

  private mutating func members() throws(JSONError) -> [JSONNode.Member] {
    var members: [JSONNode.Member] = []
    var names = NameSet()
    while try !isClosed(by: UInt8(ascii: "}"), afterFirst: !members.isEmpty) {
      let member = try member()
      if !names.insert(member.name, after: members), member.name != JSONNode.spreadName {
        report(.duplicateName(member.name), at: member.nameOffset)
      }
      members.append(member)
    }
    return members
  }

  /// The names of an object's members. Few of them are compared sooner than put into a set.
  private struct NameSet {
    private static let fewNames = 16
    private var names: Set<String> = []

    /// - Returns: whether none of the members before it has this name.
    mutating func insert(_ name: String, after members: [JSONNode.Member]) -> Bool {
      if members.count < Self.fewNames {
        for index in members.indices where members[index].name == name { return false }
        return true
      }
      if names.isEmpty { names = Set(members.lazy.map(\.name)) }
      return names.insert(name).inserted
    }
  }

  private mutating func member() throws(JSONError) -> JSONNode.Member {
    if isAtUnknown { return try unknownMember() }
    let start = offset
    let name = name(try name())
    let end = offset
    try skipSpace()
    guard take(UInt8(ascii: ":")) else { throw JSONError(.expected("a colon"), at: offset) }
    try skipSpace()
    return .init(name: name, nameOffset: start, nameEnd: end, value: try value())
  }

  /// A name in double quotes; in single ones or in none, what is meant is clear.
  private mutating func name() throws(JSONError) -> String {
    guard byte != UInt8(ascii: "\"") else { return try string() }
    if isAtTypographicQuote { return try typographicString() }
    guard let byte, byte == UInt8(ascii: "'") || isUnreserved(byte) else {
      throw JSONError(.expected("a name in double quotes"), at: offset)
    }
    report(.unquoted, at: offset)
    if byte == UInt8(ascii: "'") { return try string(quote: byte) }
    return String(decoding: take(while: isUnreserved), as: UTF8.self)
  }

  mutating func elements() throws(JSONError) -> [JSONNode] {
    var elements: [JSONNode] = []
    while try !isClosed(by: UInt8(ascii: "]"), afterFirst: !elements.isEmpty) { elements.append(try value()) }
    return elements
  }

  /// Takes the closing bracket, or the comma before another value. Where only the comma is missing, what was meant is clear.
  mutating func isClosed(by bracket: UInt8, afterFirst: Bool) throws(JSONError) -> Bool {
    let valueEnd = offset
    try skipSpace()
    if take(bracket) { return true }
    guard afterFirst else { return false }
    let comma = offset
    guard take(UInt8(ascii: ",")) else {
      let error = JSONError(.missingComma(bracket: .init(bracket), valueEnd: valueEnd), at: offset)
      guard let byte, "\"{[".utf8.contains(byte) else { throw error }
      report(error.kind, at: offset)
      return false
    }
    try skipSpace()
    guard take(bracket) else { return false }
    report(.trailingComma, at: comma)
    return true
  }
}
