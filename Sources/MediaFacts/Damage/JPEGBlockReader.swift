/// Follows the codes of one interval of a scan block by block, keeping only what it needs to continue.
struct JPEGBlockReader {
  private var bits: JPEGEntropyBits
  private let scan: JPEGScanHeader
  private let isProgressive: Bool
  /// For each of the scan's components.
  private let constants: [JPEGHuffmanTable?]
  private let frequencies: [JPEGHuffmanTable?]
  private let largestConstants: [Int]
  private var predictions: [Int]
  /// For each of the scan's components, the 64 of its quantizer.
  private let weights: [SIMD8<Float>]
  /// The means of some pixels of the block that was read last, as in `JPEGQuantizer.weights`; only of sequential pictures.
  private(set) var means = SIMD8<Float>.zero
  /// Blocks without further coefficients.
  private var emptyBlocks = 0

  /// In units of the quantizer: DC coefficients of 8-bit samples are within 1024 (T.81, F.1.1.4); rounding encoders exceed it a
  /// little.
  private static let largestConstant = 1280

  init(_ interval: JPEGInterval, _ scan: JPEGScanHeader, _ grid: JPEGBlockGrid, _ tables: JPEGTables) {
    bits = JPEGEntropyBits(interval.bytes)
    self.scan = scan
    isProgressive = grid.isProgressive
    constants = scan.tables.map { tables.constants($0.constants) }
    frequencies = scan.tables.map { tables.frequencies($0.frequencies) }
    let quantizers = scan.components.map { tables.quantizer(grid.components[$0].quantizer) }
    largestConstants = quantizers.map { (Self.largestConstant / max(1, $0.constant) + 1) >> scan.missingBits }
    weights = quantizers.flatMap(\.weights)
    predictions = [Int](repeating: 0, count: scan.components.count)
  }

  /// Whether more data follows than blocks were read: then earlier ones were misread somewhere.
  var hasRest: Bool { bits.hasRest }

  /// How many bytes of the interval were read, the last perhaps in part.
  var usedByteCount: Int { bits.usedByteCount }

  /// Reads one block.
  ///
  /// - Parameters:
  ///   - index: of its component in the scan.
  ///   - block: its number in the scan. Scans of AC coefficients always number blocks alike.
  ///   - known: for each component and block of a progressive picture, a bit for each non-zero coefficient.
  mutating func read(_ index: Int, _ block: Int, known: inout [[UInt64]]) throws(JPEGCodingError) {
    var none: UInt64 = 0
    guard isProgressive else {
      try readConstant(index)
      return try readFrequencies(index, known: &none)
    }
    let component = scan.components[index]
    guard known[component].indices.contains(block) else { return try readProgressive(index, known: &none) }
    try readProgressive(index, known: &known[component][block])
  }

  private mutating func readProgressive(_ index: Int, known: inout UInt64) throws(JPEGCodingError) {
    switch (scan.coefficients.lowerBound == 0, scan.refines) {
    case (true, false): try readConstant(index)
    case (true, true): _ = try bits.bits(1)
    case (false, false): try readFrequencies(index, known: &known)
    case (false, true): try refineFrequencies(index, known: &known)
    }
  }

  @inline(__always)
  private mutating func readConstant(_ index: Int) throws(JPEGCodingError) {
    guard let table = constants[index] else { throw .wrong }
    guard let magnitude = bits.code(table) else { throw bits.codeError }
    guard magnitude <= 11 else { throw .wrong }
    guard let change = bits.number(magnitude) else { throw .missing }
    let constant = predictions[index] + change
    guard abs(constant) <= largestConstants[index] else { throw .wrong }
    means = Float(constant) * weights[64 * index]
    predictions[index] = constant
  }

  /// T.81, F.2.2.2 and G.1.2.2.
  @inline(__always)
  private mutating func readFrequencies(_ index: Int, known: inout UInt64) throws(JPEGCodingError) {
    guard let table = frequencies[index] else { throw .wrong }
    if emptyBlocks > 0 {
      emptyBlocks -= 1
      return
    }
    guard let error = readCoefficients(index, table, known: &known) else { return }
    throw error
  }

  /// - Returns: what is wrong: throwing would move to memory what the loop keeps in registers.
  private mutating func readCoefficients(
    _ index: Int, _ table: JPEGHuffmanTable, known: inout UInt64
  ) -> JPEGCodingError? {
    var position = max(1, scan.coefficients.lowerBound)
    let (last, firstWeight) = (scan.coefficients.upperBound, 64 * index)
    var (bits, means, coefficients) = (bits, means, UInt64(0))
    defer {
      (self.bits, self.means) = (bits, means)
      known |= coefficients
    }
    while position <= last {
      guard let code = bits.code(table) else { return bits.codeError }
      let (run, magnitude) = (code >> 4, code & 15)
      if magnitude > 0 {
        position &+= run
        guard position <= last, magnitude <= 10 else { return .wrong }
        guard let number = bits.number(magnitude) else { return .missing }
        means += Float(number) * weights[firstWeight &+ position]
        coefficients |= 1 &<< UInt64(truncatingIfNeeded: position)
        position &+= 1
      } else if run == 15 {
        position &+= 16
        guard position <= 64 else { return .wrong }
      } else {
        guard isProgressive else { return nil }
        guard let rest = bits.take(run) else { return .missing }
        emptyBlocks = (1 << run) + rest - 1
        return nil
      }
    }
    return nil
  }

  /// T.81, G.1.2.3: one more bit of each known coefficient, and new ones among the zeros.
  private mutating func refineFrequencies(_ index: Int, known: inout UInt64) throws(JPEGCodingError) {
    guard let table = frequencies[index] else { throw .wrong }
    var position = scan.coefficients.lowerBound
    let last = scan.coefficients.upperBound
    while emptyBlocks == 0, position <= last {
      guard let code = bits.code(table) else { throw bits.codeError }
      var run = code >> 4
      guard code & 15 <= 1 else { throw .wrong }
      if code & 15 == 0, run < 15 {
        emptyBlocks = try (1 << run) + bits.bits(run)
        break
      }
      if code & 15 == 1 { _ = try bits.bits(1) }
      while position <= last {
        if known >> UInt64(position) & 1 == 1 {
          _ = try bits.bits(1)
        } else if run == 0 {
          break
        } else {
          run -= 1
        }
        position += 1
      }
      if code & 15 == 1 {
        guard position <= last else { throw .wrong }
        known |= 1 << UInt64(position)
      }
      position += 1
    }
    guard emptyBlocks > 0 else { return }
    emptyBlocks -= 1
    guard position <= last else { return }
    // One bit for each known coefficient, from here to the last.
    let coefficients = ~UInt64(0) << UInt64(position) & ~UInt64(0) >> UInt64(63 - last)
    try bits.pass((known & coefficients).nonzeroBitCount)
  }
}
