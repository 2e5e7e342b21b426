import Libraries
package import MediaFacts
package import PushDelivery
import Subprocess

/// Decodes all of a file, since damage cannot be seen otherwise, and keeps nothing. Runs in a worker process.
package struct Verifier: Sendable {
  package init() {}

  /// Decodes all but the animations, drawings, GIF and BMP, which `Inspector` has decoded.
  ///
  /// - Parameter withSound: whether a video's sound counts too.
  /// - Returns: a decoder's complaint without giving up, as `run` would report it; nil if it has none.
  package func verify(_ path: String, inspection: Inspection, withSound: Bool) async throws(MediaError) -> String? {
    switch inspection {
    case .still(let picture): try verify(path, picture: picture)
    case .animation: nil
    case .video(let video): try await verify(path, video: video, withSound: withSound)
    }
  }

  private func verify(_ path: String, picture: Picture) throws(MediaError) -> String? {
    let decoding = CarefulDecoding(path: path, picture: picture)
    guard let loader = Loader(picture.format) else { return try decoding.silentDamage() }
    do {
      return try decoding { tolerance in
        try Self.decode(path, picture, loader, tolerating: tolerance)
      }
      .damage
    } catch { throw MediaError(error, format: picture.format, path: path) }
  }

  /// Decodes a JPEG at an eighth of its size: all of its compressed data is still read, and damage shows there.
  private static func decode(
    _ path: String, _ picture: Picture, _ loader: Loader, tolerating tolerance: DamageTolerance
  ) throws {
    let shrink = PictureDecoder.largestShrink(of: picture.size)
    let image = try Image.load(path: path, as: loader, tolerating: tolerance, shrink: shrink)
    try PictureDecoder.checkSamples(of: image, picture)
    try image.decodeWholly()
  }

  private func verify(_ path: String, video: Video, withSound: Bool) async throws(MediaError) -> String? {
    try DecoderAllowList.check(video, withSound: withSound)
    let input = FFmpegInput(path: path, format: video.format)
      .arguments(MovieCommand.restrictions + video.decoderOptions)
    let sound = withSound ? video.audio.map { ["-map", "0:\($0.streamIndex)"] } ?? [] : []
    let streams = ["-map", "0:\(video.streamIndex)"] + sound + MovieRun.discarding
    let run = MovieRun(format: video.format, seconds: video.duration)
    let outcome = try await run(["-threads", "2"] + input + streams) { _ in }
    let count = min(video.duration * video.frameRate, 1e9)
    return try outcome.damage(of: video, frameCount: Int(count), seconds: video.duration)
  }
}

/// Finds damage inside AVIF, HEIC and WebP pictures, which have no checksums, with stricter decoding than that which shows them.
///
/// In AV1 a tile's data must end with given bits (AV1 Bitstream, 8.2.4), which libaom checks. In HEVC damage soon leads to numbers out of
/// their ranges, or to data that ends early, which ffmpeg's own decoder then refuses. In WebP it leads to codes that end early.
struct CodedDamage {
  private let stream: [UInt8]
  private let demuxer: String
  private let decoder: [String]
  /// The words of a complaint about damaged data, but not about a missing decoder or anything else that cannot be read.
  private let complaint: [String]

  /// Skips the check of AVIF and HEIC if ffmpeg, or the decoder in it, is not installed.
  static func check(_ bytes: [UInt8], format: PictureFormat) async throws(MediaError) {
    let isDamaged = format == .webp ? endsEarly(bytes) : try await CodedDamage(bytes, format)?.isFound() == true
    guard isDamaged else { return }
    throw .damaged(format: .picture(format), detail: "its data cannot be what an encoder wrote")
  }

  /// Whether a WebP picture decodes without the end of its data.
  private static func endsEarly(_ bytes: [UInt8]) -> Bool {
    guard let shortened = WebPBitstream.lackingItsEnd(bytes) else { return false }
    return VipsLibrary.decodingAlone { (try? Image.decode(shortened, as: .webp)) != nil }
  }

  /// Nil for other formats.
  private init?(_ bytes: [UInt8], _ format: PictureFormat) {
    switch format {
    case .avif:
      guard let stream = AV1Stream.ivf(ofAVIF: bytes) else { return nil }
      (self.stream, demuxer, decoder) = (stream, "ivf", ["-c:v", "libaom-av1"])
      complaint = ["Corrupt frame detected"]
    case .heic:
      guard let stream = HEVCStream.annexB(ofHEIC: bytes) else { return nil }
      (self.stream, demuxer, decoder) = (stream, "hevc", ["-c:v", "hevc", "-err_detect", "explode"])
      // `Error while decoding stream`, and since ffmpeg 7 `Error submitting packet to decoder`.
      complaint = ["decod", "Invalid data found"]
    default: return nil
    }
  }

  private func isFound() async throws(MediaError) -> Bool {
    // Untrusted bytes: one demuxer, one decoder, and no file.
    let input = decoder + ["-protocol_whitelist", "pipe", "-format_whitelist", demuxer, "-f", demuxer]
    let stream = stream
    do throws(MediaError) {
      let ending = try await DecodingProgram.ffmpeg.run(
        ["-threads", "2"] + input + ["-i", "pipe:0", "-f", "null", "-"],
        writing: { _ = try await $0.write(stream) })
      return ending.errorLines.contains { line in complaint.allSatisfy { line.contains($0) } }
    } catch .missingProgram { return false }
  }
}
