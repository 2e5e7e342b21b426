import Findings

/// The messages that a program has as JSON in texts, as browsers' tools copy them: `body: "{\"message\": …}"`.
struct QuotedMessages {
  private(set) var values: [RequestText.Value] = []
  /// What is not JSON in the texts that hold messages.
  private(set) var errors: [JSONError] = []

  /// - Parameter texts: where texts in quotes stand, with the quotes.
  init(_ bytes: [UInt8], in texts: [Range<Int>], _ evidence: MessageEvidence) {
    for text in texts where Self.mayBeMessage(bytes[text]) {
      let body = EmbeddedBody(quoted: text, of: bytes)
      var reader = JSONReader(body.bytes, mostValues: JSONReader.mostRequestValues)
      let found = reader.values()
      guard found.count == 1, let node = found.first?.moved(body.place), evidence.isMessage(node) else { continue }
      let target: RequestDocument.TargetPlace = node["message"]?.isObject == true ? .message : .unknown
      values.append(.init(node: node, isEditable: false, target: target))
      errors += reader.errors.map { JSONError($0.kind, at: body.place($0.offset)) }
    }
  }

  /// Whether a text begins as an object does. Most are too short, or are none.
  private static func mayBeMessage(_ text: ArraySlice<UInt8>) -> Bool {
    text.count > 20 && text.first { !"\"'`\\ \t\r\n".utf8.contains($0) } == UInt8(ascii: "{")
  }
}

extension EmbeddedBody {
  /// A text in quotes without its quotes and escapes.
  ///
  /// - Parameters:
  ///   - range: of the text with its quotes, which may be three.
  ///   - hasVariables: whether `{{name}}` in it is something that is put there.
  init(quoted range: Range<Int>, of bytes: [UInt8], hasVariables: Bool = false) {
    self.init()
    let quotes = Array(repeating: bytes[range.lowerBound], count: 3)
    let count = range.count >= 6 && bytes[range].starts(with: quotes) ? 3 : 1
    var offset = range.lowerBound + count
    let end = max(offset, range.upperBound - count)
    while offset < end {
      if hasVariables, let variable = Self.variable(bytes, in: offset..<end) {
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
    case UInt8(ascii: "\n"): break
    case UInt8(ascii: "n"): append(0x0A, at: offset)
    case UInt8(ascii: "t"): append(0x09, at: offset)
    case UInt8(ascii: "r"): append(0x0D, at: offset)
    case UInt8(ascii: "u"):
      // JSON has the same escape.
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

  /// The same in another text, in which each byte of this one stands elsewhere; no more as it is.
  func placed(by places: [Int]) -> EmbeddedBody {
    moved { $0 < places.count ? places[$0] : (places.last ?? 0) + 1 }
  }
}
