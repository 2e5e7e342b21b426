import Findings

/// The variables of a file for editors' REST clients: `@name = value` before the requests that have `{{name}}`.
struct HTTPVariables {
  /// What those that are set once to a text stand for.
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

  /// A body with what its variables stand for.
  func body(_ bytes: [UInt8], in range: Range<Int>) -> EmbeddedBody {
    var body = EmbeddedBody()
    var offset = range.lowerBound
    while offset < range.upperBound {
      if bytes[offset..<range.upperBound].starts(with: "{{".utf8),
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

  private static func trimmed(_ text: Substring) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
