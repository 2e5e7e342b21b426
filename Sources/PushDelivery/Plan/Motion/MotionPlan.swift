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

  /// Whether the source's coded pictures may stay, even if its sound may not.
  public var keepsPictures: Bool { method != .encode || reasons.allSatisfy(\.leavesPictures) }

  private static func method(for found: [Reason], of inspection: Inspection) -> Method {
    guard found.allSatisfy(\.leavesPictures) else { return .encode }
    if case .video = inspection { return .remux }
    return found.isEmpty ? .copy : .remux
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
    /// It gets another format: an animation that is not a GIF, a GIF that becomes a movie, or the reverse.
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
  }
}

extension MotionSpecification.Reason {
  /// Whether the fix keeps the compressed pictures.
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
