public import MediaFacts

extension RenderPlan where Specification == MotionSpecification {
  /// The plan for what moves in one source; nil for a still, and under a profile that wants stills only.
  ///
  /// - Throws: `MediaError.tooLong` for what plays longer than the profile allows and may not be cut.
  public init?(for inspection: Inspection, source: SourceFile, profile: MotionProfile) throws(MediaError) {
    guard let specification = try MotionSpecification(for: inspection, profile: profile) else { return nil }
    let found = Self.reasons(of: inspection, byteCount: source.byteCount, specification)
    self.init(
      method: Self.method(for: found, of: inspection), specification: specification,
      reasons: found.isEmpty ? [.alreadyRight] : found)
  }

  /// Whether the source's pictures may stay as they are coded, even where its sound may not.
  public var keepsPictures: Bool { method != .encode || reasons.allSatisfy(\.leavesPictures) }

  private static func method(for found: [Reason], of inspection: Inspection) -> Method {
    guard found.allSatisfy(\.leavesPictures) else { return .encode }
    if case .video = inspection { return .remux }
    return found.isEmpty ? .copy : .remux
  }
}

extension MotionSpecification {
  /// How the bytes come about.
  public enum Method: String, Hashable, Sendable, Codable {
    /// The source's own bytes: they are right already. Should they turn out otherwise, they are encoded again.
    /// A video's never are: where its index lies and what lies around its streams is known only once it is read.
    case copy
    /// The source's own compressed pictures in another container, or without what lies around them. Sound is kept
    /// as it is where its codec is right, and encoded otherwise.
    case remux
    /// Decoded and encoded again.
    case encode
  }

  /// Something about the source that is not as the profile needs it.
  public enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
    /// Nothing of what follows. A video is put into a new container all the same.
    case alreadyRight
    /// It becomes another format: an animation that is no GIF, a GIF that becomes a movie, or the reverse.
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
    /// Frames of two fields each, which were taken one after the other: screens show them combed.
    case interlaced
    /// More pixels than the profile allows.
    case size
    /// Sides that are not even, in something that becomes a movie.
    case oddSize
    case frameRate
    /// Too long, and to be cut.
    case length
    /// Pictures in the file that are not shown, as before and behind a cut that nothing was encoded for: whoever gets it could see them.
    case hiddenPictures
    case bytes
    /// Delays too short to be meant, which are written as players read them.
    case delays
    /// Sound that is not AAC-LC.
    case audioCodec
    /// Sound in the file that is not played, as before and behind such a cut.
    case hiddenSound
    /// Sound that is not wanted, or that the format cannot keep.
    case audioDropped
    /// Streams beside the pictures and the sound: subtitles, timecode, other sound tracks.
    case streams
    case metadata
    case trailingBytes
  }
}

extension MotionSpecification.Reason {
  /// Whether it is mended without touching the compressed pictures.
  var leavesPictures: Bool {
    switch self {
    case .alreadyRight, .container, .delays, .audioCodec, .hiddenSound, .audioDropped, .streams, .metadata,
      .trailingBytes:
      true
    case .format, .codec, .bitDepth, .highDynamicRange, .color, .transparency, .pixelShape, .interlaced, .size,
      .oddSize, .frameRate, .length, .hiddenPictures, .bytes:
      false
    }
  }
}
