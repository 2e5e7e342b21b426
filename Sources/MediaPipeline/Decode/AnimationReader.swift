import GIFCodec
import Libraries
package import MediaFacts
package import PushDelivery

/// Delivers the frames of an animation as viewers see them, in order: each drawn onto the previous ones, upright, in 8-bit sRGB with alpha.
/// One frame at a time is in memory.
///
/// GIF is decoded by `GIFDecoder`, WebP by libvips, PNG by ffmpeg. Without scaling, turning or conversion, the samples are exactly the
/// file's.
package struct AnimationReader: Sendable {
  let path: String
  let bytes: [UInt8]
  let picture: Picture
  let frameCount: Int

  /// - Parameter frameCount: frames counted in its headers; as many are delivered.
  package init(path: String, bytes: [UInt8], picture: Picture, frameCount: Int) {
    (self.path, self.bytes, self.picture, self.frameCount) = (path, bytes, picture, frameCount)
  }

  /// Reads frames in order.
  /// - Parameters:
  ///   - size: the size of each frame; nil for `picture.size`.
  ///   - each: gets the index of a frame and its samples, RGBA row by row. If it throws, reading ends.
  /// - Throws: `MediaError.damaged` when the file holds fewer frames than its headers say or one cannot be decoded, what `each` throws if
  ///   it is a `MediaError`, or `.machine`.
  package func read(
    scaledTo size: PixelSize? = nil, first limit: Int? = nil, _ each: (_ index: Int, _ samples: [UInt8]) throws -> Void
  ) async throws(MediaError) {
    let count = min(limit ?? frameCount, frameCount)
    do {
      let conversion = FrameConversion(of: picture, bytes: bytes, to: size)
      let deliver = { (index: Int, samples: [UInt8]) in try each(index, conversion.apply(to: samples)) }
      switch picture.format {
      case .gif: try readGIF(count, deliver)
      case .webp: try readWebP(count, deliver)
      case .png: try await readPNG(count, deliver)
      default: throw damaged("it is no animation")
      }
    } catch { throw MediaError(error, format: picture.format, path: path) }
  }

  /// One frame, as `read` delivers it. All before it have to be decoded.
  package func frame(at index: Int) async throws(MediaError) -> [UInt8] {
    var result: [UInt8] = []
    try await read(first: index + 1) { position, samples in
      if position == index { result = samples }
    }
    return result
  }

  private typealias Deliver = (Int, [UInt8]) throws -> Void

  private func readGIF(_ count: Int, _ deliver: Deliver) throws {
    guard var decoder = GIFDecoder(bytes) else { throw damaged("it has no header") }
    // Limits were checked for a canvas of this size.
    guard PixelSize(width: decoder.width, height: decoder.height) == picture.storedSize else {
      throw damaged("its size is not as it says")
    }
    for index in 0..<count {
      do {
        guard let frame = try decoder.next() else { throw missing(after: index) }
        try deliver(index, frame.pixels)
      } catch is GIFDecodingError {
        throw damaged("frame \(index + 1) of \(frameCount) ends early or cannot be decoded")
      }
    }
  }

  /// libvips lays all frames of one opening below each other and has a limit for that, so long animations take several.
  private func readWebP(_ count: Int, _ deliver: Deliver) throws {
    let size = picture.storedSize
    let most = max(1, WebPPages.mostRows / max(1, size.height))
    for first in stride(from: 0, to: count, by: most) {
      let pages = try WebPPages.open(path: path, first: first, count: min(most, count - first))
      guard pages.fileCount == frameCount else { throw missing(after: pages.fileCount) }
      guard pages.width == size.width, pages.height == size.height else { throw damaged("its size is not as it says") }
      for index in 0..<min(most, count - first) { try deliver(first + index, try pages.samples(of: index)) }
    }
  }

  private func readPNG(_ count: Int, _ deliver: Deliver) async throws {
    let input = FFmpegInput(path: path, demuxer: "apng")
    let output = ["-frames:v", "\(count)", "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", "rgba", "pipe:1"]
    var frames = RawFrames(of: picture.storedSize, channelCount: 4)
    let ending = try await DecodingProgram.ffmpeg.run(
      ["-threads", "1"] + input.arguments() + output, reading: { piece in try frames.add(piece, deliver) })
    guard ending.errorLines.isEmpty, ending.isSuccess else {
      throw ending.shortage ?? damaged(FFmpegErrorText.text(ending.errorLines, path: path))
    }
    guard frames.count == count else { throw missing(after: frames.count) }
  }

  private func missing(after count: Int) -> MediaError {
    damaged("truncated: it says that it has \(frameCount) frames, and \(count) are there")
  }

  private func damaged(_ detail: String) -> MediaError { .damaged(format: .picture(picture.format), detail: detail) }
}

/// Converts the stored frames of an animation to the form in which they are delivered.
struct FrameConversion: Sendable {
  private let picture: Picture
  /// The embedded profile, if colours must be converted by it.
  private let profile: [UInt8]?
  /// The size to scale frames to, if it is not theirs.
  private let target: PixelSize?

  init(of picture: Picture, bytes: [UInt8], to size: PixelSize?) {
    self.picture = picture
    let isProfileNeeded = picture.color.profile == .other
    profile = isProfileNeeded ? HeaderFacts(parsing: bytes, format: picture.format).profile : nil
    target = size == picture.size ? nil : size
  }

  /// - Parameter samples: RGBA in the stored size.
  /// - Returns: RGBA in the wanted size, upright, in sRGB.
  func apply(to samples: [UInt8]) throws(VipsError) -> [UInt8] {
    let isUpright = picture.orientation == 1
    guard profile != nil || picture.color.needsToneMapping || target != nil || !isUpright else { return samples }
    let size = picture.storedSize
    var image = try Image(samples: samples, width: size.width, height: size.height, bandCount: 4)
    if picture.color.needsToneMapping {
      image = try ToneMapping(picture.color).apply(to: image)
    } else if let profile {
      image = try image.tagged(withProfile: profile).convertedToSRGBByProfile()
    }
    if !isUpright { image = try image.inMemory().upright(from: picture.orientation) }
    guard let target else { return try image.samples() }
    return try image.scaled(toWidth: target.width, height: target.height).samples()
  }
}
