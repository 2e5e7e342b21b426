/// Encodes a picture as the best JPEG that fits a limit of bytes.
///
/// What does not depend on the limit is computed when the encoder is made, so that encoding again with another limit costs less.
/// The same picture, settings and limit give the same bytes on every machine.
public struct JPEGEncoder: Sendable {
  private let picture: PreparedPicture
  private let settings: JPEGSettings

  public init(_ pixels: JPEGPixels, settings: JPEGSettings = JPEGSettings()) {
    picture = PreparedPicture(pixels, hasColor: pixels.layout == .rgb)
    self.settings = settings
  }

  /// The best JPEG of at most so many bytes.
  ///
  /// - Throws: `JPEGEncodingError.limitTooSmall`, with the smallest size that can be reached.
  public func encode(atMost bytes: Int) throws(JPEGEncodingError) -> JPEGEncoding {
    var search = EncodingSearch(
      picture, limit: bytes, sampling: settings.chroma ?? .half, isProgressive: settings.isProgressive)
    return try search.run()
  }
}
