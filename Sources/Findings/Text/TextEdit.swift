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

/// The lines that differ between two texts, with some context, as `diff -u` and version control print them.
package struct UnifiedDiff {
  /// One line for each line shown, with `-`, `+` or a blank before it, and the heads of the parts. Empty if the texts are equal.
  package let lines: [String]

  /// Lines around a change that are shown with it.
  private static let context = 3

  package init(from old: [UInt8], to new: [UInt8], name: String) {
    let (oldLines, newLines) = (Self.split(old), Self.split(new))
    let steps = Self.steps(from: oldLines, to: newLines)
    let hunks = Self.hunks(steps)
    lines = hunks.isEmpty ? [] : ["--- \(name)", "+++ \(name)"] + hunks.flatMap { Self.text(of: Array(steps[$0])) }
  }

  private enum Step {
    case same(String, old: Int, new: Int)
    case removed(String, old: Int, new: Int)
    case added(String, old: Int, new: Int)

    var isChange: Bool { if case .same = self { false } else { true } }
  }

  private static func split(_ bytes: [UInt8]) -> [String] {
    var lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).map(
      String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  private static func steps(from old: [String], to new: [String]) -> [Step] {
    let difference = new.difference(from: old)
    var (removed, added) = (Set<Int>(), Set<Int>())
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): added.insert(offset)
      }
    }
    var steps: [Step] = []
    var (i, j) = (0, 0)
    while i < old.count || j < new.count {
      if i < old.count, removed.contains(i) {
        steps.append(.removed(old[i], old: i, new: j))
        i += 1
      } else if j < new.count, added.contains(j) {
        steps.append(.added(new[j], old: i, new: j))
        j += 1
      } else {
        steps.append(.same(old[i], old: i, new: j))
        (i, j) = (i + 1, j + 1)
      }
    }
    return steps
  }

  /// Ranges of steps: changes near each other are in one range.
  private static func hunks(_ steps: [Step]) -> [Range<Int>] {
    var hunks: [Range<Int>] = []
    for index in steps.indices where steps[index].isChange {
      let range = max(0, index - context)..<min(steps.count, index + context + 1)
      if let last = hunks.last, last.upperBound >= range.lowerBound {
        hunks[hunks.count - 1] = last.lowerBound..<range.upperBound
      } else {
        hunks.append(range)
      }
    }
    return hunks
  }

  private static func text(of steps: [Step]) -> [String] {
    var lines: [String] = []
    var (oldCount, newCount) = (0, 0)
    var start = (old: 0, new: 0)
    for (index, step) in steps.enumerated() {
      switch step {
      case .same(let text, let old, let new):
        if index == 0 { start = (old, new) }
        lines.append(" " + text)
        (oldCount, newCount) = (oldCount + 1, newCount + 1)
      case .removed(let text, let old, let new):
        if index == 0 { start = (old, new) }
        lines.append("-" + text)
        oldCount += 1
      case .added(let text, let old, let new):
        if index == 0 { start = (old, new) }
        lines.append("+" + text)
        newCount += 1
      }
    }
    let oldStart = oldCount == 0 ? start.old : start.old + 1
    let newStart = newCount == 0 ? start.new : start.new + 1
    return ["@@ -\(oldStart),\(oldCount) +\(newStart),\(newCount) @@"] + lines
  }
}
