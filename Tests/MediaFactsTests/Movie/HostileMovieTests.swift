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
    for beginning in Self.sample.beginnings { #expect(!MovieFacts(ByteView(beginning)).hasAllSamples) }
  }

  @Test func changedAnywhere() {
    for changed in Self.sample.changed(copies: 5000) { _ = MovieFacts(ByteView(changed)) }
  }

  @Test(arguments: [2, 4, 8], [0xFF, 0x7F, 0x80] as [UInt8]) func fieldsOfLargeNumbers(_ width: Int, _ first: UInt8) {
    for changed in Self.sample.withLargeFields(of: width, first: first) { _ = MovieFacts(ByteView(changed)) }
  }

  @Test func randomBytes() {
    for noise in [UInt8].noises {
      _ = MovieFacts(ByteView(noise))
      _ = MovieFacts(ByteView(Array(Self.sample.prefix(3 * noise.count)) + noise))
    }
  }
}
