import Findings

/// A table among the resources: each line has a kind and what is said of it, and lines that begin with `# ` are comments.
struct WordTable: Sendable {
  private let lines: [Substring: [Substring]]

  /// - Parameter path: of the file in Resources.
  init(_ path: String) {
    var lines: [Substring: [Substring]] = [:]
    for line in EmbeddedFile.text(path).split(separator: "\n") where !line.hasPrefix("# ") {
      let parts = line.split(separator: " ", maxSplits: 1)
      if parts.count == 2 { lines[parts[0], default: []].append(parts[1]) }
    }
    self.lines = lines
  }

  /// What stands behind a kind, in the order of the table.
  subscript(kind: String) -> [String] { (lines[kind[...]] ?? []).map(String.init) }

  /// The same in words; the last of the most that are asked for has all that follow.
  func rows(_ kind: String, most: Int = .max) -> [[String]] {
    self[kind].map { $0.split(separator: " ", maxSplits: most - 1).map(String.init) }
  }

  /// What programs, spreadsheets and templates leave in texts.
  static let leftovers = WordTable("texts/leftovers.txt")

  /// Addresses that people copy from their own screen.
  static let addresses = WordTable("texts/addresses.txt")
}
