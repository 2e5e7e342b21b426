import MediaFacts
import PushDelivery
import TestSupport
import Testing

@Suite struct MotionRenditionTests {
  private static let movieSize = PixelSize(width: 64, height: 48)
  private static let gifSize = PixelSize(width: 20, height: 10)

  private static let gif: [UInt8] = joined(
    GIFSample.start(), GIFSample.loop, GIFSample.control(isTransparent: true), GIFSample.frame(),
    GIFSample.control(isTransparent: true), GIFSample.frame(), GIFSample.end)

  private static func specification(
    _ format: MotionSpecification.Format = .mp4, _ change: (inout MotionSpecification) -> Void = { _ in }
  ) -> MotionSpecification {
    var specification = MotionSpecification(
      profile: "test", format: format, maximumBytes: 10_000, size: PixelSize(width: 64, height: 64),
      maximumFrameRate: 10, seconds: nil, keepsAudio: true)
    change(&specification)
    return specification
  }

  private static func record(
    _ format: MotionSpecification.Format = .mp4, _ change: (inout MotionRecord) -> Void = { _ in }
  ) -> MotionRecord {
    var record = MotionRecord(
      method: .encode, size: format == .mp4 ? movieSize : gifSize, duration: format == .mp4 ? 1 : 0.2,
      frameCount: format == .mp4 ? 10 : 2)
    change(&record)
    return record
  }

  private func fault(
    _ bytes: [UInt8], _ specification: MotionSpecification, _ record: MotionRecord
  ) throws -> RenditionError? {
    let digest = try RenditionExample.digest()
    do throws(RenditionError) {
      _ = try MotionRendition(bytes, digest: digest, meeting: specification, record: record)
      return nil
    } catch { return error }
  }

  private func fault(
    ofMovie change: (inout MovieSample) -> Void, _ specification: MotionSpecification = specification(),
    _ record: MotionRecord = record()
  ) throws -> RenditionError? {
    var sample = MovieSample()
    change(&sample)
    return try fault(sample.bytes, specification, record)
  }

  @Test(arguments: [(MotionSpecification.Format.mp4, MovieSample().bytes), (.gif, gif)])
  func keepsWhatItWasGiven(_ format: MotionSpecification.Format, _ bytes: [UInt8]) throws {
    let (specification, record) = (Self.specification(format), Self.record(format))
    let digest = try RenditionExample.digest()
    let rendition = try MotionRendition(bytes, digest: digest, meeting: specification, record: record)
    #expect(rendition.bytes == bytes)
    #expect(rendition.digest == digest)
    #expect(rendition.specification == specification)
    #expect(rendition.record == record)
    #expect(rendition.size == record.size)
    #expect(rendition.mediaFormat == format.mediaFormat)
  }

  @Test(arguments: [(MotionSpecification.Format.mp4, MovieSample().bytes), (.gif, gif)])
  func limitsAreInclusive(_ format: MotionSpecification.Format, _ bytes: [UInt8]) throws {
    let (count, record) = (bytes.count, Self.record(format))
    let size = record.size
    #expect(try fault(bytes, Self.specification(format) { ($0.maximumBytes, $0.size) = (count, size) }, record) == nil)
    #expect(
      try fault(bytes, Self.specification(format) { $0.maximumBytes = count - 1 }, record)
        == .overLimit(bytes: count, limit: count - 1))
    for less in [PixelSize(width: size.width - 1, height: 64), PixelSize(width: 64, height: size.height - 1)] {
      #expect(try fault(bytes, Self.specification(format) { $0.size = less }, record) == .wrongSize(size))
    }
  }

  @Test func wantsItsFormat() throws {
    #expect(try fault(Self.gif, Self.specification(), Self.record()) == .wrongFormat)
    #expect(try fault(MovieSample().bytes, Self.specification(.gif), Self.record(.gif)) == .wrongFormat)
    #expect(try fault([], Self.specification(), Self.record()) == .wrongFormat)
    for brand in ["M4V ", "qt  ", "3gp5", "XAVC"] { #expect(try fault(ofMovie: { $0.brand = brand }) == .wrongFormat) }
  }

  @Test(arguments: [MotionSpecification.Format.mp4, .gif])
  func believesNoReportedSize(_ format: MotionSpecification.Format) throws {
    let bytes = format == .mp4 ? MovieSample().bytes : Self.gif
    let record = Self.record(format) { $0.size.width -= 2 }
    #expect(try fault(bytes, Self.specification(format), record) == .wrongSize(Self.record(format).size))
  }

  // MARK: - GIF

  @Test(arguments: [
    (joined(gif, [0]), RenditionError.metadata), (Array(gif.dropLast()), .incomplete),
    (Array(gif.dropLast(4)), .incomplete), (Array(gif.prefix(9)), .wrongSize(nil)),
    (joined(GIFSample.start(), GIFSample.end), .wrongFrameCount(0)),
    (joined(GIFSample.start(), GIFSample.frame(), GIFSample.end), .wrongFrameCount(1)),
    (joined(GIFSample.start(), GIFSample.comment, GIFSample.frame(), GIFSample.frame(), GIFSample.end), .metadata),
    (joined(GIFSample.start(), GIFSample.xmp, GIFSample.frame(), GIFSample.frame(), GIFSample.end), .metadata),
  ])
  func measuresGIFs(_ bytes: [UInt8], _ expected: RenditionError) throws {
    #expect(try fault(bytes, Self.specification(.gif), Self.record(.gif)) == expected)
  }

  // MARK: - MP4

  @Test func silentMovies() throws {
    #expect(try fault(ofMovie: { $0.hasSound = false }) == nil)
    #expect(try fault(ofMovie: { $0.hasSound = false }, Self.specification { $0.keepsAudio = false }) == nil)
    #expect(try fault(ofMovie: { _ in }, Self.specification { $0.keepsAudio = false }) == .tracks)
  }

  @Test(arguments: [[0, 1, -1, 0], [0, -1, 1, 0]]) func turnedMovies(_ matrix: [Int]) throws {
    let upright = Self.record { $0.size = Self.movieSize.transposed }
    #expect(try fault(ofMovie: { $0.matrix = matrix }, Self.specification(), upright) == nil)
    #expect(try fault(ofMovie: { $0.matrix = matrix }) == .wrongSize(upright.size))
  }

  @Test func mirroredMovies() throws { #expect(try fault(ofMovie: { $0.matrix = [-1, 0, 0, 1] }) == .wrongSize(nil)) }

  @Test func structure() throws {
    #expect(try fault(ofMovie: { $0.isIndexInFront = false }) == .index)
    #expect(try fault(ofMovie: { $0.atEnd = MovieSample.box("moof") }) == .index)
    #expect(try fault(ofMovie: { $0.chunkShift = 1 << 20 }) == .incomplete)
    #expect(try fault(Array(MovieSample().bytes.dropLast()), Self.specification(), Self.record()) == .incomplete)
    #expect(try fault(ofMovie: { $0.inMovie = MovieSample.box("trak") }) == .tracks)
  }

  @Test func coding() throws {
    for codec in ["hvc1", "mp4v", "av01"] { #expect(try fault(ofMovie: { $0.codec = codec }) == .coding) }
    #expect(try fault(ofMovie: { $0.codec = "avc3" }) == nil)
    #expect(try fault(ofMovie: { $0.soundCodec = "Opus" }) == .coding)
    #expect(try fault(ofMovie: { $0.profile = [77, 0, 31] }) == nil)
    #expect(try fault(ofMovie: { $0.profile = [110, 0, 31] }) == .coding)
    #expect(try fault(ofMovie: { $0.profileExtension = [0xFE, 0xF8, 0xF8, 0] }) == .coding)
    #expect(try fault(ofMovie: { $0.profileExtension = [0xFD, 0xFA, 0xF8, 0] }) == .coding)
    #expect(try fault(ofMovie: { $0.profileExtension = [] }) == nil)
  }

  @Test func shape() throws {
    let odd = Self.record { $0.size = PixelSize(width: 63, height: 48) }
    #expect(try fault(ofMovie: { $0.width = 63 }, Self.specification(), odd) == .wrongSize(odd.size))
    let wide = Self.record { $0.size = PixelSize(width: 64, height: 48) }
    #expect(
      try fault(ofMovie: { ($0.width, $0.pixelAspect) = (48, (4, 3)) }, Self.specification(), wide) == .pixelShape)
  }

  @Test func time() throws {
    #expect(try fault(ofMovie: { _ in }, Self.specification { $0.maximumFrameRate = 9 }) == .frameRate)
    #expect(try fault(ofMovie: { _ in }, Self.specification { $0.seconds = 0.9 }) == nil)
    #expect(try fault(ofMovie: { _ in }, Self.specification { $0.seconds = 0.8 }) == .wrongDuration(1))
    #expect(try fault(ofMovie: { _ in }, Self.specification(), Self.record { $0.duration = 1.05 }) == nil)
    #expect(try fault(ofMovie: { _ in }, Self.specification(), Self.record { $0.duration = 2 }) == .wrongDuration(1))
    #expect(try fault(ofMovie: { _ in }, Self.specification(), Self.record { $0.duration = .nan }) == .wrongDuration(1))
    #expect(try fault(ofMovie: { ($0.editedMilliseconds, $0.hasSound) = (0, false) }) == .wrongDuration(0))
  }

  @Test func nothingLiesAround() throws {
    #expect(try fault(ofMovie: { $0.time = 1 }) == .metadata)
    #expect(try fault(ofMovie: { $0.inTrack = MovieSample.box("udta", MovieSample.tag("xyz", "+1+2/")) }) == .metadata)
    #expect(try fault(ofMovie: { $0.atEnd = [0] }) == .metadata)
    #expect(try fault(ofMovie: { $0.inMovie = MovieSample.emptyTags }) == nil)
  }
}
