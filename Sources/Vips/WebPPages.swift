import Cvips

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
  ///
  /// - Parameters:
  ///   - first: the first frame to open.
  ///   - count: how many; at least 1.
  /// - Throws: `VipsError` when the file is damaged or has too few frames.
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
  ///
  /// - Parameter index: from the first opened frame.
  /// - Throws: `VipsError` when it is damaged.
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
