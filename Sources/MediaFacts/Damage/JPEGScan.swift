/// The components of a frame and the layout of their blocks (ITU-T T.81, A.1 and A.2).
struct JPEGBlockGrid {
  let size: PixelSize
  let isProgressive: Bool
  private(set) var components: [Component] = []
  /// The most blocks of a component in each MCU, across and down.
  private(set) var widest = 1
  private(set) var highest = 1

  struct Component {
    let identifier: UInt8
    /// Blocks across and down in each MCU of a scan of several components.
    let across: Int
    let down: Int
    let quantizer: Int
  }

  /// Nil for codings that are not examined: lossless, hierarchical, arithmetic, of more than 8 bits.
  init?(_ segment: JPEGSegment) {
    guard let frame = JPEGFrame(segment), frame.precision == 8, (0xC0...0xC2).contains(frame.marker.rawValue) else {
      return nil
    }
    guard frame.size.width > 0, frame.size.height > 0, (1...4).contains(frame.componentCount) else { return nil }
    size = frame.size
    isProgressive = frame.isProgressive
    for index in 0..<frame.componentCount {
      let entry = segment.payload.clamped(at: 6 + 3 * index, length: 3)
      guard let identifier = entry[0], let sampling = entry[1], let quantizer = entry[2] else { return nil }
      let (across, down) = (Int(sampling >> 4), Int(sampling & 15))
      guard (1...4).contains(across), (1...4).contains(down) else { return nil }
      components.append(.init(identifier: identifier, across: across, down: down, quantizer: Int(quantizer)))
      (widest, highest) = (max(widest, across), max(highest, down))
    }
  }

  /// MCUs across and down in a scan of these components; for a single one, its blocks.
  func units(of indices: [Int]) -> PixelSize {
    guard indices.count == 1 else {
      return PixelSize(width: divided(size.width, 8 * widest), height: divided(size.height, 8 * highest))
    }
    let component = components[indices[0]]
    return PixelSize(
      width: divided(divided(size.width * component.across, widest), 8),
      height: divided(divided(size.height * component.down, highest), 8))
  }

  /// Blocks of each component in one MCU of a scan of these.
  func blocksInUnit(of indices: [Int]) -> [Int] {
    indices.count == 1 ? [1] : indices.map { components[$0].across * components[$0].down }
  }

  /// For each component and block of a progressive picture, a bit for each coefficient, none set; empty for other pictures.
  var noCoefficients: [[UInt64]] {
    let all = Array(components.indices)
    let count = units(of: all).count
    return blocksInUnit(of: all).map { isProgressive ? [UInt64](repeating: 0, count: count * $0) : [] }
  }

  private func divided(_ value: Int, _ divisor: Int) -> Int { (value + divisor - 1) / divisor }
}

/// A start-of-scan segment (ITU-T T.81, B.2.3).
struct JPEGScanHeader {
  /// Indices of the frame's components.
  let components: [Int]
  /// For each component the numbers of its tables.
  let tables: [(constants: Int, frequencies: Int)]
  /// The coefficients, 0 to 63 in zigzag order.
  let coefficients: ClosedRange<Int>
  /// Whether an earlier scan began the coefficients.
  let refines: Bool
  /// How many low bits are left to later scans.
  let missingBits: Int

  init?(_ payload: ByteView, _ grid: JPEGBlockGrid) {
    guard let count = payload[0].map(Int.init), (1...4).contains(count), payload.count >= 4 + 2 * count else {
      return nil
    }
    let entries = (0..<count).map { payload.clamped(at: 1 + 2 * $0, length: 2) }
    components = entries.compactMap { entry in grid.components.firstIndex { $0.identifier == entry[0] } }
    tables = entries.map { (Int(($0[1] ?? 0) >> 4), Int(($0[1] ?? 0) & 15)) }
    let end = payload.clamped(at: 1 + 2 * count)
    let (first, last, bits) = (Int(end[0] ?? 0), Int(end[1] ?? 0), end[2] ?? 0)
    guard components.count == count, Set(components).count == count, first <= last, last <= 63 else { return nil }
    coefficients = grid.isProgressive ? first...last : 0...63
    refines = grid.isProgressive && bits >> 4 != 0
    missingBits = grid.isProgressive ? Int(bits & 15) : 0
    guard !grid.isProgressive || first == 0 && last == 0 || first > 0 && count == 1 else { return nil }
  }

  /// Whether its addition is visible: all but the last bit of coefficients.
  var isSeen: Bool { !refines || missingBits > 0 }
}
