import Essentials

/// A text chunk: `tEXt`, `zTXt` or `iTXt`.
struct PNGText {
  /// The chunk's kind if its text has not been read.
  let kind: Picture.Metadata
  private let text: ByteView
  private let isCompressed: Bool

  init(_ chunk: PNGChunk) {
    let data = chunk.data
    let keywordEnd = data.offset(of: 0, from: 0) ?? data.count
    kind = Self.kind(of: String(decoding: data.clamped(at: 0, length: min(keywordEnd, 79)).bytes, as: UTF8.self))
    isCompressed = chunk.type == "zTXt" || chunk.type == "iTXt" && data[keywordEnd + 1] == 1
    switch chunk.type {
    case "zTXt": text = data.clamped(at: keywordEnd + 2)
    case "iTXt":
      let language = data.offset(of: 0, from: keywordEnd + 3) ?? data.count
      text = data.clamped(at: (data.offset(of: 0, from: language + 1) ?? data.count) + 1)
    default: text = data.clamped(at: keywordEnd + 1)
    }
  }

  /// ImageMagick and ExifTool write blocks of other formats as text with such keywords.
  private static func kind(of keyword: String) -> Picture.Metadata {
    switch keyword {
    case "XML:com.adobe.xmp", "Raw profile type xmp": .xmp
    case "Raw profile type exif", "Raw profile type APP1": .exif
    case "Raw profile type iptc", "Raw profile type 8bim": .iptc
    case _ where keyword.hasPrefix("Raw profile type"): .other
    default: .comment
    }
  }

  /// Its kinds of information. Reading the text means unpacking, so the caller decides.
  func metadata(readingText: Bool) -> Set<Picture.Metadata> {
    switch kind {
    case .xmp where readingText: XMPFacts(unpacked).metadata
    case .exif where readingText: ExifFacts(hexadecimalBlock).metadata
    default: [kind]
    }
  }

  private var unpacked: ByteView {
    isCompressed ? ByteView(Inflate.zlib(text.bytes.span, limit: 1 << 20) ?? []) : text
  }

  /// A raw profile is a newline, a name, a length, and the block in hexadecimal digits.
  private var hexadecimalBlock: ByteView {
    let lines = unpacked.bytes.split(separator: 0x0A, maxSplits: 2).last ?? []
    let digits = lines.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    return ByteView(stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) })
  }
}
