import MediaFacts
import PushDelivery
import Subprocess

/// Finds damage inside AVIF pictures. A tile's data must end with given bits (AV1 Bitstream, 8.2.4), the only kind of checksum. libaom
/// checks them, and the decoders that show AVIF do not.
enum AV1Damage {
  /// ffmpeg's message if libaom finds the wrong bits, but not if libaom is missing or something else cannot be read.
  private static let complaint = "Corrupt frame detected"

  /// Skips the check if ffmpeg, or libaom in it, is not installed.
  ///
  /// - Parameter bytes: the whole file.
  /// - Throws: `MediaError.damaged`, or `.machine`.
  static func check(_ bytes: [UInt8]) async throws(MediaError) {
    guard let stream = AV1Stream.ivf(ofAVIF: bytes) else { return }
    // Untrusted bytes: one demuxer, one decoder, and no file.
    let input = ["-c:v", "libaom-av1", "-protocol_whitelist", "pipe", "-format_whitelist", "ivf", "-f", "ivf"]
    let ending: DecodingProgram.Ending
    do throws(MediaError) {
      ending = try await DecodingProgram.ffmpeg.run(
        ["-threads", "2"] + input + ["-i", "pipe:0", "-f", "null", "-"],
        writing: { _ = try await $0.write(stream) })
    } catch .missingProgram {
      return
    }
    guard ending.errorLines.contains(where: { $0.contains(complaint) }) else { return }
    throw .damaged(format: .picture(.avif), detail: "its data cannot be what an encoder wrote")
  }
}
