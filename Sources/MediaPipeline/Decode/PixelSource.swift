import GIFCodec
import MediaFacts
import PushDelivery
package import Vips

/// Where a decoder gets pixels from, once it is known what the file is.
enum PixelSource: Sendable {
  /// A file that libvips decodes. Its colours may be multiplied by alpha already.
  case file(path: String, Loader, isPremultiplied: Bool)
  /// A document that is drawn.
  case drawing(DrawingDocument)
  /// Pixels that are decoded already: 8-bit sRGB of three channels, or four with alpha.
  case samples([UInt8], PixelSize, bandCount: Int)

  /// Prepares the file of a picture for decoding.
  ///
  /// - Parameter bytes: the whole of it; needed of a drawing and of a GIF.
  static func open(_ path: String, bytes: [UInt8], _ picture: Picture) async throws(MediaError) -> PixelSource {
    if let loader = Loader(picture.format) {
      return .file(path: path, loader, isPremultiplied: picture.isPremultiplied)
    }
    switch picture.format.decoder {
    case .drawing: return .drawing(DrawingDocument(ByteView(bytes)))
    case .gif: return try still(ofGIF: bytes, size: picture.storedSize)
    default: return try await BitmapDecoder.decode(path, size: picture.storedSize)
    }
  }

  /// The only frame of a GIF. What it leaves free is transparent, as browsers show it.
  private static func still(ofGIF bytes: [UInt8], size: PixelSize) throws(MediaError) -> PixelSource {
    guard var decoder = GIFDecoder(bytes), PixelSize(width: decoder.width, height: decoder.height) == size,
      let frame = decoder.beginningOfFirst()
    else { throw .damaged(format: .picture(.gif), detail: "its frame cannot be decoded") }
    return .samples(frame.pixels, size, bandCount: 4)
  }

  /// Opens the picture.
  ///
  /// - Parameters:
  ///   - size: for a drawing, the size to draw it at; nil for its own.
  ///   - shrink: for JPEG, 1, 2, 4 or 8.
  func image(
    tolerating tolerance: DamageTolerance, drawnAt size: PixelSize? = nil, shrink: Int = 1
  ) throws(VipsError) -> Image {
    switch self {
    case .file(let path, let loader, isPremultiplied: false):
      try Image.load(path: path, as: loader, tolerating: tolerance, shrink: shrink)
    case .file(let path, let loader, isPremultiplied: true):
      try Image.load(path: path, as: loader, tolerating: tolerance).dividedByAlpha()
    case .drawing(let document):
      try Image.drawSVG(document.bytes(drawnAt: size ?? document.size ?? PixelSize(width: 1, height: 1)))
    case .samples(let samples, let size, let bandCount):
      try Image(samples: samples, width: size.width, height: size.height, bandCount: bandCount)
    }
  }
}

extension MediaError {
  /// What a decoder's failure means for the file at `path`, where it is of a file. Its path is taken out of the decoder's words: it is one
  /// of this machine, and the report has a better one.
  init(_ error: VipsError, format: PictureFormat, path: String?) {
    if error.isOutOfMemory {
      self = .outOfMemory
    } else {
      let detail = path.map { error.detail.replacing($0 + ": ", with: "").replacing($0, with: "") }
      self = .damaged(format: .picture(format), detail: detail ?? error.detail)
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
  /// The decoder of a format; nil for one that is drawn, or decoded by others.
  init?(_ format: PictureFormat) {
    switch format.decoder {
    case .jpeg: self = .jpeg
    case .png: self = .png
    case .webp: self = .webp
    case .heif: self = .heif
    case .tiff: self = .tiff
    case .jxl: self = .jxl
    case .drawing, .gif, .bitmap: return nil
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
