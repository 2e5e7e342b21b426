/// A change to a text: it replaces bytes.
package struct TextEdit: Hashable, Sendable {
  /// The bytes to replace, counted from the start of the text; empty for an insertion.
  package let range: Range<Int>
  package let replacement: [UInt8]

  package init(_ range: Range<Int>, _ replacement: String = "") {
    self.range = range
    self.replacement = Array(replacement.utf8)
  }

  fileprivate func precedes(_ other: TextEdit) -> Bool {
    (range.lowerBound, range.upperBound) < (other.range.lowerBound, other.range.upperBound)
  }

  /// Whether both change the same bytes, or insert at the same place.
  fileprivate func meets(_ other: TextEdit) -> Bool {
    if range.isEmpty, other.range.isEmpty { return range.lowerBound == other.range.lowerBound }
    return range.lowerBound < other.range.upperBound && other.range.lowerBound < range.upperBound
  }
}

/// Changes that are made together or not.
package struct TextEdits: Sendable {
  /// In the order of the text.
  private var edits: [TextEdit] = []

  package init() {}

  package var isEmpty: Bool { edits.isEmpty }

  /// Adds changes, unless one overlaps another. Those wait until the text has been read again.
  ///
  /// - Returns: whether they were added.
  package mutating func add(_ group: [TextEdit]) -> Bool {
    guard !group.contains(where: meetsAny) else { return false }
    for edit in group { edits.insert(edit, at: place(of: edit)) }
    return true
  }

  /// No edits overlap, so only its neighbours can overlap another.
  private func meetsAny(_ edit: TextEdit) -> Bool {
    let place = place(of: edit)
    return edits[max(place - 1, 0)..<min(place + 1, edits.count)].contains { $0.meets(edit) }
  }

  /// How many come before it.
  private func place(of edit: TextEdit) -> Int {
    var (low, high) = (0, edits.count)
    while low < high {
      let middle = (low + high) / 2
      if edits[middle].precedes(edit) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The text with all changes made.
  package func applied(to bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    var offset = 0
    for edit in edits where edit.range.lowerBound >= offset {
      text += bytes[offset..<edit.range.lowerBound] + edit.replacement
      offset = edit.range.upperBound
    }
    return text + bytes[offset...]
  }
}
