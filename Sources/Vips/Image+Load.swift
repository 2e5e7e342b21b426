import Cvips

extension Image {
  /// Opens the first frame of the file at `path`.
  ///
  /// - Parameter shrink: for JPEG, 1, 2, 4 or 8: decode at that fraction of the size, which is much faster. Other formats
  ///   ignore it.
  /// - Throws: `VipsError` when the header is unreadable.
  public static func load(
    path: String, as loader: Loader, tolerating tolerance: DamageTolerance, shrink: Int = 1
  ) throws(VipsError) -> Image {
    let failOn = tolerance.failOn
    return try unsafe make("load \(loader.rawValue)") { out in
      switch loader {
      case .jpeg: unsafe cvips_load_jpeg(path, CInt(shrink), failOn, out)
      case .png: unsafe cvips_load_png(path, failOn, out)
      case .webp: unsafe cvips_load_webp(path, failOn, out)
      case .heif: unsafe cvips_load_heif(path, failOn, out)
      case .tiff: unsafe cvips_load_tiff(path, failOn, out)
      case .jxl: unsafe cvips_load_jxl(path, failOn, out)
      }
    }
  }

  /// Decodes a JPEG or PNG that was encoded here. All of it is decoded now, so the bytes are not needed afterwards.
  ///
  /// - Throws: `VipsError` when the decoder complains, or for another loader.
  public static func decode(_ bytes: [UInt8], as loader: Loader) throws(VipsError) -> Image {
    let decoded = unsafe bytes.withUnsafeBytes { buffer -> UnsafeMutablePointer<VipsImage>? in
      var lazy: UnsafeMutablePointer<VipsImage>?
      let status =
        switch loader {
        case .jpeg: unsafe cvips_load_jpeg_buffer(buffer.baseAddress, buffer.count, VIPS_FAIL_ON_WARNING, &lazy)
        case .png: unsafe cvips_load_png_buffer(buffer.baseAddress, buffer.count, VIPS_FAIL_ON_WARNING, &lazy)
        default: CInt(-1)
        }
      guard status == 0, let lazy = unsafe lazy else { return nil }
      defer { unsafe cvips_unref(lazy) }
      return unsafe cvips_to_memory(lazy)
    }
    guard let decoded = unsafe decoded else { throw .take("decode \(loader.rawValue)") }
    return unsafe Image(owning: decoded)
  }

  /// Draws an SVG document at its own size. It is drawn now, so the bytes are not needed afterwards.
  ///
  /// - Throws: `VipsError` when it is not an SVG, or too large for the renderer.
  public static func drawSVG(_ bytes: [UInt8]) throws(VipsError) -> Image {
    let drawn = unsafe bytes.withUnsafeBytes { buffer -> UnsafeMutablePointer<VipsImage>? in
      var lazy: UnsafeMutablePointer<VipsImage>?
      let status = unsafe cvips_load_svg(buffer.baseAddress, buffer.count, VIPS_FAIL_ON_ERROR, &lazy)
      guard status == 0, let lazy = unsafe lazy else { return nil }
      defer { unsafe cvips_unref(lazy) }
      return unsafe cvips_to_memory(lazy)
    }
    guard let drawn = unsafe drawn else { throw .take("draw svg") }
    return unsafe Image(owning: drawn)
  }

  /// An image of 8-bit sRGB (3 or 4 bands) or gray (1 or 2) samples, row by row, bands interleaved; copied.
  ///
  /// - Throws: `VipsError` when the count of samples is not width x height x bands.
  public init(samples: [UInt8], width: Int, height: Int, bandCount: Int) throws(VipsError) {
    guard width > 0, height > 0, (1...4).contains(bandCount), width <= 100_000, height <= 100_000,
      samples.count == width * height * bandCount
    else { throw VipsError(operation: "samples", detail: "count does not match the size") }
    let image = unsafe samples.withUnsafeBytes {
      unsafe cvips_from_samples($0.baseAddress, $0.count, CInt(width), CInt(height), CInt(bandCount))
    }
    guard let image = unsafe image else { throw .take("samples") }
    unsafe self.init(owning: image)
  }
}

extension DamageTolerance {
  fileprivate var failOn: VipsFailOn {
    switch self {
    case .everything: VIPS_FAIL_ON_NONE
    case .warnings: VIPS_FAIL_ON_ERROR
    case .nothing: VIPS_FAIL_ON_WARNING
    }
  }
}
