/// LZW's strings as a tree: each code is a node, and its string is its parent's plus one index.
struct StringTable {
  typealias Code = UInt16

  /// The most codes: those of 12 bits.
  static let capacity = 4096
  /// No node: 0 is a root and so never a child.
  static let none: Code = 0

  /// A code. Small, since this is the innermost loop's data.
  struct Node {
    var firstChild = StringTable.none
    var nextSibling = StringTable.none
    var parent = StringTable.none
    /// The last index of the string.
    var index: UInt8 = 0
    /// The first index of the string.
    var head: UInt8 = 0
  }

  private var nodes = [Node](repeating: Node(), count: StringTable.capacity)
  /// How many codes a decoder knows.
  private(set) var count = 0
  private var expectedIsLinked = false

  @inline(__always) subscript(code: Code) -> Node { nodes[Int(code)] }

  var isFull: Bool { count == Self.capacity }

  /// Forgets all strings but those of one index.
  ///
  /// - Parameter codeSize: 2 to 8; the two codes after the indices are GIF's clear and end.
  mutating func reset(codeSize: Int) {
    for index in 0..<(1 << codeSize) {
      nodes[index].firstChild = Self.none
      nodes[index].index = UInt8(truncatingIfNeeded: index)
      nodes[index].head = UInt8(truncatingIfNeeded: index)
    }
    count = (1 << codeSize) + 2
  }

  /// With the next code a decoder learns the string "the previous one, and the first index of the next". The next may be
  /// that very string; then its last index is its first. So that string is added before the next is searched.
  @inline(__always) mutating func addExpected(after previous: Code) {
    let head = self[previous].head
    expectedIsLinked = child(of: previous, adding: head) == Self.none
    if expectedIsLinked { link(head, to: previous) } else { count += 1 }
  }

  /// The next string is chosen: the expected string becomes what a decoder learns. A duplicate string keeps its first code;
  /// the second is wasted.
  @inline(__always) mutating func settleExpected(after previous: Code, next: Code) {
    let head = self[next].head
    if expectedIsLinked, head == self[previous].head { return }
    count -= 1
    if expectedIsLinked { nodes[Int(previous)].firstChild = nodes[count].nextSibling }
    if child(of: previous, adding: head) == Self.none { link(head, to: previous) } else { count += 1 }
  }

  @inline(__always) private func child(of code: Code, adding index: UInt8) -> Code {
    var child = self[code].firstChild
    while child != Self.none, self[child].index != index { child = self[child].nextSibling }
    return child
  }

  @inline(__always) private mutating func link(_ index: UInt8, to parent: Code) {
    let node = self[parent]
    nodes[count] = Node(nextSibling: node.firstChild, parent: parent, index: index, head: node.head)
    nodes[Int(parent)].firstChild = Code(truncatingIfNeeded: count)
    count += 1
  }

  /// Writes a string's indices from where it begins.
  @inline(__always) func spell(_ code: Code, length: Int, into indices: inout MutableSpan<UInt8>, at position: Int) {
    var node = self[code]
    for place in stride(from: position + length - 1, through: position, by: -1) {
      indices[place] = node.index
      node = self[node.parent]
    }
  }
}
