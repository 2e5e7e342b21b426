/// The AC coefficients of a component with some rows of blocks quantized otherwise than the rest.
package struct MixedRows {
  private let component: QuantizedComponent
  /// Rows of blocks in the order in which they change: any number of the first is spread evenly.
  private let order: [Int]
  /// For each row the part that holds it in its other form, and its place there.
  private var places: [(part: Int, row: Int)?]
  private var parts: [ACCoefficients] = []
  private var count = 0

  /// What is made for more takes more memory.
  private static let rowsAtOnce = 16

  package init(_ component: QuantizedComponent) {
    self.component = component
    let rows = component.shape.blocksHigh
    order = (0..<rows).sorted { Self.rank($0) < Self.rank($1) }
    places = Array(repeating: nil, count: rows)
  }

  /// The fractional part of a row's multiple of the golden ratio. Rows in which it is below any bound lie at no more than three
  /// different distances from each other (D. E. Knuth, "The Art of Computer Programming", volume 3, section 6.4).
  private static func rank(_ row: Int) -> UInt32 { UInt32(truncatingIfNeeded: row) &* 2_654_435_769 }

  /// The component with so many rows in their other form.
  ///
  /// - Parameter quantize: gives the other form of these rows, one below the other; asked for each row once, and for a few at a
  ///   time.
  package mutating func component(changed: Int, quantize: ([Int]) -> ACCoefficients) -> QuantizedComponent {
    while count < changed {
      let rows = order[count..<min(changed, count + Self.rowsAtOnce)].sorted()
      for (place, row) in rows.enumerated() { places[row] = (parts.count, place) }
      parts.append(quantize(rows))
      count += rows.count
    }
    return QuantizedComponent(component.shape, dc: component.dc, ac: mixed(Set(order.prefix(changed))))
  }

  private func mixed(_ changed: Set<Int>) -> ACCoefficients {
    let (wide, count) = (component.shape.blocksWide, component.ac.entries.count)
    var mixed = ACCoefficients(reservingBlocks: component.shape.blockCount, entries: count + count / 8)
    for row in places.indices {
      if changed.contains(row), let place = places[row] {
        mixed.append(blocks: place.row * wide..<(place.row + 1) * wide, of: parts[place.part])
      } else {
        mixed.append(blocks: row * wide..<(row + 1) * wide, of: component.ac)
      }
    }
    return mixed
  }
}
