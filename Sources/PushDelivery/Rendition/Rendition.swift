public import MediaFacts

/// Bytes that meet a specification. Its only initializer measures them: you cannot construct one over its limit.
public struct Rendition<Specification: RenditionSpecification>: Hashable, Sendable {
  /// Its requirements.
  public let specification: Specification
  public let bytes: [UInt8]
  public let digest: ContentDigest
  public let mediaFormat: MediaFormat
  /// How it was made.
  public let record: Specification.Record
  /// Whether an earlier run made it.
  package var isFromCache = false

  /// Pixels, as measured.
  public var size: PixelSize { record.size }

  /// Checks bytes against their specification.
  ///
  /// - Parameters:
  ///   - digest: the SHA-256 digest of `bytes`.
  ///   - record: the renderer's record of them; it is not trusted.
  /// - Throws: `RenditionError` with the first difference from the specification.
  public init(
    _ bytes: [UInt8], digest: ContentDigest, meeting specification: Specification, record: Specification.Record
  ) throws(RenditionError) {
    guard bytes.count <= specification.maximumBytes else {
      throw .overLimit(bytes: bytes.count, limit: specification.maximumBytes)
    }
    guard (0...1).contains(record.scale) else { throw .record }
    let sniffed = SniffedFormat(firstBytes: Array(bytes.prefix(SniffedFormat.neededByteCount)))
    guard let format = sniffed.format, specification.mediaFormats.contains(format) else { throw .wrongFormat }
    try specification.check(bytes, of: format, as: record)
    (self.specification, self.bytes, self.digest, self.record) = (specification, bytes, digest, record)
    mediaFormat = format
  }
}

/// A still that meets its specification.
public typealias StillRendition = Rendition<StillSpecification>

/// An animation or movie that meets its specification.
public typealias MotionRendition = Rendition<MotionSpecification>

/// A file behind a URL.
public protocol DeliverableFile: Sendable {
  /// The SHA-256 digest of its bytes.
  var digest: ContentDigest { get }
  /// The bytes' format.
  var mediaFormat: MediaFormat { get }
}

/// Bytes that were measured and meet their specification: only these are published.
public protocol PublishableRendition: DeliverableFile { var bytes: [UInt8] { get } }

extension Rendition: PublishableRendition {}

extension StillSpecification {
  public func check(_ bytes: [UInt8], of format: MediaFormat, as record: StillRecord) throws(RenditionError) {
    guard case .picture(let format) = format else { throw .wrongFormat }
    let facts = HeaderFacts(parsing: bytes, format: format)
    guard let size = facts.size, size == record.size, size.width <= maximumSize.width, size.height <= maximumSize.height
    else { throw .wrongSize(facts.size) }
    guard facts.isWidelyDecodable else { throw .coding }
    guard facts.metadata.isEmpty, facts.trailingByteCount == 0, facts.orientation == 1 else { throw .metadata }
  }
}

extension MotionSpecification {
  public func check(_ bytes: [UInt8], of format: MediaFormat, as record: MotionRecord) throws(RenditionError) {
    switch self.format {
    case .gif: try GIFFacts(ByteView(bytes)).check(against: self, record)
    case .mp4: try MovieFacts(ByteView(bytes)).check(against: self, record)
    }
  }

  /// Whether a frame has the reported size, and is not larger than specified.
  fileprivate func check(_ size: PixelSize?, _ record: MotionRecord) throws(RenditionError) {
    guard let size, size == record.size, size.limited(to: self.size) == size else { throw .wrongSize(size) }
  }
}

extension GIFFacts {
  /// - Throws: `RenditionError` with the first difference from specification or record.
  fileprivate func check(against specification: MotionSpecification, _ record: MotionRecord) throws(RenditionError) {
    try specification.check(size, record)
    guard endOffset != nil else { throw .incomplete }
    guard frameCount > 0, frameCount == record.frameCount else { throw .wrongFrameCount(frameCount) }
    guard metadata.isEmpty, trailingByteCount == 0 else { throw .metadata }
    let animation = Animation(delays: delays)
    guard abs(animation.duration - record.duration) <= 0.01 * Double(frameCount) else {
      throw .wrongDuration(animation.duration)
    }
    guard specification.allows(frameRate: animation.frameRate) else { throw .frameRate }
  }
}

extension MovieFacts {
  /// The brands of files that MPEG-4 players open directly.
  private static let movieBrands: Set<FourCharacterCode> = [
    "isom", "iso2", "iso3", "iso4", "iso5", "iso6", "mp41", "mp42", "avc1",
  ]

  /// - Throws: `RenditionError` with the first difference from specification or record.
  fileprivate func check(against specification: MotionSpecification, _ record: MotionRecord) throws(RenditionError) {
    guard brands.first.map(Self.movieBrands.contains) == true else { throw .wrongFormat }
    guard hasIndexInFront, !hasFragments else { throw .index }
    let pictures = try pictureTrack(keepsAudio: specification.keepsAudio)
    guard hasAllSamples else { throw .incomplete }
    try Self.check(pictures, specification, record)
    guard let duration, duration > 0, duration <= specification.longestDuration,
      abs(duration - record.duration) <= MotionSpecification.durationTolerance
    else { throw .wrongDuration(duration) }
    guard !hasMetadata, trailingByteCount == 0 else { throw .metadata }
  }

  /// The one track of H.264 pictures, if the only other track is at most one of AAC sound.
  private func pictureTrack(keepsAudio: Bool) throws(RenditionError) -> MovieTrack {
    let sounds = tracks.filter { $0.handler == "soun" }
    let others = tracks.filter { $0.handler != "soun" }
    guard let pictures = others.first, others.count == 1, pictures.handler == "vide",
      sounds.count <= (keepsAudio ? 1 : 0)
    else { throw .tracks }
    guard pictures.coding?.isWidelyDecodable == true, sounds.allSatisfy({ $0.coding?.codec == "mp4a" }) else {
      throw .coding
    }
    return pictures
  }

  private static func check(
    _ pictures: MovieTrack, _ specification: MotionSpecification, _ record: MotionRecord
  ) throws(RenditionError) {
    guard let size = pictures.uprightSize, size == size.even else { throw .wrongSize(pictures.uprightSize) }
    try specification.check(size, record)
    guard pictures.hasSquarePixels else { throw .pixelShape }
    guard let rate = pictures.sampleRate, specification.allows(frameRate: rate) else { throw .frameRate }
  }
}

extension MotionSpecification {
  /// The longest that a movie may play, in seconds.
  fileprivate var longestDuration: Double { seconds.map { $0 + Self.durationTolerance } ?? .infinity }
}

extension MovieCoding {
  /// True for H.264 that every Apple device decodes: Baseline, Main or High profile, which are of 8 bits, in 4:2:0.
  fileprivate var isWidelyDecodable: Bool {
    guard codec == "avc1" || codec == "avc3", let configuration else { return false }
    return [66, 77, 100].contains(configuration.profile) && (configuration.chromaFormat ?? 1) == 1
      && (configuration.bitDepth ?? 8) == 8
  }
}
