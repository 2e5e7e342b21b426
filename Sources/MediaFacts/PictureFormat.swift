/// A picture format that richpush reads, recognised by a file's first bytes and never by its name.
///
/// All facts of a format are in one place, with the reader of its header. Two are equal when they have the same name.
public struct PictureFormat: Sendable {
  /// Names, media types, signatures, and client support.
  package let traits: FormatTraits
  /// The decoder of its pixels.
  package let decoder: DecoderKind
  /// Reads the facts in the bytes of a whole file before anything is decoded.
  let readHeader: @Sendable (ByteView) -> HeaderFacts

  package init(
    _ traits: FormatTraits, decoder: DecoderKind,
    readHeader: @escaping @Sendable (ByteView) -> HeaderFacts
  ) {
    (self.traits, self.decoder, self.readHeader) = (traits, decoder, readHeader)
  }
}

extension PictureFormat: CaseIterable {
  /// All supported formats.
  public static let allCases: [PictureFormat] = [
    .jpeg, .png, .gif, .webp, .heic, .avif, .tiff, .bmp, .svg, .jxl,
  ]
}

/// A decoder of pictures. Our own reading of a file's first bytes chooses it; decoders never guess.
package enum DecoderKind: Hashable, Sendable {
  /// Those of libvips.
  case jpeg, png, gif, webp, heif, tiff, jxl
  /// Without pixels: it is drawn.
  case drawing
  /// ffmpeg's, which needs the size.
  case bitmap
}

extension PictureFormat: Hashable, RawRepresentable, Codable, CustomStringConvertible {
  /// The supported format of this name in JSON.
  public init?(rawValue: String) {
    guard let format = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = format
  }

  public var rawValue: String { traits.name }

  public var description: String { rawValue }

  public static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }

  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

extension PictureFormat {
  /// Its common name.
  public var displayName: String { traits.displayName }
}

extension HeaderFacts {
  /// Reads `bytes`, a whole file that `SniffedFormat` recognised as `format`. Any bytes are allowed: damaged or cut-off
  /// ones give the facts before that.
  public init(parsing bytes: [UInt8], format: PictureFormat) {
    self = format.readHeader(ByteView(bytes))
  }
}
