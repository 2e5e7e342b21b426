/// Removes everything from a PNG that is not needed to show the picture. The compressed pixels stay byte for byte.
///
/// What stays: `IHDR`, `PLTE`, `tRNS`, `IDAT` and `IEND`; `sRGB`, `gAMA` and `cHRM` where they mean sRGB; and, if asked
/// for, `iCCP`. What goes: every other chunk, and all that follows `IEND`.
public struct PNGMetadataStripper: Hashable, Sendable {
  /// Whether an embedded ICC profile stays.
  public let keepsProfile: Bool

  public init(keepsProfile: Bool = false) {
    self.keepsProfile = keepsProfile
  }

  /// The same picture without metadata; stripping the result again changes nothing.
  ///
  /// - Throws: `MetadataStrippingError` for a file whose picture may not look the same everywhere.
  public func strip(_ bytes: [UInt8]) throws(MetadataStrippingError) -> [UInt8] {
    let view = ByteView(bytes)
    let facts = PNGFacts(view)
    guard facts.header != nil, facts.endOffset != nil, facts.hasPixels, let chunks = PNGChunks(view) else {
      throw .damaged
    }
    guard !facts.hasWrongChecksum else { throw .damaged }
    guard facts.isWidelyDecodable else { throw .notWidelyDecodable }
    guard facts.orientation == 1 else { throw .notUpright(orientation: facts.orientation) }
    var output = PNGChunks.signature
    output.reserveCapacity(bytes.count)
    for chunk in chunks {
      if keeps(chunk) {
        output += chunk.whole.bytes
      } else if !chunk.isAncillary {
        throw .notWidelyDecodable
      }
    }
    return output
  }

  private func keeps(_ chunk: PNGChunk) -> Bool {
    switch chunk.type {
    case "IHDR", "PLTE", "tRNS", "IDAT", "IEND": true
    case "iCCP": keepsProfile
    default: PNGColor.agreesWithSRGB(chunk)
    }
  }
}
