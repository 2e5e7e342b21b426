public import MediaFacts

/// Bytes of something that moves and that meet a specification. Its only initializer measures them: one that is over its limit cannot
/// be constructed.
public struct MotionRendition: PublishableRendition, Hashable {
  /// What it was made to be.
  public let specification: MotionSpecification
  public let bytes: [UInt8]
  public let digest: ContentDigest
  public let size: PixelSize
  /// How it was made.
  public let record: MotionRecord

  public var mediaFormat: MediaFormat { specification.format.mediaFormat }

  /// Checks bytes against their specification.
  ///
  /// - Parameters:
  ///   - digest: the SHA-256 digest of `bytes`.
  ///   - record: what the renderer says of how it made them; nothing in it is relied on here.
  /// - Throws: `RenditionFault` with the first thing that is not as specified.
  public init(
    _ bytes: [UInt8], digest: ContentDigest, meeting specification: MotionSpecification, record: MotionRecord
  ) throws(RenditionFault) {
    guard bytes.count <= specification.maximumBytes else {
      throw .overLimit(bytes: bytes.count, limit: specification.maximumBytes)
    }
    let sniffed = SniffedFormat(firstBytes: Array(bytes.prefix(SniffedFormat.neededByteCount)))
    guard sniffed.format == specification.format.mediaFormat else { throw .wrongFormat }
    switch specification.format {
    case .gif: try GIFFacts(ByteView(bytes)).check(against: specification, record)
    case .mp4: try MovieFacts(ByteView(bytes)).check(against: specification, record)
    }
    self.specification = specification
    self.bytes = bytes
    self.digest = digest
    self.record = record
    size = record.size
  }
}

extension MotionSpecification {
  /// Whether a frame is as large as was reported, and no larger than wished for.
  fileprivate func check(_ size: PixelSize?, _ record: MotionRecord) throws(RenditionFault) {
    guard let size, size == record.size, size.limited(to: self.size) == size else { throw .wrongSize(size) }
  }
}

extension GIFFacts {
  /// - Throws: `RenditionFault` with the first thing that is not as specified or reported.
  fileprivate func check(
    against specification: MotionSpecification, _ record: MotionRecord
  ) throws(RenditionFault) {
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
  /// The brands of files that players of MPEG-4 open without asking further.
  private static let movieBrands: Set<FourCharacterCode> = [
    "isom", "iso2", "iso3", "iso4", "iso5", "iso6", "mp41", "mp42", "avc1",
  ]

  /// - Throws: `RenditionFault` with the first thing that is not as specified or reported.
  fileprivate func check(
    against specification: MotionSpecification, _ record: MotionRecord
  ) throws(RenditionFault) {
    guard brands.first.map(Self.movieBrands.contains) == true else { throw .wrongFormat }
    guard hasIndexInFront, !hasFragments else { throw .index }
    let pictures = try pictureTrack(keepsAudio: specification.keepsAudio)
    guard hasAllSamples else { throw .incomplete }
    try Self.check(pictures, specification, record)
    guard let duration, duration > 0, duration <= specification.longestDuration,
      abs(duration - record.duration) <= MotionSpecification.durationTolerance
    else { throw .wrongDuration(duration) }
    guard metadata.isEmpty, trailingByteCount == 0 else { throw .metadata }
  }

  /// The one track of H.264 pictures, if there is nothing beside it but at most one track of AAC sound.
  private func pictureTrack(keepsAudio: Bool) throws(RenditionFault) -> MovieTrack {
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
  ) throws(RenditionFault) {
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
