import GIFCodec
import TestSupport
import Testing

/// No bytes stop the decoder: it neither traps nor goes on for ever.
@Suite struct HostileGIFTests {
  static let samples: [[UInt8]] = [
    GIFPicture(4, 4).frame(["RRRR", "RGBW", "WBGR", "...."]).frame([".G", "G."], at: (1, 1), disposal: 2)
      .frame(["B"], at: (3, 3), disposal: 3).frame(["RRR", "GGG", "BBB"], isInterlaced: true, packs: true).bytes,
    GIFPicture(300, 2).frame([String](repeating: String(repeating: "RGGBW", count: 60), count: 2), packs: true).bytes,
  ]

  /// A canvas larger than callers ask for only takes memory.
  private func read(_ bytes: [UInt8]) {
    guard var decoder = GIFDecoder(bytes), decoder.width * decoder.height < 100_000 else { return }
    for _ in 0..<1000 {
      do {
        guard let frame = try decoder.next() else { return }
        #expect(frame.pixels.count == decoder.width * decoder.height * 4)
      } catch {
        continue
      }
    }
  }

  @Test(arguments: samples)
  func cutOffAnywhere(_ bytes: [UInt8]) {
    for length in bytes.indices { read(Array(bytes.prefix(length))) }
  }

  @Test(arguments: samples)
  func changedAnywhere(_ bytes: [UInt8]) {
    var random = SeededGenerator(seed: UInt64(bytes.count))
    for _ in 0..<3000 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        changed[Int.random(in: changed.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      read(changed)
    }
  }

  @Test(arguments: samples)
  func fieldsOfAllOnes(_ bytes: [UInt8]) {
    for width in [1, 2, 4] {
      for start in bytes.indices.dropLast(width) {
        var changed = bytes
        for index in start..<(start + width) { changed[index] = 0xFF }
        read(changed)
      }
    }
  }

  @Test func randomBytes() {
    var random = SeededGenerator(seed: 1)
    for length in 0..<600 {
      let noise = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
      for sample in Self.samples { read(Array(sample.prefix(16)) + noise) }
    }
  }
}
