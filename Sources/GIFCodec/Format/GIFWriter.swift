/// A part of the canvas, in pixels. Empty when it has no columns.
package struct FrameRectangle: Hashable, Sendable {
  package var columns: Range<Int>
  package var rows: Range<Int>

  static let empty = FrameRectangle(columns: 0..<0, rows: 0..<0)

  var isEmpty: Bool { columns.isEmpty }
  package var pixelCount: Int { columns.count * rows.count }

  /// The smallest rectangle with both.
  func union(_ other: FrameRectangle) -> FrameRectangle {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return FrameRectangle(
      columns: min(columns.lowerBound, other.columns.lowerBound)..<max(columns.upperBound, other.columns.upperBound),
      rows: min(rows.lowerBound, other.rows.lowerBound)..<max(rows.upperBound, other.rows.upperBound))
  }

  /// The common part, perhaps empty.
  func intersection(_ other: FrameRectangle) -> FrameRectangle {
    FrameRectangle(columns: columns.clamped(to: other.columns), rows: rows.clamped(to: other.rows))
  }

  init(columns: Range<Int>, rows: Range<Int>) { (self.columns, self.rows) = (columns, rows) }

  /// The smallest rectangle with all pixels for which `isInside` is true. It gets their index in a canvas of `width`.
  init(width: Int, height: Int, where isInside: (Int) -> Bool) {
    self = .empty
    for row in 0..<height {
      let start = row * width
      guard let first = (start..<start + width).first(where: isInside) else { continue }
      let last = (first..<start + width).last(where: isInside) ?? first
      self = union(FrameRectangle(columns: first - start..<last - start + 1, rows: row..<row + 1))
    }
  }
}

extension [Pixel] {
  /// Makes a rectangle of a canvas transparent.
  mutating func clear(_ rectangle: FrameRectangle, width: Int) {
    for row in rectangle.rows {
      for column in rectangle.columns { self[row * width + column] = .transparent }
    }
  }
}

/// Writes the blocks of a GIF (GIF89a).
struct GIFWriter {
  /// The longest delay in a GIF, in hundredths of a second.
  static let longestDelay = GIFFrame.longestDelay / 10

  private var bytes: [UInt8] = Array("GIF89a".utf8)
  /// Images that were added.
  private(set) var frameCount = 0
  private let globalTable: [UInt8]?
  /// The last frame's delay, and its place in the file.
  private var lastDelay = (value: 0, offset: 0)

  /// Writes the screen, and how often the animation is repeated.
  ///
  /// - Parameters:
  ///   - loopCount: 0 for ever; nil where it plays once.
  ///   - globalPalette: nil when every frame has its own.
  init(width: Int, height: Int, loopCount: Int?, globalPalette: FramePalette?) {
    globalTable = globalPalette?.table
    append16(width)
    append16(height)
    let bits = UInt8(truncatingIfNeeded: globalPalette?.bits ?? 1)
    bytes += [(globalPalette == nil ? 0 : 0x80) | 0x70 | (bits - 1), 0, 0]  // 0x70: colours of eight bits.
    bytes += globalTable ?? []
    guard let loopCount else { return }
    bytes += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1]
    append16(loopCount)
    bytes.append(0)
  }

  /// Adds a frame.
  ///
  /// - Parameters:
  ///   - delay: hundredths of a second.
  ///   - data: from the LZW code size to the empty sub-block.
  mutating func append(
    _ rectangle: FrameRectangle, palette: FramePalette, delay: Int, disposal: GIFDisposal, data: [UInt8]
  ) {
    bytes += [0x21, 0xF9, 4, disposal.rawValue << 2 | (palette.hasTransparency ? 1 : 0)]
    lastDelay = (delay, bytes.count)
    append16(delay)
    bytes += [0, 0, 0x2C]
    append16(rectangle.columns.lowerBound)
    append16(rectangle.rows.lowerBound)
    append16(rectangle.columns.count)
    append16(rectangle.rows.count)
    let table = palette.table
    let isLocal = table != globalTable
    bytes.append(isLocal ? 0x80 | UInt8(truncatingIfNeeded: palette.bits - 1) : 0)
    bytes += isLocal ? table : []
    bytes += data
    frameCount += 1
  }

  /// Shows the last frame for longer, if GIF allows that.
  ///
  /// - Parameter delay: hundredths of a second.
  mutating func lengthenLast(by delay: Int) -> Bool {
    guard frameCount > 0, lastDelay.value + delay <= Self.longestDelay else { return false }
    lastDelay.value += delay
    bytes[lastDelay.offset] = UInt8(truncatingIfNeeded: lastDelay.value)
    bytes[lastDelay.offset + 1] = UInt8(truncatingIfNeeded: lastDelay.value >> 8)
    return true
  }

  /// The whole file.
  func finish() -> [UInt8] { bytes + [0x3B] }

  private mutating func append16(_ value: Int) {
    bytes.append(UInt8(truncatingIfNeeded: value))
    bytes.append(UInt8(truncatingIfNeeded: value >> 8))
  }
}
