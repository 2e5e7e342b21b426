package import MediaFacts
package import PushDelivery

/// Finds out what a picture is from its headers alone, in this process: plain reading, without any decoder.
///
/// What only pixels tell is taken as the headers suggest it: a picture that can be transparent counts as one that is.
package struct HeaderInspector: Sendable {
  let limits: SourceLimits
  /// The formats of pictures that are read.
  let formats: [PictureFormat]

  package init(limits: SourceLimits, formats: [PictureFormat] = PictureFormat.allCases) {
    (self.limits, self.formats) = (limits, formats)
  }

  /// What headers tell.
  package enum Result: Hashable, Sendable {
    case known(Inspection)
    /// ffprobe has to be asked.
    case video(VideoFormat)
    /// They do not tell the size: a decoder has to be asked.
    case unmeasured
  }

  /// - Throws: `MediaError` when nothing can be made of it, as far as headers tell.
  package func inspect(_ path: String) throws(MediaError) -> Result {
    let bytes = try SourceReader.bytes(of: path, limit: limits.maximumBytes)
    switch try MediaFormat(sniffing: bytes, among: formats) {
    case .video(let format): return .video(format)
    case .picture(let format): return try inspect(bytes, format: format)
    }
  }

  private func inspect(_ bytes: [UInt8], format: PictureFormat) throws(MediaError) -> Result {
    let header = try PictureHeader(bytes, format: format)
    // Whether a drawing can be drawn only its renderer tells.
    guard let size = header.facts.size, format.decoder != .drawing else { return .unmeasured }
    var picture = try header.picture(of: size, limits: limits)
    picture.alpha = header.facts.hasAlpha ? .used : .none
    return .known(header.facts.animation.map { .animation(picture, $0) } ?? .still(picture))
  }
}

/// What the headers of a picture say, and whether that is worth a decoder's look. No decoder has seen the bytes yet.
struct PictureHeader: Sendable {
  let format: PictureFormat
  let facts: HeaderFacts

  /// - Parameter bytes: the whole file.
  /// - Throws: `MediaError.unsupported` for what moves in a way that is not read.
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
  /// - Parameter size: `facts.size`, or as a decoder's header reading found it.
  /// - Throws: `MediaError` when it is larger than allowed, has no pixels, or is known to be cut short.
  func picture(of size: PixelSize, limits: SourceLimits) throws(MediaError) -> Picture {
    try limits.check(size, frameCount: facts.frameCount)
    // Decoders make a picture of such a file all the same, of which nobody drew a pixel.
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
  /// - Parameter pictures: the formats of pictures that are read.
  /// - Throws: `MediaError.unsupported`, `.unrecognised` or `.blank`.
  init(
    sniffing bytes: [UInt8], among pictures: [PictureFormat] = PictureFormat.allCases
  ) throws(MediaError) {
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
  /// What a file of several frames is called.
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
