/// A size in whole pixels, both sides at least 0.
public struct PixelSize: Hashable, Sendable, Codable, CustomStringConvertible {
  public var width: Int
  public var height: Int

  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The number of pixels; saturates instead of overflowing, since headers of hostile files may claim anything.
  public var count: Int {
    let (product, overflow) = width.multipliedReportingOverflow(by: height)
    return overflow ? .max : product
  }

  /// The same area seen after a quarter turn.
  public var transposed: PixelSize { PixelSize(width: height, height: width) }

  public var description: String { "\(width)x\(height)" }
}
