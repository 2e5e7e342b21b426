import Findings

/// The bytes of a body inside another text, and the place of each: without the text's quotes and escapes, and with marks for parts that are
/// filled in on sending.
struct EmbeddedBody {
  private(set) var bytes: [UInt8] = []
  private var offsets: [Int] = []
  private var end = 0
  /// The bytes that have a quote or a backslash of the text before them.
  private var breaks: [Int] = []
  /// Whether an unknown part is filled in.
  private(set) var hasUnknowns = false
  /// The variable that is the whole body.
  private(set) var variable: String?
  /// The same as a word of a shell command, with the names of variables. A dollar sign that the shell keeps is `RequestCall.literalDollar`.
  private(set) var word: [UInt8] = []

  /// A body offset's place in the text.
  func place(_ offset: Int) -> Int { offset < offsets.count ? offsets[offset] : end }

  /// Whether the text contains it unchanged, except variables: nothing is escaped.
  var isPlain: Bool { breaks.isEmpty }

  /// `isLiteral`: whether a shell gives the byte no meaning.
  mutating func append(_ byte: UInt8, at offset: Int, isLiteral: Bool = false) {
    append([byte], from: offset..<offset + 1)
    if isLiteral, byte == UInt8(ascii: "$") {
      word += String(RequestCall.literalDollar).utf8
    } else {
      word.append(byte)
    }
    variable = nil
  }

  /// The value of a variable, nil if it is unknown. `range`: the variable's place. `written`: its text there, if a shell reads it.
  mutating func append(
    variable name: String, _ value: [UInt8]?, from range: Range<Int>, written: ArraySlice<UInt8> = []
  ) {
    let isFirst = bytes.isEmpty
    word += written
    append(value ?? JSONReader.unknownMark, from: range)
    hasUnknowns = hasUnknowns || value == nil
    variable = isFirst ? name : nil
  }

  private mutating func append(_ new: [UInt8], from range: Range<Int>) {
    if !bytes.isEmpty, range.lowerBound != end { breaks.append(bytes.count) }
    bytes += new
    offsets += Array(repeating: range.lowerBound, count: new.count)
    end = range.upperBound
  }

  /// Whether it begins like a JSON object or array.
  var isJSON: Bool { bytes.first { !isBlank($0) }.map { "{[".utf8.contains($0) } ?? false }

  /// Makes lines that begin with `//` white: Postman leaves them out.
  mutating func blankComments() {
    for line in bytes.split(separator: UInt8(ascii: "\n")) where line.drop(while: isBlank).starts(with: "//".utf8) {
      for index in line.indices { bytes[index] = UInt8(ascii: " ") }
    }
  }

  /// Without its first bytes.
  func dropping(_ count: Int) -> EmbeddedBody {
    var rest = self
    rest.bytes.removeFirst(min(count, bytes.count))
    rest.offsets.removeFirst(min(count, offsets.count))
    rest.breaks = breaks.filter { $0 > count }.map { $0 - count }
    return rest
  }

  /// The same in another text with other offsets; the characters between its bytes there are unknown.
  func moved(_ place: (Int) -> Int) -> EmbeddedBody {
    var body = self
    body.offsets = offsets.map(place)
    body.end = place(end)
    body.breaks = [0]
    return body
  }
}

extension EmbeddedBody {
  /// A text of JSON without its quotes and escapes, where `{{name}}` is filled in later. `range`: of the text with its quotes.
  init(quoted range: Range<Int>, of bytes: [UInt8]) {
    self.init()
    var offset = range.lowerBound + 1
    let end = max(offset, range.upperBound - 1)
    while offset < end {
      if let variable = Self.variable(bytes, in: offset..<end) {
        append(variable: "", nil, from: variable)
        offset = variable.upperBound
      } else if bytes[offset] == UInt8(ascii: "\\"), offset + 1 < end {
        appendEscaped(bytes[offset + 1], at: offset + 1)
        offset += 2
      } else {
        append(bytes[offset], at: offset)
        offset += 1
      }
    }
  }

  /// The meaning of a backslash and this byte.
  private mutating func appendEscaped(_ byte: UInt8, at offset: Int) {
    switch byte {
    case UInt8(ascii: "n"): append(0x0A, at: offset)
    case UInt8(ascii: "t"): append(0x09, at: offset)
    case UInt8(ascii: "r"): append(0x0D, at: offset)
    case UInt8(ascii: "u"):
      // The JSON inside has the same escape.
      append(UInt8(ascii: "\\"), at: offset - 1)
      append(byte, at: offset)
    default: append(byte, at: offset)
    }
  }

  /// `{{name}}` at the beginning: JSON never has two such brackets.
  private static func variable(_ bytes: [UInt8], in range: Range<Int>) -> Range<Int>? {
    guard bytes[range].starts(with: "{{".utf8) else { return nil }
    let near = bytes[range].prefix(100)
    return near.firstRange(of: Array("}}".utf8)).map { range.lowerBound..<$0.upperBound }
  }
}
