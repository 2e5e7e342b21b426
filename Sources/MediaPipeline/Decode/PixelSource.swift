import MediaFacts
import PushDelivery
package import Vips

/// Where a decoder gets pixels from, once it is known what the file is.
enum PixelSource: Sendable {
  /// A file that libvips decodes.
  case file(path: String, Loader)
  /// A document that is drawn.
  case drawing([UInt8])
  /// Pixels that are decoded already: 8-bit sRGB of three channels, or four with alpha.
  case samples([UInt8], PixelSize, bandCount: Int)

  /// Prepares a file of a known format for decoding.
  ///
  /// - Parameter size: its size as its header gives it, where it gives one.
  static func open(
    _ path: String, bytes: [UInt8], format: PictureFormat, size: PixelSize?
  ) async throws(MediaError) -> PixelSource {
    if let loader = Loader(format) { return .file(path: path, loader) }
    return format.decoder == .drawing
      ? .drawing(bytes) : try await BitmapDecoder.decode(path, size: size ?? PixelSize(width: 0, height: 0))
  }

  /// Opens the picture.
  ///
  /// - Parameters:
  ///   - scale: for a drawing, the scale to draw it at.
  ///   - shrink: for JPEG, 1, 2, 4 or 8.
  func image(
    tolerating tolerance: DamageTolerance, scale: Double = 1, shrink: Int = 1
  ) throws(VipsError) -> Image {
    switch self {
    case .file(let path, let loader):
      try Image.load(path: path, as: loader, tolerating: tolerance, shrink: shrink)
    case .drawing(let bytes): try Image.drawSVG(bytes, scale: scale)
    case .samples(let samples, let size, let bandCount):
      try Image(samples: samples, width: size.width, height: size.height, bandCount: bandCount)
    }
  }
}

extension MediaError {
  /// What a decoder's failure means for the file at `path`. Its path is taken out of the decoder's words: it is one of this
  /// machine, and the report has a better one.
  init(_ error: VipsError, format: PictureFormat, path: String) {
    if error.isOutOfMemory {
      self = .outOfMemory
    } else {
      self = .damaged(
        format: .picture(format), detail: error.detail.replacing(path + ": ", with: "").replacing(path, with: ""))
    }
  }
}

extension MediaError {
  /// What an error means that nobody foresaw while a file was worked on. It is taken for the file's doing: a file must not keep
  /// others from being sent.
  init(unexpected error: any Error) {
    let isOutOfMemory = (error as? VipsError)?.isOutOfMemory ?? false
    self = isOutOfMemory ? .outOfMemory : (error as? MediaError) ?? .untrustworthy(detail: error.reason)
  }
}

extension VipsError {
  package var isOutOfMemory: Bool { MemoryShortage.isTold(by: detail) }
}

extension Loader {
  /// The decoder of a format; nil for one that is drawn, or decoded by ffmpeg.
  init?(_ format: PictureFormat) {
    switch format.decoder {
    case .jpeg: self = .jpeg
    case .png: self = .png
    case .gif: self = .gif
    case .webp: self = .webp
    case .heif: self = .heif
    case .tiff: self = .tiff
    case .jxl: self = .jxl
    case .drawing, .bitmap: return nil
    }
  }
}

/// Decodes BMP files by ffmpeg. libvips would hand them to ImageMagick, whose many formats are not wanted here.
enum BitmapDecoder {
  /// The pixels of a BMP file as 8-bit RGBA.
  ///
  /// - Parameter size: as the file's header gives it.
  static func decode(_ path: String, size: PixelSize) async throws(MediaError) -> PixelSource {
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
          throw MediaError.damaged(format: .picture(.bmp), detail: "it holds more than its header says")
        }
        piece.withUnsafeBytes { samples.append(contentsOf: $0) }
      })
    guard ending.isSuccess, samples.count == count else {
      throw ending.shortage ?? .damaged(format: .picture(.bmp), detail: "ffmpeg cannot decode it")
    }
    return .samples(samples, size, bandCount: 4)
  }
}
