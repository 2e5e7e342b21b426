import MediaFacts
import TestSupport
import Testing

/// The parts of a movie that are removed before it is published.
@Suite struct MovieHeaderTests {
  /// In the description of pictures.
  private static let foreign = [
    MovieSample.box("colr", ascii("prof"), big(200, 4), ascii("any text")), MovieSample.box("uuid", big(0, 16)),
    MovieSample.box("zzzz", ascii("any text")), big(1, 4) + ascii("sv3d") + big(24, 8) + ascii("any text"),
  ]

  @Test(arguments: foreign) func foreignBoxesOfPicturesGo(_ box: [UInt8]) {
    var sample = MovieSample()
    sample.color = MovieSample.box("colr", ascii("nclx"), big(9, 2), big(16, 2), big(9, 2), [0]) + box
    #expect(MovieFacts(ByteView(sample.bytes)).hasMetadata)
    let scrubbed = MovieHeader.scrubbing(sample.bytes)
    let facts = MovieFacts(ByteView(scrubbed))
    #expect(scrubbed.count == sample.bytes.count && !ByteView(scrubbed).contains("any text"))
    #expect(!facts.hasMetadata && facts.hasAllSamples)
    #expect(facts.tracks.first?.coding?.codePoints == CodePoints(primaries: 9, transfer: 16))
  }

  private static let text = ascii("any text")

  private static func sound(_ configuration: [UInt8]) -> [UInt8] {
    func descriptor(_ tag: UInt8, _ contents: [UInt8]) -> [UInt8] { [tag, 0x80, UInt8(contents.count)] + contents }
    let decoder = descriptor(4, big(0x40, 1) + big(0, 12) + descriptor(5, configuration))
    return MovieSample.full("esds", descriptor(3, big(1, 3) + decoder + descriptor(6, [2])))
  }

  /// Plain AAC, and such with a second coder.
  @Test(arguments: [[0x12, 0x10], [0x12, 0x10, 0x56, 0xE5, 0, 0, 0, 0, 0, 0]] as [[UInt8]])
  func bytesBehindSettingsOfSoundGo(_ configuration: [UInt8]) {
    var sample = MovieSample()
    sample.soundBoxes = Self.sound(configuration + Self.text)
    let scrubbed = MovieHeader.scrubbing(sample.bytes)
    #expect(scrubbed.count == sample.bytes.count && !ByteView(scrubbed).contains("any text"))
    sample.soundBoxes = Self.sound(configuration + [UInt8](repeating: 0, count: Self.text.count))
    #expect(scrubbed == sample.bytes)
  }

  /// Without a tail, of another coding, with custom channels, and cut short.
  @Test(arguments: [[0x12, 0x10], [0x2A, 0x10, 1, 2, 3], [0x12, 0, 1, 2, 3], [0x12]] as [[UInt8]])
  func settingsOfSoundStay(_ configuration: [UInt8]) {
    var sample = MovieSample()
    sample.soundBoxes = Self.sound(configuration)
    #expect(MovieHeader.scrubbing(sample.bytes) == sample.bytes)
    sample.soundBoxes = MovieSample.full("esds", [3, 0xFF, 0xFF])
    #expect(MovieHeader.scrubbing(sample.bytes) == sample.bytes)
  }
}
