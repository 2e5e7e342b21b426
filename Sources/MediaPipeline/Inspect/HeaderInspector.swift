package import MediaFacts
package import PushDelivery

/// Identifies a picture only from its headers, in this process: plain reading, without a decoder.
///
/// It guesses pixel facts from the headers: a picture that can be transparent counts as transparent.
package struct HeaderInspector: Sendable {
  let limits: SourceLimits
  /// The picture formats that are read.
  let formats: [PictureFormat]

  package init(limits: SourceLimits, formats: [PictureFormat] = PictureFormat.allCases) {
    (self.limits, self.formats) = (limits, formats)
  }

  /// Header facts.
  package enum Result: Hashable, Sendable {
    case known(Inspection)
    /// ffprobe is needed.
    case video(VideoFormat)
    /// The size is not in the headers: a decoder is needed.
    case unmeasured
  }

  /// - Throws: `MediaError` if its headers show that it cannot be used.
  package func inspect(_ path: String) throws(MediaError) -> Result {
    let bytes = try SourceReader.bytes(of: path, limit: limits.maximumBytes)
    switch try MediaFormat(sniffing: bytes, among: formats) {
    case .video(let format): return .video(format)
    case .picture(let format): return try inspect(bytes, format: format)
    }
  }

  private func inspect(_ bytes: [UInt8], format: PictureFormat) throws(MediaError) -> Result {
    let header = try PictureHeader(bytes, format: format)
    // Only its renderer knows whether a drawing can be drawn.
    guard let size = header.facts.size, format.decoder != .drawing else { return .unmeasured }
    var picture = try header.picture(of: size, limits: limits)
    picture.alpha = header.facts.hasAlpha ? .used : .none
    return .known(header.facts.animation.map { .animation(picture, $0) } ?? .still(picture))
  }
}

/// The headers of a picture, and whether a decoder should look at it. No decoder has seen the bytes yet.
struct PictureHeader: Sendable {
  let format: PictureFormat
  let facts: HeaderFacts

  /// - Throws: `MediaError.unsupported` for an unsupported kind of animation.
  init(_ bytes: [UInt8], format: PictureFormat) throws(MediaError) {
    self.format = format
    facts = HeaderFacts(parsing: bytes, format: format)
    guard !facts.isUnreadMotion else {
      throw .unsupported(format: format.nameOfMotion, hint: UnsupportedFormat.sequenceHint)
    }
    if let coding = facts.unreadCoding { throw .unsupported(format: coding.name, hint: coding.hint) }
  }

  /// The picture as far as headers tell.
  ///
  /// - Parameter size: `facts.size`, or as a decoder read it.
  /// - Throws: `MediaError` if it is larger than allowed, has no pixels, or is known to be cut short.
  func picture(of size: PixelSize, limits: SourceLimits) throws(MediaError) -> Picture {
    try limits.check(size, frameCount: facts.frameCount)
    // Decoders would make up a picture for such a file.
    guard size.count > 0 else {
      throw .damaged(format: .picture(format), detail: "it has no pixels: its size is \(size)")
    }
    if facts.isCutShort { throw .damaged(format: .picture(format), detail: "truncated: its pixels end early") }
    return Picture(facts, format: format, size: size)
  }
}

extension MediaFormat {
  /// The format of a file's bytes.
  ///
  /// - Throws: `MediaError.unsupported`, `.unrecognised` or `.blank`.
  init(sniffing bytes: [UInt8], among pictures: [PictureFormat] = PictureFormat.allCases) throws(MediaError) {
    let start = Array(bytes.prefix(SniffedFormat.neededByteCount))
    let sniffed = SniffedFormat(firstBytes: start, among: pictures)
    if let format = sniffed.format {
      self = format
    } else if case .unsupported(let other) = sniffed {
      throw .unsupported(format: other.name, hint: other.hint)
    } else {
      throw !bytes.isEmpty && bytes.allSatisfy { $0 == 0 } ? .blank : .unrecognised
    }
  }
}

extension PictureFormat {
  /// The name of a file of several frames.
  var nameOfMotion: String { displayName + (self == .jxl ? " animation" : " sequence") }
}

extension Picture {
  fileprivate init(_ facts: HeaderFacts, format: PictureFormat, size: PixelSize) {
    self.init(
      format: format, size: facts.orientation >= 5 ? size.transposed : size, orientation: facts.orientation,
      color: facts.color, bitDepth: facts.bitDepth ?? 8, content: .photograph, metadata: facts.metadata,
      trailingByteCount: facts.trailingByteCount, isWidelyDecodable: facts.isWidelyDecodable)
    coveredFrameCount = facts.coveredFrameCount
    isPremultiplied = facts.isPremultiplied
    differences = facts.differences
  }
}

/// How thoroughly files are examined.
enum Thoroughness: Hashable, Sendable {
  /// Only headers: nothing is decoded.
  case headers
  /// Decodes as much as a plan needs.
  case planning
  /// Decodes all, so that damage shows; makes stills only if needed to see how they look.
  case whole
  /// Decodes everything and makes all stills.
  case rendering
}

/// Examines files as thoroughly as requested: picture headers in this process, everything else in workers.
struct Examination: Sendable {
  let workers: WorkerPool
  let limits: SourceLimits
  let thoroughness: Thoroughness
  /// The picture formats that are read. Workers read all of them.
  var formats = PictureFormat.allCases

  /// A file's facts, by absolute path.
  func inspect(_ path: String) async throws(MediaError) -> Inspection {
    let inspection = try await thoroughness == .headers ? inspectHeaders(path) : workers.inspect(path, limits: limits)
    try limits.check(inspection)
    return inspection
  }

  /// A decoder's complaint without giving up; nil if it has none, or if nothing is decoded.
  ///
  /// - Parameter withSound: whether a video's sound counts too.
  func damage(_ path: String, _ inspection: Inspection, withSound: Bool = true) async throws(MediaError) -> String? {
    guard thoroughness == .whole || thoroughness == .rendering else { return nil }
    if case .animation = inspection { return nil }
    return try await workers.verify(path, limits: limits, inspection: inspection, withSound: withSound)
  }

  private func inspectHeaders(_ path: String) async throws(MediaError) -> Inspection {
    switch try HeaderInspector(limits: limits, formats: formats).inspect(path) {
    case .known(let inspection): inspection
    case .video(let format): try await workers.probe(path, format: format, limits: limits)
    case .unmeasured: try await workers.inspect(path, limits: limits)
    }
  }
}
