import Findings

/// Bytes of a body that stands in another text, and where each of them stands: without the quotes and escapes of that text, and with
/// marks for what is put there when it is sent.
struct EmbeddedBody {
  private(set) var bytes: [UInt8] = []
  private var offsets: [Int] = []
  private var end = 0
  /// Before which of its bytes something stands in the text that is none of it: a quote, a backslash.
  private var breaks: [Int] = []
  /// Whether something is put there that nobody can tell.
  private(set) var hasUnknowns = false
  /// The variable whose value is all of it.
  private(set) var variable: String?

  /// The offset in the text of one in the body.
  func place(_ offset: Int) -> Int { offset < offsets.count ? offsets[offset] : end }

  /// Whether it stands in the text as it is, but for variables: nothing in it is escaped.
  var isPlain: Bool { breaks.isEmpty }

  mutating func append(_ byte: UInt8, at offset: Int) {
    append([byte], from: offset..<offset + 1)
    variable = nil
  }

  /// What a variable stands for.
  ///
  /// - Parameters:
  ///   - value: nil where it is not known.
  ///   - range: where the variable stands.
  mutating func append(variable name: String, _ value: [UInt8]?, from range: Range<Int>) {
    let isFirst = bytes.isEmpty
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

  /// Whether it begins as JSON's objects and arrays do.
  var isJSON: Bool {
    bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }.map { "{[".utf8.contains($0) } ?? false
  }

  /// Without its first bytes.
  func dropping(_ count: Int) -> EmbeddedBody {
    var rest = self
    rest.bytes.removeFirst(min(count, bytes.count))
    rest.offsets.removeFirst(min(count, offsets.count))
    rest.breaks = breaks.filter { $0 > count }.map { $0 - count }
    return rest
  }

  /// The same in another text, where each offset is another; nothing is known of what stands between its bytes there.
  func moved(_ place: (Int) -> Int) -> EmbeddedBody {
    var body = self
    body.offsets = offsets.map(place)
    body.end = place(end)
    body.breaks = [0]
    return body
  }
}

extension EmbeddedBody {
  /// A text of JSON without its quotes and escapes, in which `{{name}}` is something that is put there.
  ///
  /// - Parameter range: of the text with its quotes.
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

  /// What a backslash and this byte stand for.
  private mutating func appendEscaped(_ byte: UInt8, at offset: Int) {
    switch byte {
    case UInt8(ascii: "n"): append(0x0A, at: offset)
    case UInt8(ascii: "t"): append(0x09, at: offset)
    case UInt8(ascii: "r"): append(0x0D, at: offset)
    case UInt8(ascii: "u"):
      // The JSON within has the same escape.
      append(UInt8(ascii: "\\"), at: offset - 1)
      append(byte, at: offset)
    default: append(byte, at: offset)
    }
  }

  /// `{{name}}` at the beginning: no JSON has these two brackets side by side.
  private static func variable(_ bytes: [UInt8], in range: Range<Int>) -> Range<Int>? {
    guard bytes[range].starts(with: "{{".utf8) else { return nil }
    let near = bytes[range].prefix(100)
    return near.firstRange(of: Array("}}".utf8)).map { range.lowerBound..<$0.upperBound }
  }
}
