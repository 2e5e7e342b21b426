import Cvips

extension Image {
  /// Converted to 8-bit sRGB through its ICC profile, or libvips' default. Alpha is kept.
  public consuming func convertedToSRGBByProfile() throws(VipsError) -> Image {
    // Samples in Lab need no profile: libvips knows their meaning.
    if colorModel == .lab { return try convertedToSRGB().castTo8Bit() }
    let fallback = colorModel == .cmyk ? "cmyk" : "srgb"
    if hasFloatSamples { return try castFloatTo16Bit().convertedToSRGBByProfile() }
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

  /// Floating-point samples of 0...1 as 16-bit ones.
  private consuming func castFloatTo16Bit() throws(VipsError) -> Image {
    try unsafe Image.make("cast") { unsafe cvips_float_to_16_bit(pointer, $0) }
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
