import MediaFacts
import PushDelivery
import Vips

/// Brings the stored frames of an animation into the form in which they are delivered.
struct FrameConversion: Sendable {
  private let picture: Picture
  /// The embedded profile, where colours have to be converted by it.
  private let profile: [UInt8]?
  /// What frames are scaled to, when that is not their size.
  private let target: PixelSize?

  /// - Parameters:
  ///   - picture: what the file's headers say.
  ///   - bytes: the file.
  ///   - size: the size wished for; nil for the picture's own.
  init(of picture: Picture, bytes: [UInt8], to size: PixelSize?) {
    self.picture = picture
    let isProfileNeeded = picture.color.profile == .other
    profile = isProfileNeeded ? HeaderFacts(parsing: bytes, format: picture.format).profile : nil
    target = size == picture.size ? nil : size
  }

  /// - Parameter samples: RGBA in the stored size.
  /// - Returns: RGBA in the size wished for, upright, in sRGB.
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
    return try scale(image).samples()
  }

  /// With colour weighted by alpha, so that invisible pixels do not shine through.
  private func scale(_ image: consuming Image) throws(VipsError) -> Image {
    guard let target else { return image }
    let horizontal = Double(target.width) / Double(image.width)
    let vertical = Double(target.height) / Double(image.height)
    return try image.premultiplied().resized(horizontally: horizontal, vertically: vertical).unpremultiplied()
      .castTo8Bit()
  }
}
