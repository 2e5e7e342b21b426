/// The palette colours that the pixels of a PNG use. Decoders never show the others.
struct PNGPaletteUse {
  /// By index.
  private var isUsed = [Bool](repeating: false, count: 256)

  /// - Parameter rows: all unpacked rows, each after its filter (PNG, third edition, sections 7.2, 8.1 and 9.2).
  init(of rows: [UInt8], _ header: PNGHeader) {
    var position = 0
    for (width, height) in header.passes {
      let length = (width * header.bitDepth + 7) / 8
      var row = [UInt8](repeating: 0, count: length)
      for _ in 0..<height where position + length < rows.count {
        Self.unfilter(rows[(position + 1)...(position + length)], by: rows[position], into: &row)
        note(row, width, bits: header.bitDepth)
        position += length + 1
      }
    }
  }

  /// - Parameter row: the one above, then this one.
  private static func unfilter(_ filtered: ArraySlice<UInt8>, by filter: UInt8, into row: inout [UInt8]) {
    var (left, aboveLeft): (UInt8, UInt8) = (0, 0)
    for (index, byte) in filtered.enumerated() {
      let above = row[index]
      let prediction =
        switch filter {
        case 1: left
        case 2: above
        case 3: UInt8((Int(left) + Int(above)) / 2)
        case 4: nearest(left, above, aboveLeft)
        default: UInt8(0)
        }
      (left, aboveLeft) = (byte &+ prediction, above)
      row[index] = left
    }
  }

  /// Paeth's predictor.
  private static func nearest(_ left: UInt8, _ above: UInt8, _ aboveLeft: UInt8) -> UInt8 {
    let estimate = Int(left) + Int(above) - Int(aboveLeft)
    let distances = [left, above, aboveLeft].map { abs(estimate - Int($0)) }
    if distances[0] <= distances[1], distances[0] <= distances[2] { return left }
    return distances[1] <= distances[2] ? above : aboveLeft
  }

  /// A byte may hold several indices, the first in its high bits.
  private mutating func note(_ row: [UInt8], _ width: Int, bits: Int) {
    for pixel in 0..<width {
      let place = pixel * bits
      isUsed[Int(row[place / 8] >> UInt8(8 - bits - place % 8)) & (1 << bits - 1)] = true
    }
  }
}

extension PNGPaletteUse {
  /// A palette that keeps used colours in place: others are black, and unused ones at the end are cut.
  func palette(_ colors: ArraySlice<UInt8>) -> [UInt8] { kept(colors, size: 3, otherwise: 0) }

  /// Their opacities, in the same way.
  func opacities(_ bytes: ArraySlice<UInt8>) -> [UInt8] { kept(bytes, size: 1, otherwise: 255) }

  private func kept(_ bytes: ArraySlice<UInt8>, size: Int, otherwise: UInt8) -> [UInt8] {
    let count = (isUsed.lastIndex(of: true) ?? 0) + 1
    return bytes.prefix(count * size).enumerated().map { isUsed[$0 / size] ? $1 : otherwise }
  }
}
