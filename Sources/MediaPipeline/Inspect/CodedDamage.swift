import Libraries
import MediaFacts
import PushDelivery
import Subprocess

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
  ///
  /// - Parameter bytes: the whole file.
  /// - Throws: `MediaError.damaged`, or `.machine`.
  static func check(_ bytes: [UInt8], format: PictureFormat) async throws(MediaError) {
    let isDamaged = format == .webp ? endsEarly(bytes) : try await CodedDamage(bytes, format)?.isFound() == true
    guard isDamaged else { return }
    throw .damaged(format: .picture(format), detail: "its data cannot be what an encoder wrote")
  }

  /// Whether a WebP picture decodes without the end of its data.
  private static func endsEarly(_ bytes: [UInt8]) -> Bool {
    guard let shortened = WebPBitstream.lackingItsEnd(bytes) else { return false }
    return VipsLibrary.decodingAlone {
      defer { VipsLibrary.forgetErrors() }
      return (try? Image.decode(shortened, as: .webp)) != nil
    }
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
