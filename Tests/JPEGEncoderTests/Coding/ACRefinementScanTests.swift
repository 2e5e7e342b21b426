import JPEGEncoder
import TestSupport
import Testing

@Suite struct ACRefinementScanTests {
  @Test(arguments: 0..<3, 0..<8) func bitsAreThoseCountedAndGiveTheCoefficients(bit: Int, seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    // From blocks that are nearly empty to those of large coefficients.
    let largest = Double([2, 6, 20, 900][Int(seed) / 2])
    let (width, height) = (8 * generator.logarithmic(1...40), 8 * generator.logarithmic(1...10))
    check(component(width, height) { Float(generator.normal() * largest / Double($0 % 64 / 3 + 1)) }, bit)
  }

  /// Each block has 63 corrections and nothing new: more wait after fifteen blocks than are kept.
  @Test(arguments: [7, 14, 15, 16, 17, 100]) func correctionsOfLongEndOfBandRunsAreAllWritten(blocks: Int) {
    var generator = SeededGenerator(seed: UInt64(blocks))
    check(component(8 * blocks, 8) { _ in Float(Int.random(in: 2...5, using: &generator)) }, 0)
  }

  /// New coefficients after, and before, corrections that wait.
  @Test func newCoefficientsEndRunsWithCorrections() {
    var generator = SeededGenerator(seed: 9)
    let component = component(8 * 90, 8) { place in
      let isNew = place / 64 % 20 == 13 && place % 64 == 40
      return place % 64 == 63 || isNew ? (isNew ? -1 : 0) : Float(Int.random(in: 2...3, using: &generator))
    }
    check(component, 0)
  }

  @Test func longRunsOfEmptyBlocksAreCounted() {
    check(component(8 * 300, 8 * 120) { $0 == 64 * 35_999 + 3 ? 1 : 0 }, 0)
  }

  /// Codes a component, decodes it as the standard says and compares.
  private func check(_ component: QuantizedComponent, _ bit: Int) {
    let scan = CodedScan(Scan(components: [0], content: .refinement(bit: bit)), of: [component])
    var decoder = RefinementDecoder(scan.data([component]), scan.tables[0], bit)
    #expect(scan.dataBits > 0)
    for block in 0..<component.shape.blockCount {
      let coefficients = coefficients(component, block)
      var known = coefficients.map { high($0, bit + 1) }
      decoder.refine(&known)
      let expected = coefficients.map { high($0, bit) }
      guard known == expected else {
        Issue.record("block \(block) is \(known), and should be \(expected)")
        return
      }
    }
    #expect(decoder.isAtEndOfRun && decoder.readBits == scan.dataBits)
    #expect(decoder.byteCount == (scan.dataBits + 7) / 8)
  }

  /// A coefficient without its lowest bits.
  private func high(_ value: Int16, _ bits: Int) -> Int {
    let magnitude = (Int(value.magnitude) >> bits) << bits
    return value < 0 ? -magnitude : magnitude
  }

  /// Place 0 is that of DC, which is 0 here.
  private func coefficients(_ component: QuantizedComponent, _ block: Int) -> [Int16] {
    var values = [Int16](repeating: 0, count: 64)
    for entry in component.ac.entries[component.ac.range(ofBlock: block)] { values[Int(entry.position)] = entry.value }
    return values
  }

  private func component(_ width: Int, _ height: Int, _ coefficient: (_ place: Int) -> Float) -> QuantizedComponent {
    let shape = ComponentShape(width: width, height: height)
    return QuantizedComponent(
      rounding: FrequencyPlane(shape, coefficients: (0..<64 * shape.blockCount).map(coefficient)),
      steps: [UInt8](repeating: 1, count: 64))
  }
}

/// The decoding procedure of refinement scans (ITU-T T.81, G.2), word for word.
private struct RefinementDecoder {
  private let bits: [Bool]
  private let symbols: [UInt32: Int]
  private let bit: Int
  private(set) var readBits = 0
  private var endOfBandRun = 0

  init(_ data: [UInt8], _ table: HuffmanTable, _ bit: Int) {
    let bytes = zip(data, [0] + data).filter { $0 != 0 || $1 != 0xFF }.map(\.0)
    bits = bytes.flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 == 1 } }
    symbols = Dictionary(uniqueKeysWithValues: zip(table.codes, 0...).filter { $0.0 != 0 })
    self.bit = bit
  }

  var byteCount: Int { bits.count / 8 }
  var isAtEndOfRun: Bool { endOfBandRun == 0 }

  /// Refines a block's coefficients, of which the higher bits are known.
  mutating func refine(_ coefficients: inout [Int]) {
    var position = 1
    while endOfBandRun == 0, position < 64 {
      let symbol = symbol()
      let (run, size) = (symbol >> 4, symbol & 15)
      if size == 0, run < 15 {
        endOfBandRun = 1 << run + number(run)
        break
      }
      let new = size == 0 ? 0 : number(1) == 1 ? 1 << bit : -1 << bit
      skip(run, &position, &coefficients)
      if position < 64, new != 0 { coefficients[position] = new }
      position += 1
    }
    guard endOfBandRun > 0 else { return }
    skip(64, &position, &coefficients)
    endOfBandRun -= 1
  }

  /// Goes on to the next zero after so many, and corrects what is not zero on the way.
  private mutating func skip(_ zeros: Int, _ position: inout Int, _ coefficients: inout [Int]) {
    var zeros = zeros
    while position < 64 {
      if coefficients[position] != 0 {
        if number(1) == 1 { coefficients[position] += coefficients[position] < 0 ? -1 << bit : 1 << bit }
      } else if zeros == 0 {
        return
      } else {
        zeros -= 1
      }
      position += 1
    }
  }

  private mutating func symbol() -> Int {
    var (code, length) = (UInt32(0), UInt32(0))
    while length < 16 {
      code = code << 1 | UInt32(number(1))
      length += 1
      if let symbol = symbols[length << 16 | code] { return symbol }
    }
    Issue.record("there is no such code")
    return 0
  }

  private mutating func number(_ count: Int) -> Int {
    (0..<count).reduce(0) { number, _ in
      guard readBits < bits.count else { return number << 1 }
      readBits += 1
      return number << 1 | (bits[readBits - 1] ? 1 : 0)
    }
  }
}
