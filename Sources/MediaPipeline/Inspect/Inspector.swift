package import PushDelivery
import Vips

/// Finds out what a file is. Runs in a worker process: it calls decoders.
package struct Inspector: Sendable {
  let limits: SourceLimits

  package init(limits: SourceLimits) { self.limits = limits }

  /// The facts about the file at `path`. Limits are checked on what its headers claim, before any decoder sees it.
  ///
  /// - Throws: `MediaProblem` when nothing can be made of it.
  package func inspect(_ path: String) async throws(MediaProblem) -> Inspection {
    let bytes = try SourceReader.bytes(of: path, limit: limits.maximumBytes)
    let format = try PictureFormat(sniffing: bytes)
    let facts = HeaderFacts(parsing: bytes, format: format)
    let size = if let known = facts.size { known } else { try measure(path, bytes: bytes, format: format) }
    try limits.check(size, frameCount: facts.frameCount)
    if facts.isCutShort { throw .damaged(format: .picture(format), detail: "truncated: its pixels end early") }
    var picture = Picture(facts, format: format, size: size)
    if facts.hasAlpha || !facts.isLossy {
      let source = try await PixelSource.open(path, bytes: bytes, format: format, size: size)
      let pixels = try pixelFacts(of: source, path: path, format: format, hasAlpha: facts.hasAlpha)
      guard !pixels.isInvisible else { throw .invisible }
      picture.alpha = pixels.alpha
      if !facts.isLossy { picture.content = pixels.content }
    }
    let frameCount = facts.frameCount ?? 1
    return format.canBeAnimated && frameCount > 1
      ? .animation(picture, Animation(delays: Array(repeating: 100, count: frameCount))) : .still(picture)
  }

  /// The size of a picture whose header our own reading does not understand.
  private func measure(_ path: String, bytes: [UInt8], format: PictureFormat) throws(MediaProblem) -> PixelSize {
    do throws(VipsError) {
      if format == .svg {
        let size = try Image.sizeOfSVG(bytes)
        return PixelSize(width: size.width, height: size.height)
      }
      guard let loader = Loader(format) else {
        throw VipsError(operation: "load", detail: "no size in its header")
      }
      let image = try Image.load(path: path, as: loader, tolerating: .warnings)
      return PixelSize(width: image.width, height: image.height)
    } catch {
      throw MediaProblem(error, format: format, path: path)
    }
  }

  private func pixelFacts(
    of source: PixelSource, path: String, format: PictureFormat, hasAlpha: Bool
  ) throws(MediaProblem) -> PixelFacts {
    do throws(VipsError) {
      let image = try source.image(tolerating: .warnings)
      return try PixelFacts(of: image.convertedToSRGB().castTo8Bit(), hasAlpha: hasAlpha)
    } catch {
      throw MediaProblem(error, format: format, path: path)
    }
  }
}

extension PictureFormat {
  /// The format of a file's bytes.
  ///
  /// - Throws: `MediaProblem.unsupported` or `.unrecognised`.
  init(sniffing bytes: [UInt8]) throws(MediaProblem) {
    switch SniffedFormat(firstBytes: Array(bytes.prefix(SniffedFormat.neededByteCount))) {
    case .picture(let format): self = format
    case .video(let format): throw .unsupported(format: format.displayName, hint: "")
    case .unsupported(let other): throw .unsupported(format: other.name, hint: other.hint)
    case .unknown: throw .unrecognised
    }
  }

  /// Whether several frames in one file are a motion and not a set of pages.
  var canBeAnimated: Bool {
    switch self {
    case .gif, .webp, .png, .avif, .jxl: true
    case .jpeg, .heic, .tiff, .bmp, .svg: false
    }
  }
}

extension Picture {
  fileprivate init(_ facts: HeaderFacts, format: PictureFormat, size: PixelSize) {
    self.init(
      format: format, size: facts.orientation >= 5 ? size.transposed : size, orientation: facts.orientation,
      color: facts.color, bitDepth: facts.bitDepth ?? 8, content: .photograph, metadata: facts.metadata,
      trailingByteCount: facts.trailingByteCount, isWidelyDecodable: facts.isWidelyDecodable)
  }
}
