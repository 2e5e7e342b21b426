/// A component with some rows of blocks quantized otherwise than the rest.
package struct MixedRows {
  private let component: QuantizedComponent
  /// Rows of blocks in the order in which they change: any number of the first is spread evenly.
  private let order: [Int]
  /// For each row the part that holds it in its other form, and its place there.
  private var places: [(part: Int, row: Int)?]
  private var parts: [QuantizedComponent] = []
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
  package mutating func component(changed: Int, quantize: ([Int]) -> QuantizedComponent) -> QuantizedComponent {
    while count < changed {
      let rows = order[count..<min(changed, count + Self.rowsAtOnce)].sorted()
      for (place, row) in rows.enumerated() { places[row] = (parts.count, place) }
      parts.append(quantize(rows))
      count += rows.count
    }
    return mixed(Set(order.prefix(changed)))
  }

  private func mixed(_ changed: Set<Int>) -> QuantizedComponent {
    var mixed = QuantizedComponent(component.shape)
    mixed.dc = component.dc
    mixed.ac.reserveCapacity(component.ac.count + component.ac.count / 8)
    mixed.starts.reserveCapacity(component.starts.count)
    mixed.starts.append(0)
    for row in places.indices {
      if changed.contains(row), let place = places[row] {
        mixed.appendAC(of: parts[place.part], row: place.row)
      } else {
        mixed.appendAC(of: component, row: row)
      }
    }
    return mixed
  }
}

extension QuantizedComponent {
  /// Adds the AC coefficients of a row of blocks of a component that is as wide.
  fileprivate mutating func appendAC(of other: QuantizedComponent, row: Int) {
    let first = row * shape.blocksWide
    let entries = Int(other.starts[first])..<Int(other.starts[first + shape.blocksWide])
    let offset = Int32(truncatingIfNeeded: ac.count - entries.lowerBound)
    ac.append(contentsOf: other.ac[entries])
    starts.append(contentsOf: other.starts[(first + 1)...(first + shape.blocksWide)].lazy.map { $0 + offset })
  }
}
