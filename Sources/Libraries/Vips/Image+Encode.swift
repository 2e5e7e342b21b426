import Cvips

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
  /// - Parameter quality: as for `jpeg(quality:)`.
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
    _ operation: String,
    _ body: (UnsafeMutablePointer<UnsafeMutableRawPointer?>, UnsafeMutablePointer<Int>) -> CInt
  ) throws(VipsError) -> [UInt8] {
    var bytes: UnsafeMutableRawPointer?
    var count = 0
    guard unsafe body(&bytes, &count) == 0, let bytes = unsafe bytes else { throw .take(operation) }
    defer { unsafe cvips_free(bytes) }
    return unsafe Array(UnsafeRawBufferPointer(start: bytes, count: count))
  }
}
