import MediaFacts
import PushDelivery
import Subprocess

/// Finds damage inside AVIF pictures. The codes of a tile must end with given bits (AV1 Bitstream, 8.2.4), which are all that there is of a
/// checksum. libaom looks at them, and the decoders that show AVIF do not.
enum AV1Damage {
  /// What ffmpeg says where libaom finds the wrong bits, and not where it lacks libaom or cannot read something else of the file.
  private static let complaint = "Corrupt frame detected"

  /// Says nothing where ffmpeg, or libaom in it, is not installed.
  ///
  /// - Parameter bytes: the whole file.
  /// - Throws: `MediaError.damaged`, or `.machine`.
  static func check(_ bytes: [UInt8]) async throws(MediaError) {
    guard let stream = AV1Stream.ivf(ofAVIF: bytes) else { return }
    // A stranger's bytes: one demuxer, one decoder, and no file.
    let input = ["-c:v", "libaom-av1", "-protocol_whitelist", "pipe", "-format_whitelist", "ivf", "-f", "ivf"]
    let ending: FFmpegProgram.Ending
    do throws(MediaError) {
      ending = try await FFmpegProgram.ffmpeg.run(
        ["-threads", "2"] + input + ["-i", "pipe:0", "-f", "null", "-"],
        writing: { _ = try await $0.write(stream) })
    } catch .missingProgram {
      return
    }
    guard ending.errorLines.contains(where: { $0.contains(complaint) }) else { return }
    throw .damaged(format: .picture(.avif), detail: "its data cannot be what an encoder wrote")
  }
}
