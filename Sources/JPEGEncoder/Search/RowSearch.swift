/// Finds how many rows of blocks to quantize by another lambda, so that a picture just fits a limit.
///
/// A picture that nearly fits needs no new trial of the whole: changing some rows is enough, and invisible.
package struct RowSearch {
  /// Farther from the limit than this part of it, rows are not enough.
  private static let nearness = 0.05
  /// With fewer, each is too large a part of the picture.
  private static let fewestRows = 32
  /// How much all rows would change the bytes: the first times the wanted change, and at least the second as part of the bytes,
  /// so that some remain if it turns out less.
  private static let (excess, leastExcess) = (1.6, 0.003)
  private static let mostTrials = 8

  private typealias Attempt = (rows: Int, bytes: Double)

  /// The lambda of the rows, relative to the rest.
  package let lambdaMultiplier: Double
  private let limit: Int
  private let aim: Double
  /// The nearest trials on both sides of the target. That of all rows is a guess at first.
  private var fewer: Attempt
  private var more: Attempt
  private var isGuess = true
  private var count = 0
  /// The number of rows to try next; nil when the search has ended.
  package private(set) var next: Int?

  /// - Parameters:
  ///   - rows: of the whole picture.
  ///   - bytes: without changed rows.
  ///   - power: of the multiplier of lambda by which bytes fall.
  /// - Returns: nil where rows are useless or unnecessary.
  package init?(limit: Int, rows: Int, bytes: Int, power: Double) {
    self.limit = limit
    aim = LambdaSearch.aim * Double(limit)
    let wanted = aim / Double(max(bytes, 1))
    guard rows >= Self.fewestRows, abs(wanted - 1) < Self.nearness, !LambdaSearch.isGood(bytes, limit: limit) else {
      return nil
    }
    let change = Self.excess * (wanted - 1) + (wanted < 1 ? -Self.leastExcess : Self.leastExcess)
    lambdaMultiplier = Elementary.pow(1 + change, 1 / power)
    fewer = (0, Double(bytes))
    more = (rows, Double(bytes) * (1 + change))
    next = better
  }

  /// Records the bytes with `next` changed rows.
  package mutating func record(bytes: Int) {
    guard let rows = next else { return }
    count += 1
    next = nil
    guard !LambdaSearch.isGood(bytes, limit: limit), count < Self.mostTrials else { return }
    replace(by: (rows, Double(bytes)))
    next = better
  }

  private mutating func replace(by trial: Attempt) {
    guard (trial.bytes > aim) == (fewer.bytes > aim) else {
      (more, isGuess) = (trial, false)
      return
    }
    if isGuess {
      // The remaining rows will have the same effect as those before.
      let slope = (trial.bytes - fewer.bytes) / Double(trial.rows - fewer.rows)
      more.bytes = trial.bytes + slope * Double(more.rows - trial.rows)
    }
    fewer = trial
  }

  /// The number of rows on the line between both trials.
  private var better: Int? {
    let least = fewer.rows + 1
    let most = isGuess ? more.rows : more.rows - 1
    guard least <= most else { return nil }
    let part = (fewer.bytes - aim) / (fewer.bytes - more.bytes)
    // Where rows change nothing, or wrongly, all of them.
    guard part >= 0, part <= 1 else { return most }
    return min(max(fewer.rows + Int((part * Double(more.rows - fewer.rows)).rounded()), least), most)
  }
}

/// The AC coefficients of a component with some rows of blocks quantized differently.
package struct MixedRows {
  private let component: QuantizedComponent
  /// Rows of blocks in the order of change: any number of the first is spread evenly.
  private let order: [Int]
  /// For each row the part with its other form, and its place there.
  private var places: [(part: Int, row: Int)?]
  private var parts: [ACCoefficients] = []
  private var count = 0

  /// Larger parts take more memory.
  private static let rowsAtOnce = 16

  package init(_ component: QuantizedComponent) {
    self.component = component
    let rows = component.shape.blocksHigh
    order = (0..<rows).sorted { Self.rank($0) < Self.rank($1) }
    places = Array(repeating: nil, count: rows)
  }

  /// The fractional part of a row's multiple of the golden ratio. Rows in which it is below any bound have at most three
  /// different distances (D. E. Knuth, "The Art of Computer Programming", volume 3, section 6.4).
  private static func rank(_ row: Int) -> UInt32 { UInt32(truncatingIfNeeded: row) &* 2_654_435_769 }

  /// The component with so many changed rows.
  ///
  /// - Parameter quantize: gives the other form of these rows, one below the other; called once per row, for a few rows at a
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
