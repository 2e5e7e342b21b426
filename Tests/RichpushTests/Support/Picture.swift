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
}
