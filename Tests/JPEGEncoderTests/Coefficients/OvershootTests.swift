import JPEGEncoder
import TestSupport
import Testing

@Suite struct OvershootTests {
  private static let (width, height) = (64, 48)
  private static let steps = [UInt8](repeating: 60, count: 64)

  /// What decoders show stays the picture, and the same steps show it with less error.
  @Test func lettersOnWhiteShowBetterAndTheirTargetLooksTheSame() throws {
    let picture = try Pictures.make(.text, width: Self.width, height: Self.height, layout: .gray)
    let plane = plane(picture)
    let hasEdges = !plane.clampedEdges.isEmpty
    #expect(hasEdges)
    var beyond = plane
    for _ in 0..<4 {
      beyond.overshoot(like: QuantizedComponent(rounding: beyond, steps: Self.steps), steps: Self.steps)
    }
    let changes = beyond.coefficients != plane.coefficients
    #expect(changes)
    let looks = try shown(beyond, steps: [UInt8](repeating: 1, count: 64)).signalToNoise(picture)
    #expect(looks > 45)
    let before = try shown(plane, steps: Self.steps).signalToNoise(picture)
    let after = try shown(beyond, steps: Self.steps).signalToNoise(picture)
    #expect(after > before + 1)
  }

  /// All others stay, so only these need to be quantized again.
  @Test func onlyBlocksWithEdgesChange() throws {
    var whole = plane(try Pictures.make(.text, width: Self.width, height: Self.height, layout: .gray))
    let places = whole.clampedEdges
    var some = whole
    var part = whole.blocks(places)
    part.overshoot(like: QuantizedComponent(rounding: part, steps: Self.steps), steps: Self.steps)
    some.replace(places, by: part)
    whole.overshoot(like: QuantizedComponent(rounding: whole, steps: Self.steps), steps: Self.steps)
    let isSame = some.coefficients == whole.coefficients
    #expect(isSame)
  }

  @Test(arguments: [Pictures.Subject.natural, .gray, .flat, .gradient])
  func otherPicturesStay(subject: Pictures.Subject) throws {
    let plane = plane(try Pictures.make(subject, width: Self.width, height: Self.height))
    let hasEdges = !plane.clampedEdges.isEmpty
    #expect(!hasEdges)
  }

  /// White without anything else is exact already.
  @Test func whiteBlocksStay() throws {
    let samples = [UInt8](repeating: 255, count: Self.width * Self.height)
    var plane = plane(try JPEGPixels(width: Self.width, height: Self.height, layout: .gray, samples: samples))
    let before = plane.coefficients
    let hasEdges = !plane.clampedEdges.isEmpty
    #expect(!hasEdges)
    plane.overshoot(like: QuantizedComponent(rounding: plane, steps: Self.steps), steps: Self.steps)
    let stays = plane.coefficients == before
    #expect(stays)
  }

  private func plane(_ pixels: JPEGPixels) -> FrequencyPlane {
    PictureTransform(pixels).luma(ComponentShape(width: pixels.width, height: pixels.height))
  }

  /// What decoders show of a plane of whole blocks by these steps.
  private func shown(_ plane: FrequencyPlane, steps: [UInt8]) throws -> JPEGPixels {
    let (component, wide) = (QuantizedComponent(rounding: plane, steps: steps), plane.shape.width)
    var samples = [UInt8](repeating: 0, count: wide * plane.shape.height)
    for block in 0..<plane.shape.blockCount {
      var coefficients = [Float](repeating: 0, count: 64)
      coefficients[0] = Float(component.dc[block]) * Float(steps[0])
      for entry in component.ac.entries[component.ac.range(ofBlock: block)] {
        coefficients[ZigZag.rowOrder[Int(entry.position)]] = Float(entry.value) * Float(steps[Int(entry.position)])
      }
      let (row, column) = block.quotientAndRemainder(dividingBy: plane.shape.blocksWide)
      for (place, number) in BlockTransform().inverse(BlockRows(coefficients)).numbers.enumerated() {
        let index = (8 * row + place / 8) * wide + 8 * column + place % 8
        samples[index] = UInt8(min(max(number + 128, 0), 255).rounded())
      }
    }
    return try JPEGPixels(width: wide, height: plane.shape.height, layout: .gray, samples: samples)
  }
}
