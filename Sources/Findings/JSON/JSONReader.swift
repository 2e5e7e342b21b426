/// Reads JSON as in RFC 8259, reports every deviation, and goes on if the meaning is clear.
///
/// Some parsers take a trailing comma or the first of two equal names; others refuse them. A text is good if every parser reads the same in
/// it.
package struct JSONReader {
  let bytes: [UInt8]
  var offset: Int
  /// The end of the bytes, or of the part to read.
  let limit: Int
  /// The errors, in the order of the text.
  package internal(set) var errors: [JSONError] = []
  var depth = 0
  /// The most values of one text, or of one line if each line is a value.
  private let mostValues: Int
  /// How many of them were read.
  private var valueCount = 0
  /// Whether `unknownMark` marks unknown parts.
  let hasUnknowns: Bool
  /// Whether to avoid short cuts, so that tests can compare both ways.
  let isCareful: Bool

  /// Protocol buffers' own limit, which the API's parser keeps (`CodedInputStream`, default recursion limit).
  static let greatestDepth = 100

  /// A sensible maximum for one text of requests: a batch has 500 messages, with 4,096 bytes for each. Each value takes memory, although it
  /// may be only two bytes of text.
  package static let mostRequestValues = 200_000

  /// More than you will read.
  static let mostErrors = 10_000

  /// - Parameters:
  ///   - mostValues: a text with more has no value; nor has a line, if each line is a value.
  ///   - range: the part of the bytes to read; nil: all of them.
  ///   - hasUnknowns: whether `unknownMark` marks unknown parts.
  ///   - isCareful: whether to avoid short cuts. The values, their places and the errors are the same.
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

  /// The values of a text: one, or several in sequence as in JSON Lines. After an error that leaves no value, the rest is not read; if
  /// `isLines`, the next lines are.
  package mutating func values(isLines: Bool = false) -> [JSONNode] {
    beginText() ? read(isFirst: true, isLines: isLines, isLast: true).values : []
  }

  /// Reads values up to the end of the bytes.
  ///
  /// - Parameters:
  ///   - isFirst: whether the first need not follow a line break.
  ///   - isLast: whether nothing more follows; otherwise the last value or comment may continue, and is left.
  /// - Returns: also where reading ended.
  mutating func read(isFirst: Bool, isLines: Bool, isLast: Bool) -> (values: [JSONNode], end: Int) {
    var (values, end, isFirst) = ([JSONNode](), offset, isFirst)
    repeat {
      let errorCount = errors.count
      do throws(JSONError) {
        guard let value = try nextValue(isFirst: isFirst) else { break }
        values.append(value)
      } catch {
        if isAtEnd, !isLast {
          errors.removeSubrange(errorCount...)
          return (values, end)
        }
        report(error)
        guard isLines else { break }
        skipLine()
      }
      // Each line has its own count.
      if isLines { valueCount = 0 }
      (isFirst, end) = (false, offset)
    } while !isAtEnd
    return (values, offset)
  }

  /// Skips what may come before the first value.
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
  /// - Parameter isFirst: whether it is the first; a line break must come before any other.
  mutating func nextValue(isFirst: Bool) throws(JSONError) -> JSONNode? {
    try skipToValue(isFirst: isFirst)
    guard !isAtEnd else { return nil }
    depth = 0
    return try value()
  }

  /// Readers of JSON Lines split at line breaks, and readers of JSON take one value.
  private mutating func skipToValue(isFirst: Bool) throws(JSONError) {
    // Skipping a line also took its line break.
    let end = max(0, offset - 1)
    try skipSpace()
    guard !isFirst, !isAtEnd, !bytes[end..<offset].contains(UInt8(ascii: "\n")) else { return }
    throw JSONError(.expected("a line break or the end of the text"), at: offset)
  }

  /// Reads a value and all its parts.
  mutating func value() throws(JSONError) -> JSONNode {
    let start = offset
    valueCount += 1
    guard valueCount <= mostValues else { throw JSONError(.values(limit: mostValues), at: start) }
    let content = try content()
    return JSONNode(offset: start, end: offset, content: content)
  }

  /// The value's content.
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

  /// The names of an object's members. If there are few, comparing is faster than a set.
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
    try skipSpace()
    guard take(UInt8(ascii: ":")) else { throw JSONError(.expected("a colon"), at: offset) }
    try skipSpace()
    return .init(name: name, nameOffset: start, value: try value())
  }

  /// A name in double quotes; in single quotes or none, the meaning is clear.
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

  /// Takes the closing bracket, or the comma before another value. If only the comma is missing, the meaning is clear.
  mutating func isClosed(by bracket: UInt8, afterFirst: Bool) throws(JSONError) -> Bool {
    try skipSpace()
    if take(bracket) { return true }
    guard afterFirst else { return false }
    let comma = offset
    guard take(UInt8(ascii: ",")) else {
      let error = JSONError(.expected("a comma or \(Unicode.Scalar(bracket))"), at: offset)
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
