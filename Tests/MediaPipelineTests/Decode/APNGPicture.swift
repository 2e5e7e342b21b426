import TestSupport

/// Writes animated PNG files of flat frames.
struct APNGPicture {
  private let header: [UInt8]
  private var frames: [UInt8] = []
  private var hiddenImage: [UInt8] = []
  private var frameCount = 0
  private var sequence = 0
  private let side: Int

  init(_ width: Int, _ height: Int) {
    side = width
    header = big(width, 4) + big(height, 4) + [8, 6, 0, 0, 0]
  }

  var bytes: [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + pngChunk("IHDR", header)
      + pngChunk("acTL", big(frameCount, 4) + big(0, 4)) + hiddenImage + frames + pngChunk("IEND", [])
  }

  /// Adds an image that belongs to no frame.
  func hidden(_ color: UInt32) -> APNGPicture {
    var copy = self
    copy.hiddenImage = pngChunk("IDAT", Self.pixels(color, side: side))
    return copy
  }

  /// Adds a square frame at the left upper corner, which replaces what is there.
  ///
  /// - Parameters:
  ///   - color: red, green, blue and alpha, the first in the highest byte.
  ///   - side: nil for the width of the canvas.
  ///   - disposal: 0, 1 or 2 as in the file.
  func frame(_ color: UInt32, side: Int? = nil, disposal: UInt8 = 0, hundredths: Int = 10) -> APNGPicture {
    var copy = self
    let side = side ?? self.side
    copy.frames += pngChunk(
      "fcTL",
      big(copy.sequence, 4) + big(side, 4) + big(side, 4) + big(0, 4) + big(0, 4)
        + [UInt8(hundredths >> 8), UInt8(hundredths & 255), 0, 100, disposal, 0])
    copy.sequence += 1
    if frameCount == 0, hiddenImage.isEmpty {
      copy.frames += pngChunk("IDAT", Self.pixels(color, side: side))
    } else {
      copy.frames += pngChunk("fdAT", big(copy.sequence, 4) + Self.pixels(color, side: side))
      copy.sequence += 1
    }
    copy.frameCount += 1
    return copy
  }

  private static func pixels(_ color: UInt32, side: Int) -> [UInt8] {
    let row: [UInt8] = [0] + (0..<side).flatMap { _ in big(Int(color), 4) }
    return zlibStored((0..<side).flatMap { _ in row })
  }
}
