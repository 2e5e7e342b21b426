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
  init(_ segments: JPEGSegments) throws(MetadataStrippingError) {
    for segment in segments { try read(segment) }
  }

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
