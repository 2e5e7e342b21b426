import MediaFacts
import PushDelivery

/// Decodes BMP files by ffmpeg. libvips would hand them to ImageMagick, whose many formats are not wanted here.
enum BitmapDecoder {
  /// The pixels of a BMP file as 8-bit RGBA.
  ///
  /// - Parameter size: as the file's header gives it.
  static func decode(_ path: String, size: PixelSize) async throws(MediaProblem) -> PixelSource {
    let (count, overflow) = size.count.multipliedReportingOverflow(by: 4)
    guard size.count > 0, !overflow else {
      throw .damaged(format: .picture(.bmp), detail: "no size in its header")
    }
    let input = FFmpegInput(path: path, demuxer: "bmp_pipe")
    let output = ["-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "rgba", "pipe:1"]
    var samples: [UInt8] = []
    let ending = try await FFmpegProgram.ffmpeg.run(
      ["-threads", "1", "-xerror"] + input.arguments() + output,
      reading: { piece in
        // A decoder with another idea of the size is noticed, and cannot fill the memory.
        guard samples.count + piece.byteCount <= count else {
          throw MediaProblem.damaged(format: .picture(.bmp), detail: "it holds more than its header says")
        }
        piece.withUnsafeBytes { samples.append(contentsOf: $0) }
      })
    guard ending.isSuccess, samples.count == count else {
      throw .damaged(format: .picture(.bmp), detail: "ffmpeg cannot decode it")
    }
    return .samples(samples, size, bandCount: 4)
  }
}
