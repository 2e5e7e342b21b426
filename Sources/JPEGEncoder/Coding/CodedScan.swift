/// A scan with its symbol statistics, which give its codes and size.
package struct CodedScan {
  let scan: Scan
  let counts: SymbolCounts
  package let tables: [HuffmanTable]

  /// Counts a scan of a frame of these components.
  package init(_ scan: Scan, of components: [QuantizedComponent]) {
    self.scan = scan
    counts = SymbolCounts(tables: scan.tableCount) { scan.code(components, into: &$0) }
    tables = (0..<scan.tableCount).map { [counts] in HuffmanTable(frequencies: counts.table($0)) }
  }

  /// The bits of its entropy-coded data, without stuffing.
  package var dataBits: Int { zip(0..., tables).reduce(counts.extraBits) { $0 + $1.1.bits(for: counts.table($1.0)) } }

  /// The bytes of the scan and its headers, without stuffing.
  var byteCount: Int {
    let tableBytes = usedTables.reduce(4) { $0 + tables[$1].definitionBytes }
    return tableBytes + 8 + 2 * scan.components.count + (dataBits + 7) / 8
  }

  /// Those with symbols.
  var usedTables: [Int] { tables.indices.filter { !tables[$0].symbols.isEmpty } }

  /// The entropy-coded data.
  package func data(_ components: [QuantizedComponent]) -> [UInt8] {
    var writer = SymbolWriter(codes: tables.flatMap(\.codes), bits: dataBits)
    scan.code(components, into: &writer)
    return writer.finished()
  }
}

extension Scan {
  /// Writes the scan's symbols.
  func code<Sink: SymbolSink & ~Copyable>(_ components: [QuantizedComponent], into sink: inout Sink) {
    switch content {
    case .sequential(let factor): SequentialScan(components: components, lumaFactor: factor).code(into: &sink)
    case .dc: DCScan(component: components[self.components[0]]).code(into: &sink)
    case .ac(let band, let lowBits):
      ACScan(component: components[self.components[0]], band: band, lowBits: lowBits).code(into: &sink)
    case .refinement(let bit): ACRefinementScan(component: components[self.components[0]], bit: bit).code(into: &sink)
    }
  }
}

/// Chooses the scans that take the fewest bytes, by counting.
enum ScriptChoice {
  /// Where the first of two bands may end; nil: one band. The first entry is most often the best.
  private static let splits: [Int?] = [2, nil, 4, 7]
  private static let mostRefinedBits = 2

  static func best(_ components: [QuantizedComponent]) -> ScanScript {
    .progressive(components.map(division))
  }

  /// First the number of refined bits, with the usual split; then the split.
  private static func division(_ component: QuantizedComponent) -> ACDivision {
    let refined = (0...mostRefinedBits).map { ACDivision(split: splits[0], refinedBits: $0) }
    let best = least(refined) { bytes($0.firstScans(0) + $0.refinements(0), component) }
    let split = splits.map { ACDivision(split: $0, refinedBits: best.refinedBits) }
    return least(split) { bytes($0.firstScans(0), component) }
  }

  private static func least(_ divisions: [ACDivision], bytes: (ACDivision) -> Int) -> ACDivision {
    var best = (division: divisions[0], bytes: bytes(divisions[0]))
    for division in divisions.dropFirst() {
      let count = bytes(division)
      if count < best.bytes { best = (division, count) }
    }
    return best.division
  }

  private static func bytes(_ scans: [Scan], _ component: QuantizedComponent) -> Int {
    scans.reduce(0) { $0 + CodedScan($1, of: [component]).byteCount }
  }
}
