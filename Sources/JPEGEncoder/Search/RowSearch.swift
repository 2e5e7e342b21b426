/// Finds how many rows of blocks to quantize by another lambda than the rest, so that a picture just fits a limit.
///
/// A picture that nearly fits needs no further trial of the whole: some of its rows are enough, and nobody sees which.
package struct RowSearch {
  /// A picture that is farther from its limit than this part of it is not for rows alone.
  private static let nearness = 0.05
  /// Where there are fewer, each is too large a part of the picture.
  private static let fewestRows = 32
  /// How much all rows would change the bytes: what is wanted times the first, and the second as part of the bytes, so that some
  /// remain should it turn out to be less.
  private static let (excess, leastExcess) = (1.6, 0.003)
  private static let mostTrials = 8

  private typealias Attempt = (rows: Int, bytes: Double)

  /// What the lambda of the rows is, in relation to that of the rest.
  package let lambdaMultiplier: Double
  private let limit: Int
  private let aim: Double
  /// The nearest trials on both sides of what is aimed at. That of all rows is a guess at first.
  private var fewer: Attempt
  private var more: Attempt
  private var isGuess = true
  private var count = 0
  /// The number of rows to try next; nil when there is no better one.
  package private(set) var next: Int?

  /// - Parameters:
  ///   - rows: of the whole picture.
  ///   - bytes: what it takes with none of them changed.
  /// - Returns: nil where rows are of no use, or not needed.
  package init?(limit: Int, rows: Int, bytes: Int) {
    self.limit = limit
    aim = LambdaSearch.aim * Double(limit)
    let wanted = aim / Double(max(bytes, 1))
    guard rows >= Self.fewestRows, abs(wanted - 1) < Self.nearness, !LambdaSearch.isGood(bytes, limit: limit) else {
      return nil
    }
    let change = Self.excess * (wanted - 1) + (wanted < 1 ? -Self.leastExcess : Self.leastExcess)
    lambdaMultiplier = Elementary.pow(1 + change, 1 / LambdaSearch.usualPower)
    fewer = (0, Double(bytes))
    more = (rows, Double(bytes) * (1 + change))
    next = better
  }

  /// Takes note of how many bytes are taken with the rows `next` changed.
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
      // The rows that are left will change as much as those before.
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
    // Where rows change nothing, or the wrong way, all of them.
    guard part >= 0, part <= 1 else { return most }
    return min(max(fewer.rows + Int((part * Double(more.rows - fewer.rows)).rounded()), least), most)
  }
}

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
