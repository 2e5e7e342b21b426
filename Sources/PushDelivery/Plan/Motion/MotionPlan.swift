public import MediaFacts

extension RenderPlan where Specification == MotionSpecification {
  /// The plan for an animated source or a video; nil for a still, and under a profile for only stills.
  ///
  /// - Throws: `MediaError.tooLong` if it plays longer than the profile allows and must not be cut.
  public init?(for inspection: Inspection, source: SourceFile, profile: MotionProfile) throws(MediaError) {
    guard let specification = try MotionSpecification(for: inspection, profile: profile) else { return nil }
    let found = Self.reasons(of: inspection, byteCount: source.byteCount, specification)
    self.init(
      method: Self.method(for: found, of: inspection), specification: specification,
      reasons: found.isEmpty ? [.alreadyRight] : found)
  }

  private static func method(for found: [Reason], of inspection: Inspection) -> Method {
    guard found.allSatisfy(\.leavesPictures) else { return .encode }
    if case .video = inspection { return .remux }
    return found.isEmpty ? .copy : .remux
  }

  /// All reasons why the rendition cannot be the source's bytes, in the order of `Reason`.
  static func reasons(of inspection: Inspection, byteCount: Int, _ specification: MotionSpecification) -> [Reason] {
    var found = sizeReasons(of: inspection.picture.size, specification)
    if byteCount > specification.maximumBytes { found.insert(.bytes) }
    if specification.seconds != nil { found.insert(.length) }
    switch inspection {
    case .still: break
    case .animation(let picture, let animation): found.formUnion(reasons(of: picture, animation, specification))
    case .video(let video): found.formUnion(reasons(of: video, specification))
    }
    return Reason.allCases.filter(found.contains)
  }

  /// If even sides are enough, only that is a reason.
  private static func sizeReasons(of size: PixelSize, _ specification: MotionSpecification) -> Set<Reason> {
    guard size != specification.size else { return [] }
    return [specification.format == .mp4 && size.even == specification.size ? .oddSize : .size]
  }

  private static func reasons(
    of picture: Picture, _ animation: Animation, _ specification: MotionSpecification
  ) -> Set<Reason> {
    var found: Set<Reason> = []
    if MediaFormat.picture(picture.format) != specification.format.mediaFormat { found.insert(.format) }
    if picture.bitDepth > 8 { found.insert(.bitDepth) }
    found.formUnion(colorReasons(of: picture.color))
    if !specification.allows(frameRate: animation.frameRate) { found.insert(.frameRate) }
    if animation.clampedFrameCount > 0 { found.insert(.delays) }
    if !picture.metadata.isEmpty { found.insert(.metadata) }
    if picture.trailingByteCount > 0 { found.insert(.trailingBytes) }
    return found
  }

  private static func reasons(of video: Video, _ specification: MotionSpecification) -> Set<Reason> {
    var found = colorReasons(of: video.color)
    if specification.format != .mp4 { found.insert(.format) }
    if video.format != .mp4 { found.insert(.container) }
    if !video.isWidelyDecodable { found.insert(.codec) }
    if video.bitDepth > 8 { found.insert(.bitDepth) }
    if video.hasAlpha { found.insert(.transparency) }
    if !video.hasSquarePixels { found.insert(.pixelShape) }
    if video.isInterlaced { found.insert(.interlaced) }
    if video.hasHiddenPictures { found.insert(.hiddenPictures) }
    if !specification.allows(frameRate: video.frameRate) { found.insert(.frameRate) }
    found.formUnion(video.audio.map { reasons(of: $0, specification) } ?? [])
    if video.streamCount > (video.audio == nil ? 1 : 2) { found.insert(.streams) }
    return found
  }

  private static func reasons(of audio: Video.Audio, _ specification: MotionSpecification) -> Set<Reason> {
    guard specification.keepsAudio else { return [.audioDropped] }
    var found: Set<Reason> = []
    if !audio.isLowComplexity { found.insert(.audioCodec) }
    if audio.hasHiddenSound { found.insert(.hiddenSound) }
    return found
  }

  private static func colorReasons(of color: ColorDescription) -> Set<Reason> {
    var found: Set<Reason> = []
    if [.pq, .hlg].contains(color.transfer) { found.insert(.highDynamicRange) }
    if !color.isTakenForSRGB { found.insert(.color) }
    return found
  }
}

extension MotionSpecification {
  /// The way to make the bytes.
  public enum Method: String, Hashable, Sendable, Codable {
    /// The source's bytes, because they are already right. If they turn out wrong, they are encoded again. Never for a video: its index and
    /// the data around its streams are known only once it is read.
    case copy
    /// The source's compressed pictures in a new container, without other data. Sound is kept if its codec is right, or else encoded.
    case remux
    /// Decoded and encoded again.
    case encode
  }

  /// A way in which the source is not as the profile needs it.
  public enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
    /// None of the others. A video still gets a new container.
    case alreadyRight
    /// It gets another format: an animation that is not a GIF, or a video that becomes one.
    case format
    /// A video in another container than MP4.
    case container
    /// Its pictures are not H.264 as every Apple device decodes it.
    case codec
    /// More bits a sample than 8.
    case bitDepth
    case highDynamicRange
    /// Colours that are not sRGB's.
    case color
    /// Transparency, which a movie cannot keep.
    case transparency
    /// Pixels that are not square.
    case pixelShape
    /// Interlaced frames, with two fields from different times: screens show combing.
    case interlaced
    /// More pixels than the profile allows.
    case size
    /// Odd sides, in a source of a movie.
    case oddSize
    case frameRate
    /// Too long; it will be cut.
    case length
    /// Hidden pictures in the file, as before and after a cut that was made without encoding: recipients could see them.
    case hiddenPictures
    case bytes
    /// Delays too short to be meant; they are written as players read them.
    case delays
    /// Sound that is not AAC-LC.
    case audioCodec
    /// Hidden sound in the file, as before and after such a cut.
    case hiddenSound
    /// Sound that is unwanted, or that the format cannot keep.
    case audioDropped
    /// Other streams than pictures and sound: subtitles, timecode, other sound tracks.
    case streams
    case metadata
    case trailingBytes

    /// Whether the fix keeps the compressed pictures.
    var leavesPictures: Bool {
      let keeping: [Self] = [
        .alreadyRight, .container, .delays, .audioCodec, .hiddenSound, .audioDropped, .streams, .metadata,
        .trailingBytes,
      ]
      return keeping.contains(self)
    }
  }
}

extension Animation {
  /// Frames a second, on average, as clients play it.
  var frameRate: Double { duration > 0 ? Double(frameCount) / duration : 0 }
}

extension Video {
  /// True for H.264 that every Apple device decodes: 4:2:0 of 8 bits, in a profile that their decoders support. A `j` in the pixel format
  /// means full range, which players follow.
  var isWidelyDecodable: Bool {
    let profiles = ["Constrained Baseline", "Baseline", "Main", "High"]
    return codec == "h264" && codecProfile.map(profiles.contains) ?? true
      && ["yuv420p", "yuvj420p"].contains(pixelFormat)
  }
}

extension Video.Audio {
  /// True for the kind of AAC that every player knows. A stream without a profile counts as that.
  var isLowComplexity: Bool { codec == "aac" && (codecProfile ?? "LC") == "LC" }
}
