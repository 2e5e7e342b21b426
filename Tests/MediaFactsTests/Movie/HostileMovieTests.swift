import MediaFacts
import TestSupport
import Testing

/// No bytes stop the reader of movies: it neither traps nor goes on for ever.
@Suite struct HostileMovieTests {
  private static let sample: [UInt8] = {
    var sample = MovieSample()
    sample.inMovie = MovieSample.box("udta", MovieSample.tags(MovieSample.tag("xyz", "+1+2/")))
    sample.color = MovieSample.box("colr", ascii("nclx"), big(1, 2), big(1, 2), big(1, 2), [0])
    sample.sampleSizes = [5, 2, 3, 2, 1]
    return sample.bytes
  }()

  @Test func cutOffAnywhere() {
    for length in Self.sample.indices {
      #expect(!MovieFacts(ByteView(Array(Self.sample.prefix(length)))).hasAllSamples)
    }
  }

  @Test func changedAnywhere() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<5000 {
      var changed = Self.sample
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let value = [0, 1, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &random)].randomElement(using: &random)
        changed[Int.random(in: changed.indices, using: &random)] = value ?? 0
      }
      _ = MovieFacts(ByteView(changed))
    }
  }

  @Test(arguments: [2, 4, 8], [0xFF, 0x7F, 0x80] as [UInt8])
  func fieldsOfLargeNumbers(_ width: Int, _ first: UInt8) {
    for start in Self.sample.indices.dropLast(width) {
      var changed = Self.sample
      for index in start..<(start + width) { changed[index] = index == start ? first : 0xFF }
      _ = MovieFacts(ByteView(changed))
    }
  }

  @Test func randomBytes() {
    var random = SeededGenerator(seed: 2)
    for length in 0..<600 {
      let noise = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
      _ = MovieFacts(ByteView(noise))
      _ = MovieFacts(ByteView(Array(Self.sample.prefix(3 * length)) + noise))
    }
  }
}
