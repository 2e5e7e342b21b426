import MediaFacts
import TestSupport
import Testing

/// A wrong code that makes all following blocks brighter, and pictures that only look like it: 40 x 10 gray blocks, each of one level.
@Suite struct JPEGSeamTests {
  private func level(_ column: Int, _ row: Int) -> Int { column / 4 + 2 * row + column * row % 3 - 30 }

  private func levels(_ change: (_ column: Int, _ row: Int) -> Int) -> [Int] {
    (0..<10).flatMap { row in (0..<40).map { level($0, row) + change($0, row) } }
  }

  /// A baseline JPEG. Codes for the sizes of differences have four bits, and the only code for frequencies, `0`, ends the block.
  private func jpeg(_ levels: [Int]) -> [UInt8] {
    var (bits, previous): ([Int], Int) = ([], 0)
    for level in levels {
      let difference = level - previous
      previous = level
      let size = Int.bitWidth - abs(difference).leadingZeroBitCount
      let value = difference < 0 ? difference + 1 << size - 1 : difference
      bits += [(size, 4), (value, size), (0, 1)].flatMap { number, count in
        (0..<count).reversed().map { number >> $0 & 1 }
      }
    }
    bits += [Int](repeating: 1, count: (8 - bits.count % 8) % 8)
    let scan = stride(from: 0, to: bits.count, by: 8).flatMap { start in
      let byte = UInt8(bits[start..<start + 8].reduce(0) { $0 << 1 | $1 })
      return byte == 0xFF ? [byte, 0] : [byte]
    }
    let sizes: [UInt8] = [0, 0, 0, 0, 12] + [UInt8](repeating: 0, count: 12) + (0..<12).map { UInt8($0) }
    let ends: [UInt8] = [0x10, 1] + [UInt8](repeating: 0, count: 16)
    return joined(
      [0xFF, 0xD8], JPEGSample.segment(0xDB, [0] + [UInt8](repeating: 8, count: 64)),
      JPEGSample.segment(0xC0, [8, 0, 80, 1, 64, 1, 1, 0x11, 0]), JPEGSample.segment(0xC4, sizes + ends),
      JPEGSample.segment(0xDA, [1, 1, 0, 0, 63, 0]), scan, [0xFF, 0xD9])
  }

  private func loss(_ change: (_ column: Int, _ row: Int) -> Int) -> PictureLoss? {
    PictureLoss(of: jpeg(levels(change)), format: .jpeg)
  }

  @Test(arguments: [12, -9, 40]) func aShiftFromOneBlockOnIsFound(by shift: Int) throws {
    let found = try #require(loss { column, row in 40 * row + column >= 213 ? shift : 0 })
    #expect(abs(found.part - 187.0 / 400) < 0.01 && found.firstRow == 40 && found.cause == .wrong)
  }

  @Test func drawnEdgesAreNoShift() {
    #expect(loss { _, _ in 0 } == nil)
    #expect(loss { _, row in row >= 5 ? 40 : 0 } == nil)
    #expect(loss { column, row in (3..<7).contains(row) && (10..<30).contains(column) ? 40 : 0 } == nil)
    #expect(loss { column, row in row >= 3 && column >= 10 ? 40 : 0 } == nil)
    #expect(loss { column, row in column >= 4 * row ? 40 : 0 } == nil)
    #expect(loss { column, row in (column + row) % 2 * 40 } == nil)
  }

  @Test func aShiftThatIsNotVisibleIsNone() { #expect(loss { column, row in 40 * row + column >= 213 ? 4 : 0 } == nil) }
}
