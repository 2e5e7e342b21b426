/// Removes everything from a JPEG that is not needed to show the picture. Its codes stay bit for bit, so nothing is lost.
///
/// What stays: the tables that scans use, frame, scans, the restart interval, the JFIF header without its thumbnail, and the
/// colour transform of Adobe's segment. What goes: EXIF, XMP, IPTC, comments, thumbnails, ICC profiles, other applications'
/// segments, other tables, bytes in scans that are not codes of blocks, fill bytes, and all that follows the end of the image.
struct JPEGCleaner {
  private var output: [UInt8] = [0xFF, 0xD8]
  private let source: ByteView
  private let use: JPEGTableUse
  private var coding: JPEGScanTrimmer?
  private var tables = JPEGTables()
  private var restartInterval = 0
  /// Applications whose first segment was kept.
  private var seen: Set<JPEGMarker> = []

  /// - Throws: `.damaged` where codes are invalid, `.surplus` for a segment or a scan with extra contents, and where the picture
  ///   may not look the same everywhere.
  static func clean(_ bytes: [UInt8]) throws(MetadataStrippingError) -> [UInt8] {
    let view = ByteView(bytes)
    let facts = JPEGFacts(view)
    guard facts.endOffset != nil, facts.frame != nil, let segments = JPEGSegments(view) else { throw .damaged }
    guard facts.isWidelyDecodable else { throw .notWidelyDecodable }
    guard facts.orientation == 1 else { throw .notUpright(orientation: facts.orientation) }
    var cleaner = JPEGCleaner(source: view, use: try JPEGTableUse(segments))
    for segment in segments { try cleaner.add(segment) }
    return cleaner.output
  }

  private init(source: ByteView, use: JPEGTableUse) {
    (self.source, self.use) = (source, use)
    output.reserveCapacity(source.count)
  }

  private mutating func add(_ segment: JPEGSegment) throws(MetadataStrippingError) {
    switch segment.marker {
    case .defineHuffmanTables:
      tables.readHuffman(segment.payload)
      try addTables(segment)
    case .defineQuantizationTables:
      tables.readQuantizers(segment.payload)
      try addTables(segment)
    case .defineRestartInterval: try addRestartInterval(segment)
    case .startOfScan: try addScan(segment)
    case let marker where marker.isStartOfFrame: try addFrame(segment)
    case .application(0) where segment.payload.has("JFIF\0"): addApplication(segment, needed: 14, end: [0, 0])
    case .application(14) where segment.payload.has("Adobe"): addApplication(segment, needed: 12, end: [])
    case let marker where marker == .comment || marker.applicationNumber != nil: break
    // A widely decodable picture has no others than the end of the image.
    default: copy(segment)
    }
  }

  /// Keeps the first twelve bytes of an application's first segment that is long enough.
  private mutating func addApplication(_ segment: JPEGSegment, needed count: Int, end: [UInt8]) {
    guard segment.payload.count >= count, seen.insert(segment.marker).inserted else { return }
    add(segment.marker, segment.payload.clamped(at: 0, length: 12).bytes + end)
  }

  private mutating func add(_ marker: JPEGMarker, _ payload: [UInt8]) {
    output += [0xFF, marker.rawValue] + .big(payload.count + 2, 2) + payload
  }

  private mutating func copy(_ segment: JPEGSegment) {
    output += source.clamped(at: segment.start, length: segment.end - segment.start).bytes
  }

  private mutating func addTables(_ segment: JPEGSegment) throws(MetadataStrippingError) {
    let needed = use.needed[segment.start] ?? []
    let all = JPEGTableDefinition.all(of: segment) ?? []
    let payload = all.indices.filter(needed.contains).flatMap { all[$0].whole.bytes }
    guard !payload.isEmpty else { return }
    add(segment.marker, payload)
  }

  private mutating func addRestartInterval(_ segment: JPEGSegment) throws(MetadataStrippingError) {
    guard segment.payload.count == 2 else { throw .surplus }
    restartInterval = segment.payload.uint16(at: 0) ?? 0
    if use.needed[segment.start] != nil { copy(segment) }
  }

  /// Six bytes, and three for each component (ITU-T T.81, B.2.2).
  private mutating func addFrame(_ segment: JPEGSegment) throws(MetadataStrippingError) {
    guard let grid = JPEGBlockGrid(segment) else { throw .damaged }
    guard segment.payload.count == 6 + 3 * grid.components.count else { throw .surplus }
    coding = JPEGScanTrimmer(grid)
    copy(segment)
  }

  /// Four bytes, and two for each component (B.2.3), then the codes.
  private mutating func addScan(_ segment: JPEGSegment) throws(MetadataStrippingError) {
    guard let grid = coding?.grid, let scan = JPEGScanHeader(segment.payload, grid) else { throw .damaged }
    guard segment.payload.count == 4 + 2 * scan.components.count else { throw .surplus }
    let start = segment.start + 4 + segment.payload.count
    output += source.clamped(at: segment.start, length: start - segment.start).bytes
    let data = source.clamped(at: start, length: segment.end - start)
    output += try coding?.trim(data, of: scan, tables, restartInterval: restartInterval) ?? []
  }
}

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
    known = grid.noCoefficients
    missingBits = [[Int?]](repeating: [Int?](repeating: nil, count: 64), count: grid.components.count)
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
          for block in 0..<count { try reader.read(index, unit * count + block, known: &known) }
        }
      }
    } catch { throw .damaged }
    return reader.usedByteCount
  }

  /// A zero follows each 0xFF byte, so that it does not begin a marker (B.1.1.5).
  private static func append(_ bytes: ArraySlice<UInt8>, to output: inout [UInt8]) {
    for byte in bytes {
      output.append(byte)
      if byte == 0xFF { output.append(0) }
    }
  }
}

/// One table of a `DQT` or `DHT` segment, as in the file.
struct JPEGTableDefinition {
  /// The byte that identifies the table: class or precision, and number.
  let kind: UInt8
  /// Including that byte.
  let whole: ByteView

  /// The tables of a segment (ITU-T T.81, B.2.4.1 and B.2.4.2); nil where one is cut off.
  static func all(of segment: JPEGSegment) -> [JPEGTableDefinition]? {
    var (tables, position): ([JPEGTableDefinition], Int) = ([], 0)
    while let kind = segment.payload[position] {
      guard let length = length(of: kind, at: position, segment),
        let whole = segment.payload.part(at: position, length: length)
      else { return nil }
      tables.append(JPEGTableDefinition(kind: kind, whole: whole))
      position += length
    }
    return tables
  }

  private static func length(of kind: UInt8, at position: Int, _ segment: JPEGSegment) -> Int? {
    if segment.marker == .defineQuantizationTables { return kind >> 4 == 0 ? 65 : 129 }
    return segment.payload.part(at: position + 1, length: 16).map { 17 + $0.bytes.reduce(0) { $0 + Int($1) } }
  }
}

/// The tables that a JPEG's scans refer to.
struct JPEGTableUse {
  /// By the start of their segment, the indices of the needed tables.
  private(set) var needed: [Int: Set<Int>] = [:]
  private var grid: JPEGBlockGrid?
  private var huffman: [UInt8: Place] = [:]
  private var quantizers: [UInt8: Place] = [:]
  private var restartInterval: Place?
  /// Components whose quantizer is settled: decoders differ on later ones.
  private var settled: Set<Int> = []

  private struct Place {
    let segment: Int
    let index: Int
  }

  /// - Throws: `.damaged` for cut off or missing tables, `.surplus` for tables redefined after they are settled.
  init(_ segments: JPEGSegments) throws(MetadataStrippingError) { for segment in segments { try read(segment) } }

  private mutating func read(_ segment: JPEGSegment) throws(MetadataStrippingError) {
    switch segment.marker {
    case .defineHuffmanTables, .defineQuantizationTables: try define(segment)
    case .defineRestartInterval: restartInterval = Place(segment: segment.start, index: 0)
    case .startOfScan: try use(segment)
    case let marker where marker.isStartOfFrame:
      guard grid == nil else { throw .surplus }
      grid = JPEGBlockGrid(segment)
    default: break
    }
  }

  private mutating func define(_ segment: JPEGSegment) throws(MetadataStrippingError) {
    guard let tables = JPEGTableDefinition.all(of: segment) else { throw .damaged }
    for (index, table) in tables.enumerated() {
      let place = Place(segment: segment.start, index: index)
      if segment.marker == .defineHuffmanTables {
        huffman[table.kind] = place
      } else {
        let number = table.kind & 15
        guard !settled.contains(where: { grid?.components[$0].quantizer == Int(number) }) else { throw .surplus }
        quantizers[number] = place
      }
    }
  }

  /// Refining scans of DC coefficients have no codes (G.1.2.1), scans of AC coefficients none of DC.
  private mutating func use(_ segment: JPEGSegment) throws(MetadataStrippingError) {
    guard let grid, let scan = JPEGScanHeader(segment.payload, grid) else { throw .damaged }
    for (component, tables) in zip(scan.components, scan.tables) {
      if scan.coefficients.lowerBound == 0, !scan.refines { try need(huffman[UInt8(tables.constants)]) }
      if scan.coefficients.upperBound > 0 { try need(huffman[UInt8(0x10 | tables.frequencies)]) }
      try need(quantizers[UInt8(grid.components[component].quantizer & 15)])
      settled.insert(component)
    }
    if restartInterval != nil { try need(restartInterval) }
  }

  private mutating func need(_ place: Place?) throws(MetadataStrippingError) {
    guard let place else { throw .damaged }
    needed[place.segment, default: []].insert(place.index)
  }
}
