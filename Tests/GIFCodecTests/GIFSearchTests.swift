import GIFCodec
import TestSupport
import Testing

@Suite struct GIFSearchTests {
  /// Film in any size; larger than real searches need nothing.
  private func film(_ scale: Double) throws -> GIFAnimation {
    try Animations.film(width: max(1, Int(64 * scale)), height: max(1, Int(48 * scale)), frames: 8)
  }

  private func search(_ limit: Int) throws -> GIFSearchResult { try GIFSearch(limit: limit).run(film(1), scaled: film) }

  @Test func losesNothingWhereItFits() throws {
    let animation = try Animations.movingDisc()
    let encoding = GIFEncoder(animation).encode()
    let result = try GIFSearch(limit: encoding.bytes.count).run(animation) { _ in animation }
    #expect(result.encoding == encoding)
    #expect(result.settings == .lossless)
    #expect(result.trials.map(\.bytes) == [encoding.bytes.count])
  }

  @Test func neverExceedsTheLimitAndUsesItWell() throws {
    for limit in [18_000, 9000, 5000, 3000] {
      let result = try search(limit)
      #expect(result.encoding.bytes.count <= limit)
      #expect(Double(result.encoding.bytes.count) >= 0.85 * Double(limit), "\(limit) \(result.trials)")
      #expect(result.trials.contains { $0.bytes == result.encoding.bytes.count && $0.scale == result.scale })
    }
  }

  @Test func looksBetterWithMoreBytes() throws {
    let similarities = try [16_000, 8000, 4000, 2000].map { try search($0).similarity ?? 1 }
    #expect(similarities == similarities.sorted(by: >))
  }

  @Test func isTheSameEveryTime() throws { #expect(try search(6000) == search(6000)) }

  /// Two passes over all frames are all that there is time for, and something that fits comes of it.
  @Test func endsAfterSoMuchWork() throws {
    for limit in [9000, 3000] {
      let bounded = try GIFSearch(limit: limit, mostPixels: 30_000).run(film(1), scaled: film)
      #expect(bounded.encoding.bytes.count <= limit)
      #expect(try bounded.trials.count < search(limit).trials.count)
    }
  }

  @Test func saysHowSmallItGot() throws {
    let error = #expect(throws: GIFEncodingError.self) { try search(100) }
    guard case .doesNotFit(let limit, let smallest) = error else { return }
    #expect(limit == 100)
    #expect(smallest > 100)
  }

  @Test func passesOnWhyThereIsNoSmallerPicture() throws {
    struct NoPicture: Error {}
    #expect(throws: NoPicture.self) { try GIFSearch(limit: 100).run(film(1)) { _ in throw NoPicture() } }
  }
}
