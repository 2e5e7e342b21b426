package import MediaFacts
package import PushDelivery

/// Finds out what a picture is from its headers alone, in this process: plain reading, without any decoder.
///
/// What only pixels tell is taken as the headers suggest it: a picture that can be transparent counts as one that is.
package struct HeaderInspector: Sendable {
  let limits: SourceLimits

  package init(limits: SourceLimits) { self.limits = limits }

  /// What headers tell.
  package enum Result: Hashable, Sendable {
    case known(Inspection)
    /// ffprobe has to be asked.
    case video(VideoFormat)
    /// They do not tell the size: a decoder has to be asked.
    case unmeasured
  }

  /// - Throws: `MediaProblem` when nothing can be made of it, as far as headers tell.
  package func inspect(_ path: String) throws(MediaProblem) -> Result {
    let bytes = try SourceReader.bytes(of: path, limit: limits.maximumBytes)
    switch try MediaFormat(sniffing: bytes) {
    case .video(let format): return .video(format)
    case .picture(let format): return try inspect(bytes, format: format)
    }
  }

  private func inspect(_ bytes: [UInt8], format: PictureFormat) throws(MediaProblem) -> Result {
    let header = try PictureHeader(bytes, format: format)
    guard let size = header.facts.size else { return .unmeasured }
    var picture = try header.picture(of: size, limits: limits)
    picture.alpha = header.facts.hasAlpha ? .used : .none
    return .known(header.facts.animation.map { .animation(picture, $0) } ?? .still(picture))
  }
}
