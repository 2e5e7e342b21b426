/// A picture format that richpush reads, told from a file's first bytes and never from its name.
///
/// All that is to be known of a format stands in one place, beside the reader of its header. Two are equal when they have the
/// same name.
public struct PictureFormat: Sendable {
  /// Names, media types, signatures, and who shows it.
  package let traits: FormatTraits
  /// What gives its pixels.
  package let decoder: DecoderKind
  /// Reads what the bytes of a whole file say before anything is decoded.
  let readHeader: @Sendable (ByteView) -> HeaderFacts

  package init(
    _ traits: FormatTraits, decoder: DecoderKind,
    readHeader: @escaping @Sendable (ByteView) -> HeaderFacts
  ) {
    (self.traits, self.decoder, self.readHeader) = (traits, decoder, readHeader)
  }
}

extension PictureFormat: CaseIterable {
  /// Every one that is read.
  public static let allCases: [PictureFormat] = [
    .jpeg, .png, .gif, .webp, .heic, .avif, .tiff, .bmp, .svg, .jxl,
  ]
}

/// A decoder of pictures. Which one gets a file is decided by our own reading of its first bytes; none of them guesses.
package enum DecoderKind: Hashable, Sendable {
  /// Those of libvips.
  case jpeg, png, gif, webp, heif, tiff, jxl
  /// There are no pixels: it is drawn.
  case drawing
  /// ffmpeg's, which needs the size.
  case bitmap
}

extension PictureFormat: Hashable, RawRepresentable, Codable, CustomStringConvertible {
  /// The format of this name in JSON, if it is one that is read.
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
  /// The name people know it by.
  public var displayName: String { traits.displayName }
}

extension HeaderFacts {
  /// Reads `bytes`, the whole of a file of which `SniffedFormat` said `format`. Any bytes are allowed: where they
  /// are damaged or cut off, the facts are those read before that.
  public init(parsing bytes: [UInt8], format: PictureFormat) {
    self = format.readHeader(ByteView(bytes))
  }
}
