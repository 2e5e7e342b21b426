/// The strings that LZW has met, as a tree: each code is a node, its string is that of its parent and one symbol more.
///
/// It is the innermost loop's data, so its memory is its own and unchecked. Codes stay below `capacity`, since strings are only
/// added while it is not full; symbols are bytes.
struct StringTable: ~Copyable {
  static let capacity = 4096
  /// No node: 0 is a root and so nobody's child.
  static let none: UInt16 = 0

  let firstChild: UnsafeMutablePointer<UInt16>
  let nextSibling: UnsafeMutablePointer<UInt16>
  let parent: UnsafeMutablePointer<UInt16>
  let symbol: UnsafeMutablePointer<UInt8>
  /// The first symbol of the string.
  let head: UnsafeMutablePointer<UInt8>
  private(set) var nextCode = 0
  private var expectedIsLinked = false

  init() {
    (firstChild, nextSibling, parent) = (Self.links(), Self.links(), Self.links())
    (symbol, head) = (Self.symbols(), Self.symbols())
  }

  deinit {
    for links in [firstChild, nextSibling, parent] { links.deallocate() }
    for symbols in [symbol, head] { symbols.deallocate() }
  }

  private static func links() -> UnsafeMutablePointer<UInt16> {
    let memory = UnsafeMutablePointer<UInt16>.allocate(capacity: capacity)
    memory.initialize(repeating: none, count: capacity)
    return memory
  }

  private static func symbols() -> UnsafeMutablePointer<UInt8> {
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    memory.initialize(repeating: 0, count: capacity)
    return memory
  }

  var isFull: Bool { nextCode == Self.capacity }

  /// Forgets all strings but those of one symbol.
  ///
  /// - Parameter symbolBits: 2 to 8; the two codes after the symbols are GIF's clear and end.
  mutating func reset(symbolBits: Int) {
    for code in 0..<(1 << symbolBits) {
      firstChild[code] = Self.none
      symbol[code] = UInt8(truncatingIfNeeded: code)
      head[code] = UInt8(truncatingIfNeeded: code)
    }
    nextCode = (1 << symbolBits) + 2
  }

  /// With the next code a decoder learns the string "the one before, and the first symbol of the next". The next may be that
  /// very string; then its last symbol is its first. So that is what is added before the next is searched.
  @inline(__always) mutating func addExpected(after previous: Int) {
    expectedIsLinked = child(of: previous, adding: head[previous]) == Self.none
    if expectedIsLinked { link(head[previous], to: previous) } else { nextCode += 1 }
  }

  /// The next string is chosen: what was expected becomes what a decoder learns. A string that is there twice keeps its first
  /// code; the second one is used up.
  @inline(__always) mutating func settleExpected(after previous: Int, head symbol: UInt8) {
    if expectedIsLinked, symbol == head[previous] { return }
    nextCode -= 1
    if expectedIsLinked { firstChild[previous] = nextSibling[nextCode] }
    if child(of: previous, adding: symbol) == Self.none { link(symbol, to: previous) } else { nextCode += 1 }
  }

  @inline(__always) private func child(of node: Int, adding wanted: UInt8) -> UInt16 {
    var child = firstChild[node]
    while child != Self.none, symbol[Int(child)] != wanted { child = nextSibling[Int(child)] }
    return child
  }

  @inline(__always) private mutating func link(_ added: UInt8, to node: Int) {
    let code = nextCode
    symbol[code] = added
    head[code] = head[node]
    parent[code] = UInt16(truncatingIfNeeded: node)
    firstChild[code] = Self.none
    nextSibling[code] = firstChild[node]
    firstChild[node] = UInt16(truncatingIfNeeded: code)
    nextCode += 1
  }

  /// Writes a string's symbols to where it begins.
  @inline(__always) func spell(
    _ code: Int, length: Int, into indices: UnsafeMutableBufferPointer<UInt8>, at position: Int
  ) {
    var node = code
    for offset in stride(from: length - 1, through: 0, by: -1) {
      indices[position &+ offset] = symbol[node]
      node = Int(parent[node])
    }
  }
}
