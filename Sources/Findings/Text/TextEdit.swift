/// A change to a text: bytes in the place of others.
package struct TextEdit: Hashable, Sendable {
  /// What is replaced, in bytes from the start of the text; empty where something is put in.
  package let range: Range<Int>
  package let replacement: [UInt8]

  package init(_ range: Range<Int>, _ replacement: String = "") {
    self.range = range
    self.replacement = Array(replacement.utf8)
  }

  /// Whether both change the same bytes, or put something into the same place.
  fileprivate func meets(_ other: TextEdit) -> Bool {
    if range.isEmpty, other.range.isEmpty { return range.lowerBound == other.range.lowerBound }
    return range.lowerBound < other.range.upperBound && other.range.lowerBound < range.upperBound
  }
}

/// Changes that are made together or not at all.
package struct TextEdits: Sendable {
  private var edits: [TextEdit] = []

  package init() {}

  package var isEmpty: Bool { edits.isEmpty }

  /// Adds changes, unless one of them meets another: these wait until the text has been read again.
  ///
  /// - Returns: whether they were added.
  package mutating func add(_ group: [TextEdit]) -> Bool {
    guard !group.contains(where: { edit in edits.contains { $0.meets(edit) } }) else { return false }
    edits += group
    return true
  }

  /// The text with all changes made.
  package func applied(to bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    var offset = 0
    let sorted = edits.sorted {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
    for edit in sorted where edit.range.lowerBound >= offset {
      text += bytes[offset..<edit.range.lowerBound] + edit.replacement
      offset = edit.range.upperBound
    }
    return text + bytes[offset...]
  }
}
