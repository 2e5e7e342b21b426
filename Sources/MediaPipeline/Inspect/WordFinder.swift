package import MediaFacts
import PushDelivery

/// Finds lines of words in a picture by typical letter shapes: strokes of one colour with sharp edges, similar in height and thickness,
/// side by side on a line. It recognises no letters, so it finds all scripts, at the sizes in which a phone shows them. It misses some words
/// on busy backgrounds.
package struct WordFinder {
  /// 8-bit gray, row by row.
  let samples: [UInt8]
  let width: Int
  private let height: Int
  private var letters: [Letter] = []

  /// The size at which a picture is examined: the part that phones show, twice as wide as high, is about as wide as there. Smaller letters
  /// cannot be read on a phone.
  ///
  /// - Parameter width: of the shown part, in pixels.
  package static func size(of picture: PixelSize, across width: Int = shownWidth) -> PixelSize {
    let shown = min(picture.width, 2 * picture.height)
    let longest = max(picture.width, picture.height)
    return picture.scaled(
      by: min(1, Double(width) / Double(max(1, shown)), Double(4 * width) / Double(max(1, longest))))
  }

  /// The pixels across the part that phones show: a few more than dp.
  package static let shownWidth = 480

  /// Photographs have sharp things of one colour in a row, but hardly five of one height.
  private static let fewestLetters = 5
  /// Next to such lines, shorter words count too.
  private static let fewestOfOthers = 2
  /// Between a stroke and its surroundings.
  private static let leastContrast = 90
  /// The same if letters are joined: photographs have wide shapes in a row, such as twigs.
  fileprivate static let leastContrastOfJoined = 110

  /// A connected shape at one threshold of brightness.
  fileprivate struct Letter {
    var columns: ClosedRange<Int>
    var rows: ClosedRange<Int>
    var isDark: Bool
    var thickness: Double
    var brightness: Int
    var contrast: Int

    var height: Int { rows.count }
    /// Letters of Arabic and Devanagari are joined to words.
    var letterCount: Int { min(4, max(1, columns.count / rows.count)) }
  }

  package init(_ samples: [UInt8], width: Int) {
    (self.samples, self.width) = (samples, width)
    height = samples.count / max(1, width)
    guard width > 8, height > 8 else { return }
    for threshold in stride(from: 32, to: 256, by: 32) {
      for isDark in [true, false] { addLetters(threshold, isDark: isDark) }
    }
    letters.sort { $0.contrast > $1.contrast }
    letters = letters.reduce(into: []) { kept, letter in
      if !kept.contains(where: { $0.isAlmost(letter) }) { kept.append(letter) }
    }
    letters.sort { $0.columns.lowerBound < $1.columns.lowerBound }
  }

  /// The lines, as fractions of the picture's width and height; empty without words.
  package var lines: [PictureArea] {
    guard lines(ofAtLeast: Self.fewestLetters).contains(where: \.isOfWords) else { return [] }
    return lines(ofAtLeast: Self.fewestOfOthers).map(area)
  }

  /// The lines of which no letter is higher than a thirtieth of the width that phones show.
  package var smallLines: [PictureArea] {
    let highest = min(height, width / 2) / 15
    return lines(ofAtLeast: Self.fewestLetters).filter { $0.allSatisfy { $0.height <= highest } }.map(area)
  }

  private func area(_ line: [Letter]) -> PictureArea {
    let left = line.map(\.columns.lowerBound).min() ?? 0
    let right = line.map(\.columns.upperBound).max() ?? 0
    let top = line.map(\.rows.lowerBound).min() ?? 0
    let bottom = line.map(\.rows.upperBound).max() ?? 0
    return PictureArea(
      left: Double(left) / Double(width), top: Double(top) / Double(height), right: Double(right + 1) / Double(width),
      bottom: Double(bottom + 1) / Double(height))
  }

  private func lines(ofAtLeast count: Int) -> [[Letter]] {
    var rest = letters
    var lines: [[Letter]] = []
    while !rest.isEmpty {
      var line = [rest[0]]
      var taken: Set<Int> = [0]
      for (index, letter) in rest.enumerated().dropFirst() where line[line.count - 1].precedes(letter) {
        line.append(letter)
        taken.insert(index)
      }
      let least = line.count >= count ? Self.leastContrast : Self.leastContrastOfJoined
      if line.count >= Self.fewestOfOthers, line.reduce(0, { $0 + $1.letterCount }) >= count, line.contrast >= least {
        lines.append(line)
        rest = rest.enumerated().filter { !taken.contains($0.offset) }.map(\.element)
      } else {
        rest.removeFirst()
      }
    }
    return lines
  }

  /// Adds connected shapes at or above, or below, a threshold.
  private mutating func addLetters(_ threshold: Int, isDark: Bool) {
    let isInside = { [samples] (place: Int) in (Int(samples[place]) < threshold) == isDark }
    forEachArea(of: samples.count, width: width, where: isInside) { runs in
      if let letter = letter(runs, threshold, isDark: isDark) { letters.append(letter) }
    }
  }

  /// A shape like a letter: not too large, of one brightness, thin, with sharp edges to another brightness.
  private func letter(_ runs: [Range<Int>], _ threshold: Int, isDark: Bool) -> Letter? {
    let count = runs.reduce(0) { $0 + $1.count }
    guard count >= 8, count < samples.count / 8 else { return nil }
    var (left, right, top, bottom) = (width, 0, height, 0)
    for run in runs {
      let (row, column) = run.lowerBound.quotientAndRemainder(dividingBy: width)
      (left, right, top, bottom) = (
        min(left, column), max(right, column + run.count - 1), min(top, row), max(bottom, row)
      )
    }
    let (across, down) = (right - left + 1, bottom - top + 1)
    guard left > 1, top > 1, right < width - 2, bottom < height - 2, down >= 6, down * 20 <= height * 9, across >= 2,
      across <= 12 * down, count * 12 >= across * down
    else { return nil }
    guard let edge = edge(runs, of: count, threshold, isDark: isDark) else { return nil }
    let thickness = 2 * Double(count) / Double(edge.count)
    guard edge.contrast >= 60, edge.steepness * 100 >= edge.contrast * 18, thickness <= 0.6 * Double(down) else {
      return nil
    }
    return Letter(
      columns: left...right, rows: top...bottom, isDark: isDark, thickness: thickness, brightness: edge.brightness,
      contrast: edge.contrast)
  }

  /// The border of a shape: how many pixels it has, how steep it is, and how it differs from the brightness outside.
  private func edge(
    _ runs: [Range<Int>], of size: Int, _ threshold: Int, isDark: Bool
  ) -> (count: Int, steepness: Int, contrast: Int, brightness: Int)? {
    var (sum, squares, count, steepness, outside, outsideCount) = (0, 0, 0, 0, 0, 0)
    for place in runs.joined() {
      let value = Int(samples[place])
      sum += value
      squares += value * value
      var isBorder = false
      for step in [1, -1, width, -width] where (Int(samples[place + step]) < threshold) != isDark {
        isBorder = true
        outside += Int(samples[place + 2 * step])
        outsideCount += 1
      }
      guard isBorder else { continue }
      count += 1
      let across = abs(Int(samples[place + 1]) - Int(samples[place - 1]))
      steepness += max(across, abs(Int(samples[place + width]) - Int(samples[place - width]))) / 2
    }
    guard count > 0, outsideCount > 0 else { return nil }
    let mean = sum / size
    guard squares / size - mean * mean <= 28 * 28 else { return nil }
    return (count, steepness / count, abs(outside / outsideCount - mean), mean)
  }
}

/// Calls a function with each connected area of pixels, as its runs: places side by side in a row, in no order.
///
/// - Parameters:
///   - count: of all pixels, row by row.
///   - isInside: whether a pixel is of an area.
@inline(__always)
func forEachArea(
  of count: Int, width: Int, where isInside: (_ place: Int) -> Bool, _ body: (_ runs: [Range<Int>]) -> Void
) {
  var areas = ConnectedRuns()
  for row in stride(from: 0, to: count, by: max(1, width)) {
    let end = min(row + width, count)
    var start: Int?
    for place in row..<end where isInside(place) != (start != nil) {
      if let start { areas.add(start..<place, width: width) }
      start = start == nil ? place : nil
    }
    if let start { areas.add(start..<end, width: width) }
  }
  areas.forEach(body)
}

/// Runs of pixels, of which those of one area are linked.
private struct ConnectedRuns {
  private var runs: [Range<Int>] = []
  /// For each run an earlier one of its area; its first has itself.
  private var earlier: [Int] = []
  /// For each run another of its area: they make a ring.
  private var next: [Int] = []
  /// The first run that may touch the next one from above.
  private var above = 0

  /// Adds a run after all before it.
  mutating func add(_ run: Range<Int>, width: Int) {
    let index = runs.count
    runs.append(run)
    earlier.append(index)
    next.append(index)
    while runs[above].upperBound <= run.lowerBound - width { above += 1 }
    var other = above
    while runs[other].lowerBound < run.upperBound - width {
      let (one, two) = (first(other), first(index))
      if one != two {
        earlier[max(one, two)] = min(one, two)
        next.swapAt(one, two)
      }
      other += 1
    }
  }

  private mutating func first(_ index: Int) -> Int {
    var index = index
    while earlier[index] != index {
      earlier[index] = earlier[earlier[index]]
      index = earlier[index]
    }
    return index
  }

  func forEach(_ body: (_ runs: [Range<Int>]) -> Void) {
    var area: [Range<Int>] = []
    for start in runs.indices where earlier[start] == start {
      area.removeAll(keepingCapacity: true)
      var index = start
      repeat {
        area.append(runs[index])
        index = next[index]
      } while index != start
      body(area)
    }
  }
}

extension [WordFinder.Letter] {
  fileprivate var contrast: Int { reduce(0) { $0 + $1.contrast } / count }

  /// Whether it is long, strong or even. Photographs have a few faint things of one colour in a row, such as leaves and stones, whose ends are
  /// not level.
  fileprivate var isOfWords: Bool {
    guard count < 8, contrast < WordFinder.leastContrastOfJoined else { return true }
    let height = map(\.height).sorted()[count / 2]
    return [map(\.rows.lowerBound), map(\.rows.upperBound)].allSatisfy { ends in
      let middle = ends.sorted()[count / 2]
      return ends.map { abs($0 - middle) }.sorted()[count / 2] * 6 <= height
    }
  }
}

extension WordFinder.Letter {
  /// The same shape, found at another threshold.
  fileprivate func isAlmost(_ other: Self) -> Bool {
    abs(rows.lowerBound - other.rows.lowerBound) <= 2 && abs(rows.upperBound - other.rows.upperBound) <= 2
      && abs(columns.lowerBound - other.columns.lowerBound) <= 2
      && abs(columns.upperBound - other.columns.upperBound) <= 2
  }

  /// Whether another may follow on the same line.
  fileprivate func precedes(_ next: Self) -> Bool {
    guard next.isDark == isDark, abs(next.brightness - brightness) <= 24 else { return false }
    guard next.height * 2 > height, height * 2 > next.height else { return false }
    let tallest = max(height, next.height)
    let isOnLine = abs(next.rows.upperBound - rows.upperBound) * 10 <= 3 * tallest
    let middles = rows.lowerBound + rows.upperBound - next.rows.lowerBound - next.rows.upperBound
    guard isOnLine || abs(middles) * 10 <= 4 * tallest else { return false }
    let gap = next.columns.lowerBound - columns.upperBound - 1
    guard gap * 5 >= -height, gap * 10 <= 13 * tallest else { return false }
    return next.thickness < 2.2 * thickness && next.thickness > 0.45 * thickness
  }
}
