import Cvips

/// A libvips image, owned: released when it goes out of scope, never stored, never passed to another task.
///
/// Operations are lazy. Nothing is decoded until `inMemory()`, an encoder or a measurement needs pixels, so damage shows
/// there and not in `load`.
@safe public struct Image: ~Copyable {
  let pointer: UnsafeMutablePointer<VipsImage>

  /// Takes over the reference.
  init(owning pointer: UnsafeMutablePointer<VipsImage>) { unsafe self.pointer = pointer }

  deinit { unsafe cvips_unref(pointer) }

  public var width: Int { unsafe Int(pointer.pointee.Xsize) }
  public var height: Int { unsafe Int(pointer.pointee.Ysize) }
  /// Where it was extracted, in pixels from the left and the top of that image.
  public var corner: (left: Int32, top: Int32) { unsafe (-pointer.pointee.Xoffset, -pointer.pointee.Yoffset) }
  /// Channels, including alpha.
  public var bandCount: Int { unsafe Int(pointer.pointee.Bands) }
  public var hasAlpha: Bool { unsafe cvips_has_alpha(pointer) != 0 }
  public var hasProfile: Bool { unsafe cvips_has_profile(pointer) != 0 }
  public var hasWideSamples: Bool { unsafe pointer.pointee.BandFmt != VIPS_FORMAT_UCHAR }

  public var hasFloatSamples: Bool {
    let format = unsafe pointer.pointee.BandFmt
    return format == VIPS_FORMAT_FLOAT || format == VIPS_FORMAT_DOUBLE
  }

  /// The assumed model of the channels.
  public var colorModel: ColorModel {
    switch unsafe pointer.pointee.Type {
    case VIPS_INTERPRETATION_CMYK: .cmyk
    case VIPS_INTERPRETATION_B_W, VIPS_INTERPRETATION_GREY16: .gray
    case VIPS_INTERPRETATION_LAB, VIPS_INTERPRETATION_LABQ, VIPS_INTERPRETATION_LABS: .lab
    default: .rgb
    }
  }

  public enum ColorModel: Sendable { case gray, rgb, cmyk, lab }

  /// Runs one libvips operation that makes an image.
  static func make(
    _ operation: String, _ body: (UnsafeMutablePointer<UnsafeMutablePointer<VipsImage>?>) -> CInt
  ) throws(VipsError) -> Image {
    var result: UnsafeMutablePointer<VipsImage>?
    guard unsafe body(&result) == 0, let result = unsafe result else { throw .take(operation) }
    return unsafe Image(owning: result)
  }
}

extension Image {
  /// Decoded and computed once, so that several encodings start from the same pixels. Damage shows here.
  public consuming func inMemory() throws(VipsError) -> Image {
    guard let copy = unsafe cvips_to_memory(pointer) else { throw .take("decode") }
    return unsafe Image(owning: copy)
  }

  /// Decodes all of it and keeps nothing, so that memory does not grow with the picture. Damage shows here.
  public consuming func decodeWholly() throws(VipsError) {
    guard unsafe cvips_compute_all(pointer) == 0 else { throw .take("decode") }
  }

  /// The samples of an 8-bit image, row by row, bands interleaved.
  public consuming func samples() throws(VipsError) -> [UInt8] {
    let image = try inMemory()
    let count = image.width * image.height * image.bandCount
    guard !image.hasWideSamples, let data = unsafe cvips_samples(image.pointer) else {
      throw VipsError(operation: "samples", detail: "not an 8-bit image")
    }
    return unsafe Array(UnsafeRawBufferPointer(start: data, count: count))
  }

  /// The samples of a 16-bit image, row by row, bands interleaved.
  public consuming func wideSamples() throws(VipsError) -> [UInt16] {
    let image = try castTo16Bit().inMemory()
    let count = image.width * image.height * image.bandCount
    guard let data = unsafe cvips_samples(image.pointer) else { throw .take("samples") }
    return unsafe Array(UnsafeBufferPointer(start: data.assumingMemoryBound(to: UInt16.self), count: count))
  }
}

extension Image {
  /// Encodes as progressive JPEG with optimal Huffman tables, without metadata. The image must be 8-bit gray or RGB.
  /// - Parameters:
  ///   - quality: 1 to 100, on the scale of the IJG's library.
  ///   - subsamplesChroma: whether chroma has half the resolution both ways (4:2:0) instead of all (4:4:4).
  public borrowing func jpeg(quality: Int, subsamplesChroma: Bool = true) throws(VipsError) -> [UInt8] {
    try Self.check(quality)
    return try unsafe encode("encode jpeg") {
      unsafe cvips_save_jpeg(pointer, CInt(quality), subsamplesChroma ? 1 : 0, $0, $1)
    }
  }

  /// The size in bytes of a plain baseline JPEG with 4:2:0 chroma, several times faster than `jpeg(quality:)`.
  public borrowing func quickJPEGByteCount(quality: Int) throws(VipsError) -> Int {
    try Self.check(quality)
    return try unsafe encode("encode jpeg") { unsafe cvips_save_quick_jpeg(pointer, CInt(quality), $0, $1) }.count
  }

  /// libvips silently clamps values outside.
  private static func check(_ quality: Int) throws(VipsError) {
    guard (1...100).contains(quality) else {
      throw VipsError(operation: "encode jpeg", detail: "quality \(quality) is not in 1...100")
    }
  }

  /// Encodes as lossless PNG without metadata.
  /// - Parameters:
  ///   - compression: 0 to 9, zlib's levels.
  ///   - filtersRows: whether each row gets its best filter. Gradients need that; screenshots and drawings with few colours
  ///       are often half as large without.
  public borrowing func png(compression: Int = 9, filtersRows: Bool = true) throws(VipsError) -> [UInt8] {
    guard (0...9).contains(compression) else {
      throw VipsError(operation: "encode png", detail: "compression \(compression) is not in 0...9")
    }
    return try unsafe encode("encode png") {
      unsafe cvips_save_png(pointer, CInt(compression), filtersRows ? 1 : 0, $0, $1)
    }
  }

  /// Encodes as PNG with a palette of at most 2^`bitDepth` colours, chosen for this picture.
  /// - Parameters:
  ///   - bitDepth: 1, 2, 4 or 8.
  ///   - dither: 0 (none) to 1 (full error diffusion).
  public borrowing func palettePNG(bitDepth: Int = 8, dither: Double) throws(VipsError) -> [UInt8] {
    guard [1, 2, 4, 8].contains(bitDepth), (0...1).contains(dither) else {
      throw VipsError(operation: "encode palette png", detail: "depth \(bitDepth), dither \(dither)")
    }
    return try unsafe encode("encode palette png") {
      unsafe cvips_save_palette_png(pointer, CInt(bitDepth), dither, $0, $1)
    }
  }

  /// Runs one encoder, copies its result and frees that with the right allocator.
  private borrowing func encode(
    _ operation: String, _ body: (UnsafeMutablePointer<UnsafeMutableRawPointer?>, UnsafeMutablePointer<Int>) -> CInt
  ) throws(VipsError) -> [UInt8] {
    var bytes: UnsafeMutableRawPointer?
    var count = 0
    guard unsafe body(&bytes, &count) == 0, let bytes = unsafe bytes else { throw .take(operation) }
    defer { unsafe cvips_free(bytes) }
    return unsafe Array(UnsafeRawBufferPointer(start: bytes, count: count))
  }
}
