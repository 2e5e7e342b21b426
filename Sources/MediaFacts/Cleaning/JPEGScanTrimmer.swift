/// Rewrites the entropy-coded data of a JPEG's scans with only the codes of their blocks: without fill bytes and bytes after the
/// last block of an interval.
struct JPEGScanTrimmer {
  let grid: JPEGBlockGrid
  /// For each component and block of a progressive picture, its non-zero coefficients.
  private var known: [[UInt64]]
  /// For each component and coefficient the number of low bits still missing; nil before the first scan.
  private var missingBits: [[Int?]]

  init(_ grid: JPEGBlockGrid) {
    self.grid = grid
    let all = Array(grid.components.indices)
    let units = grid.units(of: all).count
    known = grid.components.map { component in
      let blocks = all.count == 1 ? 1 : component.across * component.down
      return grid.isProgressive ? [UInt64](repeating: 0, count: units * blocks) : []
    }
    missingBits = [[Int?]](repeating: [Int?](repeating: nil, count: 64), count: all.count)
  }

  /// - Throws: `.damaged` where codes end early or are invalid, `.surplus` for a scan that repeats earlier ones.
  mutating func trim(
    _ data: ByteView, of scan: JPEGScanHeader, _ tables: JPEGTables, restartInterval: Int
  ) throws(MetadataStrippingError) -> [UInt8] {
    try note(scan)
    let total = grid.units(of: scan.components).count
    let length = restartInterval == 0 ? total : restartInterval
    let intervals = JPEGInterval.split(data).prefix((total + length - 1) / length)
    guard intervals.count * length >= total else { throw .damaged }
    var output: [UInt8] = []
    output.reserveCapacity(data.count)
    for (index, interval) in intervals.enumerated() {
      guard interval.number == (index == 0 ? nil : (index - 1) & 7) else { throw .damaged }
      if let number = interval.number { output += [0xFF, 0xD0 | UInt8(number)] }
      let units = index * length..<min(total, (index + 1) * length)
      let count = try byteCount(of: units, in: JPEGBlockReader(interval, scan, grid, tables), scan)
      Self.append(interval.bytes.prefix(count), to: &output)
    }
    return output
  }

  /// Each coefficient comes once, and each of its last bits once after that (ITU-T T.81, G.1.1.1.1).
  private mutating func note(_ scan: JPEGScanHeader) throws(MetadataStrippingError) {
    for component in scan.components {
      for coefficient in scan.coefficients {
        let expected = scan.refines ? scan.missingBits + 1 : nil
        guard missingBits[component][coefficient] == expected else { throw .surplus }
        missingBits[component][coefficient] = scan.missingBits
      }
    }
  }

  /// The bytes that the codes of an interval's blocks take.
  private mutating func byteCount(
    of units: Range<Int>, in blockReader: JPEGBlockReader, _ scan: JPEGScanHeader
  ) throws(MetadataStrippingError) -> Int {
    var reader = blockReader
    let blocks = grid.blocksInUnit(of: scan.components)
    do throws(JPEGCodingError) {
      for unit in units {
        for (index, count) in blocks.enumerated() {
          for block in 0..<count { try read(index, unit * count + block, scan, &reader) }
        }
      }
    } catch {
      throw .damaged
    }
    return reader.usedByteCount
  }

  /// Blocks are numbered as in their scan. Scans of AC coefficients always number them alike.
  private mutating func read(
    _ index: Int, _ block: Int, _ scan: JPEGScanHeader, _ reader: inout JPEGBlockReader
  ) throws(JPEGCodingError) {
    let component = scan.components[index]
    guard grid.isProgressive, known[component].indices.contains(block) else {
      var none: UInt64 = 0
      return try reader.read(index, known: &none)
    }
    try reader.read(index, known: &known[component][block])
  }

  /// A zero follows each 0xFF byte, so that it does not begin a marker (B.1.1.5).
  private static func append(_ bytes: ArraySlice<UInt8>, to output: inout [UInt8]) {
    for byte in bytes {
      output.append(byte)
      if byte == 0xFF { output.append(0) }
    }
  }
}
