import Cvips

/// How a picture is decoded. Our own reading of the file's first bytes chooses the loader; libvips never guesses.
public enum Loader: String, Sendable, CaseIterable {
  case jpeg, png, webp, heif, tiff, jxl

  /// Whether the loaded libvips supports it. libvips must have been started.
  public var isInstalled: Bool { unsafe cvips_has_operation(rawValue + "load_buffer") != 0 }

  /// Loads the module of libvips that has it, unless that happened.
  ///
  /// - Parameter path: absolute.
  public func load(module path: String) {
    guard (try? VipsLibrary.start()) != nil, !isInstalled else { return }
    unsafe cvips_load_module(path)
  }

  /// The formats that libvips may support, and whether it does: those of the loaders, and SVG, which is drawn. libvips must have been
  /// started.
  public static var formats: [(name: String, isInstalled: Bool)] {
    let drawing = unsafe (name: "svg", isInstalled: cvips_has_operation("svgload_buffer") != 0)
    return allCases.map { ($0.rawValue, $0.isInstalled) } + [drawing]
  }

  /// libvips' names of the operations that stay enabled.
  static let allowedOperations = [
    "VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadWebp",
    "VipsForeignLoadHeif", "VipsForeignLoadTiff", "VipsForeignLoadJxl", "VipsForeignLoadSvgBuffer",
  ]
}

/// How much damage a decoder tolerates.
public enum DamageTolerance: Sendable {
  /// Deliver what is decodable, however much is missing.
  case everything
  /// Stop at truncated data and serious errors, but ignore the decoder's warnings.
  case warnings
  /// Stop at any complaint of the decoder.
  case nothing

  fileprivate var failOn: VipsFailOn {
    switch self {
    case .everything: VIPS_FAIL_ON_NONE
    case .warnings: VIPS_FAIL_ON_ERROR
    case .nothing: VIPS_FAIL_ON_WARNING
    }
  }
}

extension Image {
  /// Opens the first frame of the file at `path`.
  /// - Parameter shrink: for JPEG, 1, 2, 4 or 8: decode at that fraction of the size, which is much faster. Other formats
  ///   ignore it.
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

  /// Decodes a JPEG, PNG or WebP. Throws when the decoder complains, and for another loader.
  public static func decode(_ bytes: [UInt8], as loader: Loader) throws(VipsError) -> Image {
    try unsafe eager("decode \(loader.rawValue)", bytes) { start, count, out in
      switch loader {
      case .jpeg: unsafe cvips_load_jpeg_buffer(start, count, VIPS_FAIL_ON_WARNING, out)
      case .png: unsafe cvips_load_png_buffer(start, count, VIPS_FAIL_ON_WARNING, out)
      case .webp: unsafe cvips_load_webp_buffer(start, count, VIPS_FAIL_ON_WARNING, out)
      default: CInt(-1)
      }
    }
  }

  /// Draws an SVG document at its own size. Throws when it is not one, or too large for the renderer.
  public static func drawSVG(_ bytes: [UInt8]) throws(VipsError) -> Image {
    try unsafe eager("draw svg", bytes) { start, count, out in
      unsafe cvips_load_svg(start, count, VIPS_FAIL_ON_ERROR, out)
    }
  }

  /// Loads and decodes bytes now, so that they are not needed afterwards.
  private static func eager(
    _ operation: String, _ bytes: [UInt8],
    _ load: (UnsafeRawPointer?, Int, UnsafeMutablePointer<UnsafeMutablePointer<VipsImage>?>) -> CInt
  ) throws(VipsError) -> Image {
    let decoded = unsafe bytes.withUnsafeBytes { buffer -> UnsafeMutablePointer<VipsImage>? in
      var lazy: UnsafeMutablePointer<VipsImage>?
      guard unsafe load(buffer.baseAddress, buffer.count, &lazy) == 0, let lazy = unsafe lazy else { return nil }
      defer { unsafe cvips_unref(lazy) }
      return unsafe cvips_to_memory(lazy)
    }
    guard let decoded = unsafe decoded else { throw .take(operation) }
    return unsafe Image(owning: decoded)
  }

  /// An image of 8-bit sRGB (3 or 4 bands) or gray (1 or 2) samples, row by row, bands interleaved; copied.
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

/// Some frames of an animated WebP file, decoded one by one on request.
@safe public struct WebPPages: ~Copyable {
  /// All frames in the file.
  public let fileCount: Int
  public let width: Int
  /// The height of one frame.
  public let height: Int
  private let region: UnsafeMutablePointer<VipsRegion>

  /// libvips' longest side of an image (`VIPS_MAX_COORD`). It stacks frames, so it also limits the total rows of the frames
  /// opened at once.
  public static let mostRows = 10_000_000

  private init(_ region: UnsafeMutablePointer<VipsRegion>, _ image: borrowing Image, height: Int) {
    unsafe self.region = region
    fileCount = unsafe Int(cvips_page_count(image.pointer))
    width = image.width
    self.height = height
  }

  /// Opens the file at `path`.
  public static func open(path: String, first: Int, count: Int) throws(VipsError) -> WebPPages {
    let image = try unsafe Image.make("load webp") {
      unsafe cvips_load_webp_pages(path, CInt(clamping: first), CInt(clamping: count), VIPS_FAIL_ON_ERROR, $0)
    }.withAlpha()
    let height = unsafe Int(cvips_page_height(image.pointer))
    guard image.bandCount == 4, !image.hasWideSamples, height > 0, image.height == height * count else {
      throw VipsError(operation: "load webp", detail: "its frames are not as they should be")
    }
    // The region keeps the image alive.
    guard let region = unsafe cvips_region(image.pointer) else { throw .take("load webp") }
    return unsafe WebPPages(region, image, height: height)
  }

  deinit { unsafe cvips_region_unref(region) }

  /// The RGBA samples of a frame, row by row. Ask for frames in order.
  /// - Parameter index: from the first opened frame.
  public borrowing func samples(of index: Int) throws(VipsError) -> [UInt8] {
    let top = CInt(clamping: index * height)
    let rows = CInt(clamping: height)
    var isRead = false
    let samples = unsafe [UInt8](unsafeUninitializedCapacity: width * height * 4) { buffer, count in
      isRead = unsafe cvips_read_rows(region, top, rows, buffer.baseAddress) == 0
      count = isRead ? buffer.count : 0
    }
    guard isRead else { throw .take("decode webp") }
    return samples
  }
}
