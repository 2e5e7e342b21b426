import Essentials
import Libraries
package import MediaFacts
import PushDelivery

/// Examines frames for facts that headers of animations and videos do not give: whether they can be decoded, whether they are transparent,
/// and which frame represents them.
struct MotionInspector: Sendable {
  let path: String
  let limits: SourceLimits

  /// - Parameters:
  ///   - picture: the facts in its headers.
  ///   - facts: the same, with transparency and lossiness.
  func inspect(
    bytes: [UInt8], picture: Picture, animation: Animation, facts: HeaderFacts
  ) async throws(MediaError) -> Inspection {
    let reader = AnimationReader(path: path, bytes: bytes, picture: picture, frameCount: animation.frameCount)
    var look = AnimationLook(size: picture.size, frameCount: animation.frameCount, hasAlpha: facts.hasAlpha)
    try await reader.read { index, samples in try look.add(samples, at: index) }
    let best = look.bestIndex
    guard let pixels = try await posterFacts(reader, at: best, hasAlpha: facts.hasAlpha) else { throw .invisible }
    var (picture, animation) = (picture, animation)
    picture.alpha = look.alpha
    if !facts.isLossy { picture.content = pixels.content }
    animation.posterTime = animation.time(ofFrame: best)
    return .animation(picture, animation)
  }

  func inspect(_ format: VideoFormat) async throws(MediaError) -> Inspection {
    var probed = try await VideoProbe(path: path, format: format, limits: limits).probe()
    let samples = try await VideoSampler(probed: probed, limits: limits).sample()
    guard let best = PosterSelection(samples.map { $0.frame }).bestIndex, samples[best].frame.isVisible else {
      throw .invisible
    }
    probed.video.posterTime = samples[best].time
    probed.video.hasAlpha = probed.video.hasAlpha && samples.contains { !$0.frame.isOpaque }
    return .video(probed.video)
  }

  /// Nil if the frame is fully transparent.
  private func posterFacts(
    _ reader: AnimationReader, at index: Int, hasAlpha: Bool
  ) async throws(MediaError) -> PixelFacts? {
    let samples = try await reader.frame(at: index)
    let size = reader.picture.size
    do throws(VipsError) {
      let image = try Image(samples: samples, width: size.width, height: size.height, bandCount: 4)
      let facts = try PixelFacts(of: image, hasAlpha: hasAlpha)
      return facts.isInvisible ? nil : facts
    } catch { throw MediaError(error, format: reader.picture.format, path: path) }
  }
}

/// Facts from an animation's passing frames.
private struct AnimationLook {
  private let size: PixelSize
  private let hasAlpha: Bool
  private var isOpaque = true
  /// Between thumbnails, so that a long animation takes no longer to judge.
  private let step: Int
  private var thumbnails: [Thumbnail] = []

  private static let mostThumbnails = 120

  init(size: PixelSize, frameCount: Int, hasAlpha: Bool) {
    (self.size, self.hasAlpha) = (size, hasAlpha)
    step = max(1, (frameCount + Self.mostThumbnails - 1) / Self.mostThumbnails)
  }

  mutating func add(_ samples: [UInt8], at index: Int) throws {
    if hasAlpha, isOpaque { isOpaque = PixelFacts.isOpaque(samples, bandCount: 4) }
    guard index % step == 0 else { return }
    let small = Thumbnail.size(of: size)
    let image = try Image(samples: samples, width: size.width, height: size.height, bandCount: 4)
    let samples = try image.scaled(toWidth: small.width, height: small.height).samples()
    if let thumbnail = Thumbnail(size: small, samples: samples) { thumbnails.append(thumbnail) }
  }

  var alpha: Picture.Alpha { !hasAlpha ? .none : isOpaque ? .opaque : .used }

  var bestIndex: Int { (PosterSelection(thumbnails).bestIndex ?? 0) * step }
}

/// The order of the boxes of an MP4 or QuickTime file (ISO/IEC 14496-12).
package enum MovieLayout {
  /// Real files have a few short boxes before index and samples. Android's cameras reserve up to 540 kB there for an index that may end up
  /// behind the samples.
  private static let examinedByteCount = 1 << 20

  /// Whether the index is before the samples; nil for other formats, or if neither is found.
  package static func hasIndexInFront(_ path: String, format: MediaFormat) -> Bool? {
    guard case .video(let format) = format, format.demuxer == "mov",
      let start = try? FileReading.start(of: path, count: examinedByteCount)
    else { return nil }
    return Boxes(ByteView(start)).first { ["moov", "mdat"].contains($0.type) }.map { $0.type == "moov" }
  }
}
