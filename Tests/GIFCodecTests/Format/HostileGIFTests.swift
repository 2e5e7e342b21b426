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

  @Test(arguments: samples) func cutOffAnywhere(_ bytes: [UInt8]) {
    for beginning in bytes.beginnings { read(beginning) }
  }

  @Test(arguments: samples) func changedAnywhere(_ bytes: [UInt8]) {
    for changed in bytes.changed(copies: 3000) { read(changed) }
  }

  @Test(arguments: samples) func fieldsOfAllOnes(_ bytes: [UInt8]) {
    for width in [1, 2, 4] {
      for changed in bytes.withLargeFields(of: width) { read(changed) }
    }
  }

  @Test func randomBytes() {
    for noise in [UInt8].noises {
      for sample in Self.samples { read(Array(sample.prefix(16)) + noise) }
    }
  }
}
