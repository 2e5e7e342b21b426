/// How the coefficients of a frame are divided into scans.
package enum ScanScript: Hashable, Sendable {
  /// All in one: a baseline JPEG.
  case sequential
  /// Some of the AC coefficients first, or their high bits, for each component. A progressive JPEG.
  case progressive([ACDivision])
}

/// How the AC coefficients of a component are divided among scans.
package struct ACDivision: Hashable, Sendable {
  /// The last place in zigzag order of the first of two bands; nil where there is one band.
  var split: Int?
  /// How many bits are refined, each in a separate scan.
  var refinedBits = 0

  /// The best for many photographs.
  package static let usual = ACDivision(split: 2, refinedBits: 1)

  var bands: [ClosedRange<Int>] { split.map { [1...$0, $0 + 1...63] } ?? [1...63] }
}

/// One scan of a frame: its contents and header (ITU-T T.81, B.2.3).
package struct Scan {
  package enum Content {
    case sequential(lumaFactor: Int)
    case dc
    case ac(ClosedRange<Int>, lowBits: Int)
    case refinement(bit: Int)
  }

  /// Which components.
  let components: [Int]
  let content: Content

  package init(components: [Int], content: Content) {
    (self.components, self.content) = (components, content)
  }

  /// Whether it has AC coefficients of the first component.
  var hasACOfLuma: Bool {
    if case .dc = content { false } else { components.contains(0) }
  }

  /// How many Huffman tables it uses.
  var tableCount: Int {
    if case .sequential = content { components.count == 1 ? 3 : 4 } else { 1 }
  }

  /// The band and the bits: Ss, Se, Ah and Al (ITU-T T.81, B.2.3).
  var parameters: [UInt8] {
    switch content {
    case .sequential: [0, 63, 0]
    case .dc: [0, 0, 0]
    case .ac(let band, let lowBits): [UInt8(band.lowerBound), UInt8(band.upperBound), UInt8(lowBits)]
    case .refinement(let bit): [1, 63, UInt8(bit + 1) << 4 | UInt8(bit)]
    }
  }

  /// Class and destination of a table in its definition: baseline has two of each class.
  func tableIdentifier(_ table: Int) -> UInt8 {
    switch content {
    case .sequential: UInt8(table / 2) << 4 | UInt8(table % 2)
    case .dc: 0
    case .ac, .refinement: 0x10
    }
  }

  /// The destinations of a component's DC and AC table.
  func tableSelector(_ component: Int) -> UInt8 {
    if case .sequential = content { component == 0 ? 0 : 0x11 } else { 0 }
  }
}

extension ScanScript {
  /// The scans of a frame in file order: coarse ones of all components first.
  func scans(_ shape: FrameShape) -> [Scan] {
    let indices = Array(shape.components.indices)
    guard case .progressive(let divisions) = self else {
      return [Scan(components: indices, content: .sequential(lumaFactor: shape.lumaFactor))]
    }
    let dc = indices.map { Scan(components: [$0], content: .dc) }
    return dc + indices.flatMap { divisions[$0].firstScans($0) }
      + indices.reversed().flatMap { divisions[$0].refinements($0) }
  }

  /// The bands of a component's AC coefficients for the rate model: those of its non-refining scans.
  func modelledBands(_ component: Int) -> [ClosedRange<Int>] {
    guard case .progressive(let divisions) = self, divisions[component].refinedBits == 0 else { return [1...63] }
    return divisions[component].bands
  }
}

extension ACDivision {
  func firstScans(_ component: Int) -> [Scan] {
    bands.map { Scan(components: [component], content: .ac($0, lowBits: refinedBits)) }
  }

  func refinements(_ component: Int) -> [Scan] {
    (0..<refinedBits).reversed().map { Scan(components: [component], content: .refinement(bit: $0)) }
  }
}
