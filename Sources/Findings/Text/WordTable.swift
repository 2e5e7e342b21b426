/// A table in the resources: each line has a kind and its text; lines that begin with `# ` are comments.
package struct WordTable: Sendable {
  private let lines: [Substring: [Substring]]

  /// - Parameter path: of the file in Resources.
  package init(_ path: String) {
    var lines: [Substring: [Substring]] = [:]
    for line in EmbeddedFile.text(path).split(separator: "\n") where !line.hasPrefix("# ") {
      let parts = line.split(separator: " ", maxSplits: 1)
      if parts.count == 2 { lines[parts[0], default: []].append(parts[1]) }
    }
    self.lines = lines
  }

  /// The texts of a kind, in the order of the table.
  package subscript(kind: String) -> [String] { (lines[kind[...]] ?? []).map(String.init) }

  /// The same as words; the last of at most `most` has all the rest.
  package func rows(_ kind: String, most: Int = .max) -> [[String]] {
    self[kind].map { $0.split(separator: " ", maxSplits: most - 1).map(String.init) }
  }

  /// Each of several names between commas, and the text after them.
  package func pairs(_ kind: String) -> [String: String] {
    let pairs = rows(kind, most: 2).flatMap { row in row[0].split(separator: ",").map { (String($0), row[1]) } }
    return Dictionary(uniqueKeysWithValues: pairs)
  }
}
