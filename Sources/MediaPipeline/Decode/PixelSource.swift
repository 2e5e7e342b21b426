import GIFCodec
package import Libraries
import MediaFacts
import PushDelivery

/// The origin of a decoder's pixels, once the file's format is known.
enum PixelSource: Sendable {
  /// A file that libvips decodes. Its colours may be multiplied by alpha already.
  case file(path: String, Loader, isPremultiplied: Bool)
  /// A document that is drawn.
  case drawing(DrawingDocument)
  /// Decoded pixels: 8-bit sRGB of three channels, or four with alpha.
  case samples([UInt8], PixelSize, bandCount: Int)

  /// Prepares the file of a picture for decoding.
  /// - Parameter bytes: the whole file; needed for a drawing or a GIF.
  static func open(_ path: String, bytes: [UInt8], _ picture: Picture) async throws(MediaError) -> PixelSource {
    if let loader = Loader(picture.format) {
      return .file(path: path, loader, isPremultiplied: picture.isPremultiplied)
    }
    switch picture.format.decoder {
    case .drawing: return .drawing(DrawingDocument(ByteView(bytes)))
    case .gif: return try still(ofGIF: bytes, size: picture.storedSize)
    default: return try await bitmap(path, size: picture.storedSize)
    }
  }

  /// The only frame of a GIF. Uncovered parts are transparent, as browsers show them.
  private static func still(ofGIF bytes: [UInt8], size: PixelSize) throws(MediaError) -> PixelSource {
    guard var decoder = GIFDecoder(bytes), PixelSize(width: decoder.width, height: decoder.height) == size,
      let frame = decoder.beginningOfFirst()
    else { throw .damaged(format: .picture(.gif), detail: "its frame cannot be decoded") }
    return .samples(frame.pixels, size, bandCount: 4)
  }

  /// The pixels of a BMP file as 8-bit RGBA, by ffmpeg. libvips would use ImageMagick, whose many formats are not wanted here.
  private static func bitmap(_ path: String, size: PixelSize) async throws(MediaError) -> PixelSource {
    guard size.count > 0, let count = size.count.times(4) else {
      throw .damaged(format: .picture(.bmp), detail: "no size in its header")
    }
    let input = FFmpegInput(path: path, demuxer: "bmp_pipe")
    let output = ["-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "rgba", "pipe:1"]
    // If the decoder uses another size, it is noticed and cannot fill the memory.
    let (samples, ending) = try await DecodingProgram.ffmpeg.output(
      ["-threads", "1", "-xerror"] + input.arguments() + output, limit: count,
      orThrow: .damaged(format: .picture(.bmp), detail: "it holds more than its header says"))
    guard ending.isSuccess, samples.count == count else {
      throw ending.shortage ?? .damaged(format: .picture(.bmp), detail: "ffmpeg cannot decode it")
    }
    return .samples(samples, size, bandCount: 4)
  }

  /// Opens the picture.
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
  /// The meaning of an error while the file at `path`, if any, was decoded. Its path is removed from the decoder's message, because the
  /// report has a better one.
  init(_ error: any Error, format: PictureFormat, path: String?) {
    if let error = error as? VipsError, !error.isOutOfMemory {
      let detail = path.map { error.detail.replacing($0 + ": ", with: "").replacing($0, with: "") }
      self = .damaged(format: .picture(format), detail: detail ?? error.detail)
    } else {
      self.init(unexpected: error)
    }
  }

  /// The meaning of an unexpected error while a file was worked on. It is blamed on the file: a file must not stop others from being sent.
  init(unexpected error: any Error) {
    let isOutOfMemory = (error as? VipsError)?.isOutOfMemory ?? false
    self = isOutOfMemory ? .outOfMemory : (error as? MediaError) ?? .untrustworthy(detail: error.reason)
  }
}

extension VipsError {
  package var isOutOfMemory: Bool { MemoryShortage.isTold(by: detail) }
}

extension Loader {
  /// The decoder of a format, loaded where libvips has it in a module; nil if it is drawn, or decoded elsewhere.
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
    if let module = LoadedLibraries.decodingModules[self] { load(module: module) }
  }
}
