import SSIMULACRA2
import Testing

/// A reference with its half computed once scores as one that computes it each time: not nearly, but bit by bit.
@Suite struct PreparedReferenceTests {
  /// From two scales to six, with rows that fill vectors of four and rows that do not, and with heights below the blur's delay.
  static let sizes = ReferenceTests.sizes + [(8, 300), (300, 9), (181, 143), (226, 240)]

  @Test(arguments: sizes) func scoresTheSameToTheLastBit(_ width: Int, _ height: Int) throws {
    let samples = width.isMultiple(of: 2) ? SRGBImage.Samples.gray : .rgb
    let scene = try SyntheticImage.scene(width: width, height: height, samples: samples)
    let candidates = [
      scene, try scene.noised(amplitude: 3), try scene.noised(amplitude: 90), try scene.quantized(step: 40),
      try scene.shifted(by: 1).padded(by: 7),
    ]
    let prepared = Reference(scene).prepared()
    #expect(try candidates.map(prepared.score(of:)) == candidates.map(Reference(scene).score(of:)))
  }

  /// Flat pictures, where all that is left is rounding, and the range's ends.
  @Test(arguments: [0, 128, 255]) func scoresFlatPicturesTheSame(_ level: Int) throws {
    let flat = try SyntheticImage.drawn(width: 117, height: 113) { _, _, _ in level }
    let candidates = try [0, 127, 255].map { other in
      try SyntheticImage.drawn(width: 117, height: 113) { x, _, channel in x == 60 ? level : other / (channel + 1) }
    }
    let prepared = Reference(flat).prepared()
    #expect(try candidates.map(prepared.score(of:)) == candidates.map(Reference(flat).score(of:)))
  }

  @Test func isPreparedOnce() throws {
    let reference = Reference(try SyntheticImage.scene(width: 20, height: 10))
    let prepared = reference.prepared()
    #expect([reference, prepared, prepared.prepared()].map(\.isPrepared) == [false, true, true])
    #expect(prepared.image == reference.image)
    #expect(prepared == prepared.prepared())
    #expect(prepared == Reference(reference.image).prepared())
    #expect(prepared != reference)
    #expect(Set([reference, prepared, reference.prepared()]).count == 2)
  }
}
