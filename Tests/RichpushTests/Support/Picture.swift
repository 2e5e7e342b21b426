import MediaFacts
import TestSupport

/// Pictures for campaigns, good and bad.
enum Picture {
  /// A PNG that is published as it is.
  static let logoPath = packageRoot + "/samples/campaign/graphics/logo.png"
  /// The name that the logo is published under for any slug, by the digest of its bytes.
  static let logoDigest = "d13cff96dad9"
  /// A JPEG that must be rendered.
  static let photoPath = packageRoot + "/samples/campaign/photos/portrait-from-phone.jpg"

  /// Another JPEG with the same picture: a comment follows the start of the image.
  static func commented(_ jpeg: [UInt8], _ comment: String) -> [UInt8] {
    jpeg.prefix(2) + jpegSegment(0xFE, Array(comment.utf8)) + jpeg.dropFirst(2)
  }

  /// A baseline JPEG of one component that claims a size and ends with its scan's first bytes.
  static func jpegHeader(width: UInt16, height: UInt16) -> [UInt8] {
    let size = [height, width].flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    let quantization = jpegSegment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
    let frame = jpegSegment(0xC0, [8] + size + [1, 1, 0x11, 0])
    let codes = jpegSegment(0xC4, [0x00, 1] + [UInt8](repeating: 0, count: 15) + [0])
    let alternatingCodes = jpegSegment(0xC4, [0x10, 1] + [UInt8](repeating: 0, count: 15) + [0])
    let scan = jpegSegment(0xDA, [1, 1, 0, 0, 63, 0])
    return [0xFF, 0xD8] + quantization + frame + codes + alternatingCodes + scan + [0, 0, 0xFF, 0xD9]
  }

  /// A GIF of one pixel with this many frames.
  static func gif(frameCount: Int) -> [UInt8] {
    let header = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
    let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 0x01, 0]
    return header + Array(repeatElement(frame, count: frameCount).joined()) + [0x3B]
  }
}
