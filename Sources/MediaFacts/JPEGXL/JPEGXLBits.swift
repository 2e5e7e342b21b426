/// Reads the fields of JPEG XL headers (ISO/IEC 18181-1, annexes B and D).
struct JPEGXLBits {
  private var reader: LowBitReader

  init(_ view: ByteView) {
    reader = LowBitReader(view)
  }

  /// One of the four ways to write a number; two bits choose one.
  enum Distribution {
    case value(Int)
    /// As many bits, and a number to add.
    case bits(Int, Int)
  }

  mutating func bits(_ count: Int) -> Int? { reader.bits(count) }

  mutating func flag() -> Bool? { reader.flag() }

  mutating func number(_ ways: Distribution...) -> Int? {
    guard let selector = reader.bits(2), ways.indices.contains(selector) else { return nil }
    switch ways[selector] {
    case .value(let value): return value
    case .bits(let count, let offset): return reader.bits(count).map { $0 + offset }
    }
  }

  mutating func enumeration() -> Int? { number(.value(0), .value(1), .bits(4, 2), .bits(6, 18)) }

  /// A height, then a ratio of sides or a width; small ones are multiples of 8.
  mutating func size() -> PixelSize? {
    guard let isSmall = flag() else { return nil }
    guard let height = side(isSmall), let ratio = bits(3) else { return nil }
    guard let width = ratio == 0 ? side(isSmall) : Self.width(height, ratio) else { return nil }
    return PixelSize(width: width, height: height)
  }

  private mutating func side(_ isSmall: Bool) -> Int? {
    isSmall ? bits(5).map { ($0 + 1) * 8 } : number(.bits(9, 1), .bits(13, 1), .bits(18, 1), .bits(30, 1))
  }

  private static func width(_ height: Int, _ ratio: Int) -> Int? {
    let ratios = [(1, 1), (12, 10), (4, 3), (3, 2), (16, 9), (5, 4), (2, 1)]
    guard ratios.indices.contains(ratio - 1) else { return nil }
    return height * ratios[ratio - 1].0 / ratios[ratio - 1].1
  }

  mutating func previewSize() -> Void? {
    guard let isSmall = flag(), previewSide(isSmall) != nil, let ratio = bits(3) else { return nil }
    return ratio != 0 || previewSide(isSmall) != nil ? () : nil
  }

  private mutating func previewSide(_ isSmall: Bool) -> Int? {
    isSmall
      ? number(.value(16), .value(32), .bits(5, 1), .bits(9, 33))
      : number(.bits(6, 1), .bits(8, 65), .bits(10, 321), .bits(12, 1345))
  }

  /// Ticks per second, the number of loops, and whether frames have time codes.
  mutating func skipAnimation() -> Void? {
    guard number(.value(100), .value(1000), .bits(10, 1), .bits(30, 1)) != nil else { return nil }
    guard number(.value(1), .value(1001), .bits(8, 1), .bits(10, 1)) != nil else { return nil }
    guard number(.value(0), .bits(3, 0), .bits(16, 0), .bits(32, 0)) != nil else { return nil }
    return flag().map { _ in }
  }

  mutating func bitDepth() -> Int? {
    guard let isFloat = flag() else { return nil }
    guard isFloat else { return number(.value(8), .value(10), .value(12), .bits(6, 1)).map { min($0, 32) } }
    guard let depth = number(.value(32), .value(16), .value(24), .bits(6, 1)), bits(4) != nil else { return nil }
    return min(depth, 32)
  }

  /// The kind of an extra channel, as far as it matters here.
  enum ExtraChannel { case alpha, black, other }

  /// Skips one extra channel and returns its kind.
  mutating func extraChannel() -> ExtraChannel? {
    guard let allDefault = flag() else { return nil }
    if allDefault { return .alpha }
    guard let type = enumeration(), bitDepth() != nil else { return nil }
    guard number(.value(0), .value(3), .value(4), .bits(3, 1)) != nil else { return nil }
    guard let nameLength = number(.value(0), .bits(4, 0), .bits(5, 16), .bits(10, 48)) else { return nil }
    for _ in 0..<nameLength { guard bits(8) != nil else { return nil } }
    return skipDetails(ofChannel: type).map { type == 0 ? .alpha : type == 4 ? .black : .other }
  }

  /// Alpha has a flag for premultiplication, a spot colour four numbers, a colour filter its index.
  private mutating func skipDetails(ofChannel type: Int) -> Void? {
    switch type {
    case 0: flag().map { _ in }
    case 2: bits(32).flatMap { _ in bits(32) }.map { _ in }
    case 5: number(.value(1), .bits(2, 0), .bits(4, 3), .bits(8, 19)).map { _ in }
    default: ()
    }
  }

  /// Pairs of coordinates.
  mutating func skipChromaticities(_ count: Int) -> Void? {
    for _ in 0..<(2 * count) {
      let value = number(.bits(19, 0), .bits(19, 524_288), .bits(20, 1_048_576), .bits(21, 2_097_152))
      guard value != nil else { return nil }
    }
    return ()
  }
}
