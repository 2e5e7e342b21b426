import PushDelivery
import Subprocess

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// The ffmpeg program, started by a worker so that it inherits the worker's limits and scrubbed environment.
enum FFmpeg {
  /// Decodes a BMP file to 8-bit RGBA. libvips would hand BMP to ImageMagick, whose many formats are not wanted here.
  ///
  /// The demuxer is named and only local files may be read, so that the bytes cannot make ffmpeg take them for a playlist.
  static func decodeBitmap(_ path: String, size: PixelSize) async throws(MediaProblem) -> PixelSource {
    let (count, overflow) = size.count.multipliedReportingOverflow(by: 4)
    guard size.count > 0, !overflow else { throw .damaged(format: .bmp, detail: "no size in its header") }
    let arguments: Arguments = [
      "-v", "error", "-nostdin", "-threads", "1", "-xerror", "-protocol_whitelist", "file,pipe", "-f", "bmp_pipe",
      "-i", "file:" + path, "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "rgba", "pipe:1",
    ]
    do {
      // One byte more than wanted, so that a decoder with another idea of the size is noticed.
      let result = try await run(
        .name("ffmpeg"), arguments: arguments, input: .none, output: .bytes(limit: count + 1), error: .discarded)
      guard result.terminationStatus.isSuccess, result.standardOutput.count == count else {
        throw MediaProblem.damaged(format: .bmp, detail: "ffmpeg cannot decode it")
      }
      return .samples(result.standardOutput, size)
    } catch let error as SubprocessError where error.code == .executableNotFound {
      throw .missingProgram(name: "ffmpeg")
    } catch {
      throw .damaged(format: .bmp, detail: "ffmpeg cannot decode it")
    }
  }
}
