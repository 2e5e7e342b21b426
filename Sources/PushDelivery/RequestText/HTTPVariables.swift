import Findings

/// The variables of a file for editors' REST clients: `@name = value` before the requests that use `{{name}}`.
struct HTTPVariables {
  /// The values of those that are set once to a text.
  private var values: [String: [UInt8]] = [:]

  init(_ bytes: [UInt8]) {
    guard bytes.contains(UInt8(ascii: "@")) else { return }
    var set: [String: [String]] = [:]
    for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) where line.first == "@" {
      let parts = line.dropFirst().split(separator: "=", maxSplits: 1).map { Self.trimmed($0) }
      if parts.count == 2 { set[parts[0], default: []].append(parts[1]) }
    }
    values = set.compactMapValues { $0.count == 1 && !$0[0].contains("{{") ? Array($0[0].utf8) : nil }
  }

  /// A body with its variables' values, without its comments.
  func body(_ bytes: [UInt8], in range: Range<Int>) -> EmbeddedBody {
    var body = EmbeddedBody()
    var offset = range.lowerBound
    // Nothing is searched after the last one: otherwise a text of only opening brackets would be read to its end from each.
    let last = lastEnd(bytes, in: range)
    while offset < range.upperBound {
      let isLineStart = offset == range.lowerBound || bytes[offset - 1] == UInt8(ascii: "\n")
      if isLineStart, HTTPText.isComment(bytes[offset..<range.upperBound]) {
        let rest = bytes[offset..<range.upperBound]
        offset = rest.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? range.upperBound
        continue
      }
      if offset + 2 <= last, bytes[offset..<range.upperBound].starts(with: "{{".utf8),
        let end = bytes[offset..<range.upperBound].firstRange(of: Array("}}".utf8))?.upperBound
      {
        let name = Self.trimmed(Substring(decoding: bytes[(offset + 2)..<(end - 2)], as: UTF8.self))
        body.append(variable: name, values[name], from: offset..<end)
        offset = end
      } else {
        body.append(bytes[offset], at: offset)
        offset += 1
      }
    }
    return body
  }

  /// The start of the last `}}`; 0 without one.
  private func lastEnd(_ bytes: [UInt8], in range: Range<Int>) -> Int {
    let brace = UInt8(ascii: "}")
    var place = range.upperBound - 2
    while place > range.lowerBound, bytes[place] != brace || bytes[place + 1] != brace { place -= 1 }
    return place > range.lowerBound ? place : 0
  }

  private static func trimmed(_ text: Substring) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
