import MediaFacts

extension RenderPlan where Specification == MotionSpecification {
  /// All reasons why the rendition cannot be the source's bytes, in the order of `Reason`.
  static func reasons(
    of inspection: Inspection, byteCount: Int, _ specification: MotionSpecification
  ) -> [Reason] {
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
    if picture.alpha == .used, specification.format == .mp4 { found.insert(.transparency) }
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
