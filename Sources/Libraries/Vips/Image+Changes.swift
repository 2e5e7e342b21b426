import Cvips

extension Image {
  /// Turned and mirrored so that a picture with an EXIF orientation is upright.
  /// - Parameter orientation: 1 to 8 as in the EXIF standard (CIPA DC-008, tag 0x0112); anything else counts as 1. The
  ///   caller gives it, since libvips may read the file differently.
  public consuming func upright(from orientation: Int) throws(VipsError) -> Image {
    switch orientation {
    case 2: try mirrored(VIPS_DIRECTION_HORIZONTAL)
    case 3: try rotated(VIPS_ANGLE_D180)
    case 4: try mirrored(VIPS_DIRECTION_VERTICAL)
    case 5: try rotated(VIPS_ANGLE_D90).mirrored(VIPS_DIRECTION_HORIZONTAL)
    case 6: try rotated(VIPS_ANGLE_D90)
    case 7: try rotated(VIPS_ANGLE_D270).mirrored(VIPS_DIRECTION_HORIZONTAL)
    case 8: try rotated(VIPS_ANGLE_D270)
    default: self
    }
  }

  private consuming func rotated(_ angle: VipsAngle) throws(VipsError) -> Image {
    try unsafe Image.make("rotate") { unsafe cvips_rotate(pointer, angle, $0) }
  }

  private consuming func mirrored(_ direction: VipsDirection) throws(VipsError) -> Image {
    try unsafe Image.make("mirror") { unsafe cvips_mirror(pointer, direction, $0) }
  }

  /// Scaled with a Lanczos 3 kernel, unless the size is the same.
  ///
  /// Colour is weighted by alpha, so that invisible pixels do not shine through: wholly transparent ones lose their colour, even
  /// without scaling.
  /// - Parameters: the new size in pixels, each at least 1.
  /// - Returns: an image of the same channels, with 16-bit samples where the image has more than 8 bits.
  public consuming func scaled(toWidth width: Int, height: Int) throws(VipsError) -> Image {
    let horizontal = Double(width) / Double(self.width)
    let vertical = Double(height) / Double(self.height)
    guard hasAlpha else { return try resized(horizontally: horizontal, vertically: vertical) }
    let isWide = hasWideSamples
    let scaled = try premultiplied().resized(horizontally: horizontal, vertically: vertical).unpremultiplied()
    // Multiplying makes floats.
    return isWide ? try scaled.castTo16Bit() : try scaled.castTo8Bit()
  }

  /// Colours multiplied by alpha are divided by it.
  public consuming func dividedByAlpha() throws(VipsError) -> Image {
    guard hasAlpha else { return self }
    return hasWideSamples ? try unpremultiplied().castTo16Bit() : try unpremultiplied().castTo8Bit()
  }

  private consuming func premultiplied() throws(VipsError) -> Image {
    try unsafe Image.make("premultiply") { unsafe cvips_premultiply(pointer, $0) }
  }

  private consuming func unpremultiplied() throws(VipsError) -> Image {
    try unsafe Image.make("unpremultiply") { unsafe cvips_unpremultiply(pointer, $0) }
  }

  /// - Parameters: factors above 0; below 1 makes it smaller.
  private consuming func resized(horizontally: Double, vertically: Double) throws(VipsError) -> Image {
    try unsafe Image.make("resize") { unsafe cvips_resize(pointer, horizontally, vertically, $0) }
  }

  /// Enlarged with bilinear interpolation, as on phones.
  /// - Parameters: factors of 1 or more.
  public consuming func enlarged(horizontally: Double, vertically: Double) throws(VipsError) -> Image {
    try unsafe Image.make("enlarge") { unsafe cvips_enlarge(pointer, horizontally, vertically, $0) }
  }

  /// The rectangle with the given left upper corner, which must lie inside the image.
  public consuming func extracted(left: Int, top: Int, width: Int, height: Int) throws(VipsError) -> Image {
    try unsafe Image.make("crop") {
      unsafe cvips_extract(pointer, CInt(left), CInt(top), CInt(width), CInt(height), $0)
    }
  }

  /// How to choose the part that a crop keeps.
  public enum Interest: Sendable { case attention, entropy, centre }

  /// The most interesting rectangle of the given size, which must not be larger than the image.
  public consuming func cropped(width: Int, height: Int, keeping interest: Interest) throws(VipsError) -> Image {
    let choice =
      switch interest {
      case .attention: VIPS_INTERESTING_ATTENTION
      case .entropy: VIPS_INTERESTING_ENTROPY
      case .centre: VIPS_INTERESTING_CENTRE
      }
    return try unsafe Image.make("crop") { unsafe cvips_smart_crop(pointer, CInt(width), CInt(height), choice, $0) }
  }

  /// The most salient point: edges, saturated colours and skin tones, as in `Interest.attention`. In pixels from the left and the top.
  public func attentionPoint() throws(VipsError) -> (x: Int, y: Int) {
    var (x, y): (CInt, CInt) = (0, 0)
    guard unsafe cvips_attention(pointer, &x, &y) == 0 else { throw .take("attention") }
    return (Int(x), Int(y))
  }

  /// Placed on a larger canvas, which has a colour (0 to 255 in each channel).
  public consuming func embedded(
    left: Int, top: Int, width: Int, height: Int, background: (red: Double, green: Double, blue: Double)
  ) throws(VipsError) -> Image {
    try unsafe Image.make("pad") {
      unsafe cvips_embed(
        pointer, CInt(left), CInt(top), CInt(width), CInt(height), background.red, background.green,
        background.blue, $0)
    }
  }
}

extension Image {
  /// Converted to 8-bit sRGB through its ICC profile, or libvips' default. Alpha is kept.
  public consuming func convertedToSRGBByProfile() throws(VipsError) -> Image {
    // Samples in Lab need no profile: libvips knows their meaning.
    if colorModel == .lab { return try convertedToSRGB().castTo8Bit() }
    let fallback = colorModel == .cmyk ? "cmyk" : "srgb"
    // Samples of 0...1.
    if hasFloatSamples {
      return try unsafe Image.make("cast") { unsafe cvips_float_to_16_bit(pointer, $0) }.convertedToSRGBByProfile()
    }
    return try unsafe Image.make("convert colour") { unsafe cvips_to_srgb_profile(pointer, fallback, $0) }
  }

  /// Converted to sRGB by its channels, without a profile.
  public consuming func convertedToSRGB() throws(VipsError) -> Image {
    try unsafe Image.make("convert colour") { unsafe cvips_to_srgb(pointer, $0) }
  }

  /// Converted to one channel of gray, besides alpha.
  public consuming func convertedToGray() throws(VipsError) -> Image {
    try unsafe Image.make("convert colour") { unsafe cvips_to_gray(pointer, $0) }
  }

  /// Samples rounded and clamped to 0...255.
  public consuming func castTo8Bit() throws(VipsError) -> Image {
    guard hasWideSamples else { return self }
    return try unsafe Image.make("cast") { unsafe cvips_to_8_bit(pointer, $0) }
  }

  /// Gray or RGB of 16 bits in 8 bits, dithered, so that a gradient has no bands; any other image as it is.
  public consuming func ditheredTo8Bit() throws(VipsError) -> Image {
    let isDeep = unsafe [VIPS_INTERPRETATION_GREY16, VIPS_INTERPRETATION_RGB16].contains(pointer.pointee.Type)
    guard isDeep, unsafe pointer.pointee.BandFmt == VIPS_FORMAT_USHORT else { return self }
    return try unsafe Image.make("dither") { unsafe cvips_dither_to_8_bit(pointer, $0) }
  }

  /// Samples rounded and clamped to 0...65535.
  public consuming func castTo16Bit() throws(VipsError) -> Image {
    try unsafe Image.make("cast") { unsafe cvips_to_16_bit(pointer, $0) }
  }

  /// With an opaque alpha channel if it had none.
  public consuming func withAlpha() throws(VipsError) -> Image {
    guard !hasAlpha else { return self }
    return try unsafe Image.make("add alpha") { unsafe cvips_add_alpha(pointer, $0) }
  }

  /// With an ICC profile for its colours.
  public consuming func tagged(withProfile bytes: [UInt8]) throws(VipsError) -> Image {
    // The image itself may be shared.
    let copy = try unsafe Image.make("copy") { unsafe cvips_copy(pointer, $0) }
    unsafe bytes.withUnsafeBytes { unsafe cvips_set_profile(copy.pointer, $0.baseAddress, $0.count) }
    return copy
  }

  /// Alpha removed by placing the picture on a colour (0 to 255 in each channel).
  public consuming func flattened(
    onto background: (red: Double, green: Double, blue: Double)
  ) throws(VipsError) -> Image {
    try unsafe Image.make("flatten") {
      unsafe cvips_flatten(pointer, background.red, background.green, background.blue, $0)
    }
  }

  /// Some of its channels. All channels are the image itself: nothing is computed or copied.
  public borrowing func bands(from first: Int, count: Int) throws(VipsError) -> Image {
    if first == 0, count == bandCount { return unsafe Image(owning: cvips_ref(pointer)) }
    return try unsafe Image.make("select channels") {
      unsafe cvips_extract_bands(pointer, CInt(first), CInt(count), $0)
    }
  }
}
