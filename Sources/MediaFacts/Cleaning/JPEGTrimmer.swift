/// Cuts from a JPEG without metadata what decoders skip: tables that no scan uses, and bytes in scans that are not codes of
/// blocks.
struct JPEGTrimmer {
  private var output: [UInt8] = [0xFF, 0xD8]
  private let source: ByteView
  private let use: JPEGTableUse
  private var coding: JPEGScanTrimmer?
  private var tables = JPEGTables()
  private var restartInterval = 0

  /// - Parameter bytes: the output of `JPEGMetadataStripper`.
  /// - Throws: `.damaged` where codes are invalid, `.surplus` for a segment or a scan with extra contents.
  static func trim(_ bytes: [UInt8]) throws(MetadataStrippingError) -> [UInt8] {
    let view = ByteView(bytes)
    guard let segments = JPEGSegments(view) else { throw .damaged }
    var trimmer = JPEGTrimmer(source: view, use: try JPEGTableUse(segments))
    for segment in segments { try trimmer.add(segment) }
    return trimmer.output
  }

  private init(source: ByteView, use: JPEGTableUse) {
    self.source = source
    self.use = use
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
    default: copy(segment)
    }
  }

  private mutating func copy(_ segment: JPEGSegment) {
    output += source.clamped(at: segment.start, length: segment.end - segment.start).bytes
  }

  private mutating func addTables(_ segment: JPEGSegment) throws(MetadataStrippingError) {
    let needed = use.needed[segment.start] ?? []
    let all = JPEGTableDefinition.all(of: segment) ?? []
    let payload = all.indices.filter(needed.contains).flatMap { all[$0].whole.bytes }
    guard !payload.isEmpty else { return }
    let length = payload.count + 2
    output += [
      0xFF, segment.marker.rawValue, UInt8(truncatingIfNeeded: length >> 8), UInt8(truncatingIfNeeded: length),
    ]
    output += payload
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
