import Findings

/// Whether a script redefines `curl` or `wget` as a function or an alias, which may add headers or go elsewhere.
enum ShellDefinitions {
  private static let tools = ["curl", "wget"].map { ASCIIWord($0) }

  static func defineTool(_ script: [UInt8]) -> Bool {
    tools.contains { tool in
      var start = 0
      while let place = tool.place(in: script, from: start) {
        start = place + tool.count
        if isDefinition(of: place..<start, in: script) { return true }
      }
      return false
    }
  }

  /// Whether the text at a name defines it: `curl() {`, `function curl {`, `alias curl=`.
  private static func isDefinition(of name: Range<Int>, in script: [UInt8]) -> Bool {
    let before = script[..<name.lowerBound].suffix(64)
    let start = before.lastIndex { "\n;&|{".utf8.contains($0) }.map { $0 + 1 } ?? before.startIndex
    let command = before[start...]
    // A longer name does not count: `do_curl() {`.
    guard command.last.map(isSpace) ?? true else { return false }
    let after = script[name.upperBound...]
    switch String(decoding: command.filter { !isSpace($0) }, as: UTF8.self) {
    case "": return after.prefix(16).filter { !isSpace($0) }.starts(with: "()".utf8)
    case "function": return after.first.map { isSpace($0) || $0 == UInt8(ascii: "(") } ?? false
    case "alias": return after.first == UInt8(ascii: "=")
    default: return false
    }
  }
}

private func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
