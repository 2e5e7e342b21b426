import MediaFacts
import TestSupport
import Testing

@Suite struct MovieFactsTests {
  private func facts(_ change: (inout MovieSample) -> Void = { _ in }) -> MovieFacts {
    var sample = MovieSample()
    change(&sample)
    return MovieFacts(ByteView(sample.bytes))
  }

  @Test func everything() throws {
    let facts = facts { $0.inMovie = MovieSample.emptyTags }
    #expect(facts.brands == ["isom", "isom", "mp41"])
    #expect(facts.hasIndexInFront && !facts.hasFragments && facts.hasAllSamples)
    #expect(facts.duration == 1)
    #expect(!facts.hasMetadata && facts.trailingByteCount == 0)
    #expect(facts.tracks.map(\.handler) == ["vide", "soun"])
    #expect(facts.tracks.map(\.coding?.codec) == ["avc1", "mp4a"])
    #expect(facts.tracks.map(\.sampleCount) == [10, 10])
    #expect(facts.tracks.map(\.duration) == [1, 1])
  }

  @Test func pictures() throws {
    let track = try #require(facts().tracks.first)
    #expect(track.uprightSize == PixelSize(width: 64, height: 48))
    #expect(track.coding?.size == PixelSize(width: 64, height: 48))
    #expect(track.rotation == 0 && track.hasSquarePixels && track.hasAllSamples)
    #expect(track.sampleRate == 10)
    let configuration = try #require(track.coding?.configuration)
    #expect(configuration.profile == 100 && configuration.level == 31)
    #expect(configuration.chromaFormat == 1 && configuration.bitDepth == 8)
  }

  @Test func configurationOfOtherProfiles() {
    func configuration(_ profile: [UInt8], _ rest: [UInt8]) -> AVCConfiguration? {
      facts { ($0.profile, $0.profileExtension) = (profile, rest) }.tracks.first?.coding?.configuration
    }
    let main = configuration([77, 0, 40], [])
    #expect(main?.profile == 77 && main?.chromaFormat == nil && main?.bitDepth == nil)
    let deep = configuration([110, 0, 40], [0xFE, 0xF8, 0xFA, 0])
    #expect(deep?.chromaFormat == 2 && deep?.bitDepth == 10)
  }

  private static let matrices: [([Int], Int?)] = [
    ([1, 0, 0, 1], 0), ([0, 1, -1, 0], 90), ([-1, 0, 0, -1], 180), ([0, -1, 1, 0], 270), ([-1, 0, 0, 1], nil),
    ([2, 0, 0, 2], nil), ([0, 0, 0, 0], nil),
  ]

  @Test(arguments: matrices) func turns(_ matrix: [Int], _ rotation: Int?) {
    let track = facts { $0.matrix = matrix }.tracks.first
    #expect(track?.rotation == rotation)
    let upright = PixelSize(width: 64, height: 48)
    #expect(track?.uprightSize == rotation.map { $0 % 180 == 0 ? upright : upright.transposed })
  }

  @Test func pixelShapes() {
    #expect(facts { $0.pixelAspect = nil }.tracks.first?.hasSquarePixels == true)
    #expect(facts { $0.pixelAspect = (4, 3) }.tracks.first?.hasSquarePixels == false)
  }

  @Test(arguments: ["nclx", "nclc"]) func color(_ kind: String) {
    let box = MovieSample.box("colr", ascii(kind), big(9, 2), big(16, 2), big(9, 2), [0])
    let coding = facts { $0.color = box }.tracks.first?.coding
    #expect(coding?.codePoints == CodePoints(primaries: 9, transfer: 16))
  }

  @Test func editsDecideHowLongItPlays() {
    #expect(facts { $0.editedMilliseconds = 700 }.duration == 0.7)
    let unedited = facts { $0.editedMilliseconds = nil }
    #expect(unedited.duration == 1 && unedited.tracks.first?.mediaDuration == 1)
  }

  @Test func structure() {
    let behind = facts { $0.isIndexInFront = false }
    #expect(!behind.hasIndexInFront && behind.hasAllSamples && behind.duration == 1)
    for type in ["moof", "sidx", "styp"] { #expect(facts { $0.atEnd = MovieSample.box(type) }.hasFragments, "\(type)") }
    #expect(facts { $0.inMovie = MovieSample.box("mvex") }.hasFragments)
    let sample = MovieSample().bytes
    #expect(!MovieFacts(ByteView(sample + MovieSample.box("moov"))).hasIndexInFront)
    #expect(MovieFacts(ByteView(MovieSample.box("free") + sample)).brands.isEmpty)
    #expect(facts { $0.chunkOffsetWidth = 8 }.hasAllSamples)
  }

  // MARK: - Samples

  /// One byte less at the end, and the last sample is not all there.
  @Test func cutShort() {
    let bytes = MovieSample().bytes
    for length in [1, 50, 101, 600] {
      let facts = MovieFacts(ByteView(Array(bytes.dropLast(length))))
      #expect(facts.tracks.count == 2 && !facts.hasAllSamples)
    }
  }

  @Test(arguments: [-1, 1, 1 << 20, (1 << 31) - 1]) func samplesOutsideTheirPlace(_ shift: Int) {
    let facts = facts { ($0.chunkShift, $0.hasSound) = (shift, false) }
    #expect(!facts.hasAllSamples)
  }

  @Test func samplesInAnotherFile() throws {
    let bytes = MovieSample().bytes
    let position = try #require(ByteView(bytes).offset(of: "url "))
    var changed = bytes
    changed[position + 7] = 0
    #expect(!MovieFacts(ByteView(changed)).hasAllSamples)
  }

  /// Four billion samples of nothing or of four billion bytes take no time and no memory.
  @Test(arguments: [(0, 0xFFFF_FFFF), (0xFFFF_FFFF, 0xFFFF_FFFF), (1, 0xFFFF_FFFF)])
  func impossibleCounts(_ size: Int, _ count: Int) throws {
    let bytes = MovieSample().bytes
    let position = try #require(ByteView(bytes).offset(of: "stsz"))
    let changed = bytes[..<(position + 8)] + big(size, 4) + big(count, 4) + bytes[(position + 16)...]
    #expect(!MovieFacts(ByteView(Array(changed))).hasAllSamples)
  }

  // MARK: - What lies around

  private static let place = MovieSample.box("udta", MovieSample.tag("xyz", "+52.5+013.4/"))
  private static let keys = MovieSample.box(
    "meta", MovieSample.full("hdlr", big(0, 4), ascii("mdta"), big(0, 12)),
    MovieSample.full("keys", big(1, 4), big(44, 4), ascii("mdtacom.apple.quicktime.location.ISO6709")))
  private static let xmp = MovieSample.box(
    "uuid", hexadecimal("BE7ACFCB97A942E89C71999491E3AFAC"), ascii("<x:xmpmeta/>"))

  private static let boxes: [([UInt8], Bool)] = [
    (place, true), (keys, true), (MovieSample.box("udta", MovieSample.full("loci", big(0, 20))), true),
    (MovieSample.box("udta", MovieSample.tags(MovieSample.tag("nam", "A title"))), true),
    (MovieSample.box("udta", MovieSample.tag("mod", "A phone")), true),
    (MovieSample.box("udta", MovieSample.box("name", ascii("A title"))), true), (xmp, true),
    (MovieSample.box("uuid", big(0, 16)), true), (MovieSample.box("udta", MovieSample.box("Xtra")), true),
    (MovieSample.box("udta", ascii("hidden")), true), (MovieSample.box("udta", big(0, 4)), false),
    (MovieSample.box("udta"), false), (MovieSample.emptyTags, false), (MovieSample.box("free", big(0, 20)), false),
  ]

  @Test(arguments: boxes) func metadata(_ box: [UInt8], _ expected: Bool) {
    #expect(facts { $0.inMovie = box }.hasMetadata == expected)
    #expect(facts { $0.inTrack = box }.hasMetadata == expected)
  }

  @Test func metadataOfTheFile() {
    #expect(facts { $0.atEnd = Self.xmp }.hasMetadata)
    #expect(facts { $0.atEnd = MovieSample.box("pict") }.hasMetadata)
    #expect(facts { $0.atEnd = [1, 2, 3] }.trailingByteCount == 3)
  }

  @Test func timesAndNames() {
    #expect(facts { $0.time = 3_600_000_000 }.hasMetadata)
    for (name, expected) in [
      ("Core Media Video", true), ("\u{4}name", true), ("", false), ("\u{C}VideoHandler", false),
    ] {
      #expect(facts { $0.handlerName = name }.hasMetadata == expected, "\(name)")
    }
    #expect(facts { $0.compressorName = "Lavc59 libx264" }.hasMetadata)
  }

  /// Reading deeply nested boxes needs no more stack.
  @Test func nesting() {
    for type in ["udta", "meta", "moov", "trak", "ilst"] {
      var bytes: [UInt8] = []
      let depth = 100_000
      for level in 0..<depth { bytes += big((depth - level) * 8, 4) + ascii(type) }
      #expect(facts { $0.inMovie = bytes }.tracks.count <= 64)
      #expect(MovieFacts(ByteView(bytes)).tracks.count <= 64)
    }
  }
}

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
