/// The part of a JPEG's picture that its scans lack: this follows all codes, without computing pixels.
///
/// After invalid data, everything is lost up to the next restart marker (ITU-T T.81, F.2.2 and G): blocks store brightness as
/// the difference from the previous block.
package struct JPEGLoss {
  /// Nil where nothing is lost, and for codings that are not examined.
  package private(set) var loss: PictureLoss?
  /// The picture as far as it is known on the way, where nothing is lost.
  package private(set) var picture: JPEGSmallPicture?
  /// What it is to be divided by; 0 without one.
  private let divisor: Int
  private var hasOtherColors = false
  private var grid: JPEGBlockGrid?
  private var tables = JPEGTables()
  private var restartInterval = 0
  private var isCoded = true
  private var hasEnd = false
  /// For each component and block of a progressive picture, its non-zero coefficients.
  private var known: [[UInt64]] = []
  /// For each component and block, the means of its quarters.
  private var quarters: [[SIMD4<UInt8>]] = []
  /// For each component, the coefficients complete up to their last bit.
  private var complete: [UInt64] = []

  /// - Parameters:
  ///   - tables: a JPEG with only tables, which others share.
  ///   - divisor: 4 or 8: how much smaller than the file's the wanted picture is; 0 if none is wanted.
  package init(_ view: ByteView, tables: ByteView? = nil, pictureDividedBy divisor: Int = 0) {
    self.divisor = divisor
    guard let segments = JPEGSegments(view) else { return }
    if let tables, let shared = JPEGSegments(tables) {
      for segment in shared { read(segment, tables) }
      hasEnd = false
    }
    for segment in segments where isCoded { read(segment, view) }
    finish(view)
  }

  private mutating func read(_ segment: JPEGSegment, _ view: ByteView) {
    switch segment.marker {
    case .defineHuffmanTables: tables.readHuffman(segment.payload)
    case .defineQuantizationTables: tables.readQuantizers(segment.payload)
    case .defineRestartInterval: restartInterval = segment.payload.uint16(at: 0) ?? 0
    case .endOfImage: hasEnd = true
    case .startOfScan: readScan(segment, view)
    // Anything but YCbCr.
    case .application(14) where segment.payload.has("Adobe"): hasOtherColors = segment.payload[11] != 1
    case let marker where marker.isStartOfFrame && grid == nil: begin(segment)
    default: break
    }
  }

  private mutating func begin(_ segment: JPEGSegment) {
    grid = JPEGBlockGrid(segment)
    isCoded = grid != nil
    guard let grid else { return }
    complete = [UInt64](repeating: 0, count: grid.components.count)
    known = grid.noCoefficients
  }

  private mutating func readScan(_ segment: JPEGSegment, _ view: ByteView) {
    // Without tables in the file, some decoders use those of the standard's annex K.
    guard let grid, let scan = JPEGScanHeader(segment.payload, grid), tables.has(all: scan) else {
      isCoded = false
      return
    }
    let start = segment.payload.count + 4 + segment.start
    let data = view.clamped(at: start, length: segment.end - start)
    let takesQuarters = divisor > 0 && !hasOtherColors && scan.hasSmallPicture(grid)
    var reader = JPEGScanReader(
      scan: scan, grid: grid, tables: tables, restartInterval: restartInterval, takesQuarters: takesQuarters)
    reader.read(JPEGInterval.split(data), endsWithFile: segment.end == view.count, known: &known)
    quarters = reader.quarters
    if scan.isSeen {
      add(reader.loss)
      add(reader.shift)
    }
    guard scan.missingBits <= 1 else { return }
    let mask = scan.coefficients.reduce(UInt64(0)) { $0 | 1 << UInt64($1) }
    for component in scan.components { complete[component] |= mask }
  }

  private mutating func add(_ other: PictureLoss?) {
    guard let other else { return }
    loss = loss.map { $0.part >= other.part ? $0 : other } ?? other
  }

  /// Missing scans: without its DC a component shows nothing, without its AC brightness is a blur.
  private mutating func finish(_ view: ByteView) {
    guard isCoded, grid != nil else {
      loss = nil
      return
    }
    if complete.contains(where: { $0 & 1 == 0 }) || complete.first != .max {
      add(PictureLoss(part: 1, firstRow: 0, cause: .missing))
    }
    // The last scans of a progressive picture bring its detail. After those of others, one byte may pad a disk block.
    let isBlurred = !hasEnd && grid?.isProgressive == true && TransferHole(atEndOf: view) != nil
    if !hasEnd { add(PictureLoss(part: isBlurred ? 1 : 0, firstRow: nil, cause: .missing)) }
    guard loss == nil, let grid, !quarters.isEmpty else { return }
    picture = JPEGSmallPicture(grid, quarters, dividedBy: divisor)
  }
}

/// Follows the codes of one scan.
private struct JPEGScanReader {
  let scan: JPEGScanHeader
  let grid: JPEGBlockGrid
  let tables: JPEGTables
  let restartInterval: Int
  /// For each of the scan's components and blocks; none unless they are taken.
  private(set) var quarters: [[SIMD4<UInt8>]] = []
  private var lostUnits = 0
  private var firstLostUnit: Int?
  private var isWrong = false
  /// For each of the scan's components and units, the means of the first and the last row of pixels; none for progressive pictures.
  private var edges: [[SIMD2<Float>]]

  init(scan: JPEGScanHeader, grid: JPEGBlockGrid, tables: JPEGTables, restartInterval: Int, takesQuarters: Bool) {
    (self.scan, self.grid, self.tables, self.restartInterval) = (scan, grid, tables, restartInterval)
    edges = grid.isProgressive ? [] : scan.components.map { _ in [] }
    if takesQuarters { quarters = edges.map { _ in [] } }
  }

  /// The loss so far.
  var loss: PictureLoss? {
    let units = grid.units(of: scan.components)
    guard let firstLostUnit else { return nil }
    return PictureLoss(
      part: Double(lostUnits) / Double(units.count), firstRow: row(of: firstLostUnit, units),
      cause: isWrong ? .wrong : .missing)
  }

  /// The blocks that a wrong code made brighter or darker, where all codes could be read.
  var shift: PictureLoss? {
    let units = grid.units(of: scan.components)
    guard firstLostUnit == nil, let first = edges.compactMap({ JPEGSeam($0, width: units.width)?.unit }).min() else {
      return nil
    }
    return PictureLoss(part: 1 - Double(first) / Double(units.count), firstRow: row(of: first, units), cause: .wrong)
  }

  private func row(of unit: Int, _ units: PixelSize) -> Int { unit / units.width * grid.size.height / units.height }

  /// - Parameters:
  ///   - endsWithFile: whether no marker follows the last interval.
  ///   - known: for each component and block, its non-zero coefficients.
  mutating func read(_ intervals: [JPEGInterval], endsWithFile: Bool, known: inout [[UInt64]]) {
    let total = grid.units(of: scan.components).count
    let length = restartInterval == 0 ? total : restartInterval
    var (start, expected) = (0, 0)
    for (index, interval) in intervals.enumerated() where start < total {
      // A number ahead of the expected one means lost intervals. After an earlier one, decoders skip to the next marker.
      let ahead = interval.number.map { ($0 - expected) & 7 } ?? 0
      if (1...4).contains(ahead) { start = skip(ahead * length, from: start, to: total) }
      if interval.number != nil { expected += (1...4).contains(ahead) ? ahead + 1 : 1 }
      let units = start..<min(start + length, total)
      if ahead > 4 {
        isWrong = true
        lose(units)
      } else {
        read(interval, units, isLast: endsWithFile && index == intervals.count - 1, known: &known)
      }
      start = units.upperBound
    }
    _ = skip(total - start, from: start, to: total)
  }

  private mutating func skip(_ count: Int, from start: Int, to total: Int) -> Int {
    let end = min(total, start + count)
    lose(start..<end)
    return end
  }

  private mutating func lose(_ units: Range<Int>) {
    guard !units.isEmpty else { return }
    lostUnits += units.count
    firstLostUnit = min(firstLostUnit ?? units.lowerBound, units.lowerBound)
  }

  /// Where a few blocks are missing before a marker, or are impossible, earlier ones were misread from an unknown place on.
  private mutating func read(
    _ interval: JPEGInterval, _ units: Range<Int>, isLast: Bool, known: inout [[UInt64]]
  ) {
    var reader = JPEGBlockReader(interval, scan, grid, tables)
    let blocks = grid.blocksInUnit(of: scan.components)
    let widths = blocks.count == 1 ? [1] : scan.components.map { grid.components[$0].across }
    for unit in units {
      do throws(JPEGCodingError) {
        for (index, count) in blocks.enumerated() {
          let width = widths[index]
          var sums = SIMD2<Float>(0, 0)
          for block in 0..<count {
            try reader.read(index, unit * count + block, known: &known)
            sums += SIMD2(block < width ? reader.means[0] : 0, block >= count - width ? reader.means[1] : 0)
            if !quarters.isEmpty { quarters[index].append(JPEGSmallPicture.quarters(reader.means)) }
          }
          if !edges.isEmpty { edges[index].append(sums / Float(width)) }
        }
      } catch {
        let rest = unit..<units.upperBound
        let isSeen =
          Double(rest.count) > PictureLoss.largestInvisiblePart * Double(grid.units(of: scan.components).count)
        let isSuspect = !isSeen && (error == .wrong || !isLast)
        isWrong = isWrong || error == .wrong || isSuspect
        return lose(isSuspect ? units : rest)
      }
    }
    if reader.hasRest {
      isWrong = true
      lose(units)
    }
  }
}
