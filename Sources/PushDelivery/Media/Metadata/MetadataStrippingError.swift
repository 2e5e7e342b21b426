/// Why a file cannot be published by leaving metadata out: it has to be decoded and encoded anew.
public enum MetadataStrippingError: Error, Hashable, Sendable {
  /// The file ends early or contradicts itself.
  case damaged
  /// Not every client's decoder reads a file coded like this.
  case notWidelyDecodable
  /// The metadata says to turn the picture (EXIF orientation 2 to 8); without it the picture would lie wrong.
  case notUpright(orientation: Int)
}
