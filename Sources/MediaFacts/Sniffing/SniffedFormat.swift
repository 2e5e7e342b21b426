/// A file's type, only by its first bytes. The name of a file is never trusted.
public enum SniffedFormat: Hashable, Sendable {
  /// A picture, perhaps animated, or a video in a supported format.
  case media(MediaFormat)
  /// Recognised but unsupported.
  case unsupported(UnsupportedFormat)
  /// Nothing recognised.
  case unknown

  /// The number of bytes from the start of a file that are examined; more do no harm.
  public static let neededByteCount = 4096

  /// Tells the format from the first bytes of a file, `neededByteCount` of them or the whole of a shorter file.
  ///
  /// - Parameter pictures: the formats of pictures that are read.
  public init(firstBytes: [UInt8], among pictures: [PictureFormat] = PictureFormat.allCases) {
    let view = ByteView(firstBytes).clamped(at: 0, length: Self.neededByteCount)
    // Boxes identify a file more reliably than the headers of pictures.
    let formats = VideoFormat.allCases.map(MediaFormat.video) + pictures.map(MediaFormat.picture)
    let signed = formats.first { $0.traits.recognition.hasSignature(view) }
    // Some cameras mark files that would otherwise be TIFF.
    self =
      Self.unreadSignature(view) ?? signed.map(Self.media) ?? Self.unreadBoxes(view)
      ?? formats.first { $0.traits.recognition.hasHeader(view) }.map(Self.media)
      ?? Self.unreadHeader(view)
      ?? .unknown
  }

  /// The format, if supported.
  public var format: MediaFormat? { if case .media(let format) = self { format } else { nil } }
}

/// Formats that are recognised only to be refused, each with a hint for the file's owner.
private let unreadSignatures: [(signature: Signature, format: UnsupportedFormat)] = [
  (Signature([0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A]), .unreadPicture("JPEG 2000")),
  (Signature([0xFF, 0x4F, 0xFF, 0x51]), .unreadPicture("JPEG 2000 codestream")),
  (Signature([0x76, 0x2F, 0x31, 0x01]), .unreadPicture("OpenEXR")),
  (Signature("#?RADIANCE"), .unreadPicture("Radiance HDR")),
  (Signature("qoif"), .unreadPicture("QOI")),
  (Signature([0xD7, 0xCD, 0xC6, 0x9A]), .unreadPicture("Windows metafile")),
  (.tiff(marked: "CR"), .cameraRaw("Canon CR2")),
  (.tiff(marked: "IIIITwaR"), .cameraRaw("Phase One IIQ")),
  (Signature("FOVb"), .cameraRaw("Sigma X3F")),
  (Signature("MMOR"), .cameraRaw("Olympus ORF")),
  (Signature("IIRO"), .cameraRaw("Olympus ORF")),
  (Signature("IIRS"), .cameraRaw("Olympus ORF")),
  (Signature([0x49, 0x49, 0x55, 0]), .cameraRaw("Panasonic RW2")),
  (Signature("FUJIFILMCCD-RAW"), .cameraRaw("Fujifilm RAF")),
  (.riff("WAVE"), .audio("WAVE audio")),
  (.interchange("AIFF"), .audio("AIFF audio")),
  (.interchange("AIFC"), .audio("AIFF audio")),
  (Signature([0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11]), .unreadVideo("Windows Media")),
  (Signature([0x46, 0x4C, 0x56, 0x01]), .unreadVideo("Flash video")),
  (Signature("OggS"), .unreadVideo("Ogg")),
  (Signature("ID3"), .audio("MP3 audio")),
  (Signature("fLaC"), .audio("FLAC audio")),
  (Signature("8BPS"), .unreadPicture("Photoshop document")),
  (Signature("gimp xcf"), .unreadPicture("GIMP document")),
  (Signature("%PDF-"), .document("PDF")),
  (Signature("%!PS"), .document("PostScript")),
  (Signature([0xC5, 0xD0, 0xD3, 0xC6]), .document("Encapsulated PostScript")),
  (Signature([0x50, 0x4B, 0x03, 0x04]), .init("ZIP archive", "unpack it into the folder")),
  (Signature([0x1F, 0x8B]), .init("gzip data, perhaps SVGZ", "unpack it: gunzip turns an .svgz into an .svg")),
  // Files that systems write to find other files.
  (Signature([0x4C, 0, 0, 0, 1, 0x14, 2, 0]), .standIn("Windows shortcut")),
  (Signature("[InternetShortcut]"), .standIn("Internet shortcut")),
  (Signature("book\0\0\0\0mark\0\0\0\0"), .standIn("macOS alias")),
  (Signature([0, 5, 0x16, 7]), .standIn("AppleDouble file, which holds what macOS keeps next to a picture")),
  // Lines of text that Git Large File Storage and git-annex leave for files that were not fetched.
  (Signature("version https://git-lfs.github.com/spec/"), .pointer("Git LFS pointer", "git lfs pull")),
  (Signature("/annex/objects/"), .pointer("git-annex pointer", "git annex get")),
]

extension SniffedFormat {
  static func unreadSignature(_ view: ByteView) -> SniffedFormat? {
    let format = OfficeDocuments.format(view) ?? unreadSignatures.first { $0.signature.isIn(view) }?.format
    return format.map(Self.unsupported)
  }

  /// Box files without a supported picture or video.
  static func unreadBoxes(_ view: ByteView) -> SniffedFormat? {
    switch BoxFile(view) {
    case .avifSequence: .unsupported(.init("AVIF sequence", UnsupportedFormat.sequenceHint))
    case .heicSequence: .unsupported(.init("HEIC sequence", UnsupportedFormat.sequenceHint))
    case .audio: .unsupported(.audio("MPEG-4 audio"))
    case .canonRaw: .unsupported(.cameraRaw("Canon CR3"))
    case .jpeg2000: .unsupported(.unreadPicture("JPEG 2000"))
    case .avif, .heic, .mp4, .m4v, .quickTime, .threeGP, nil: nil
    }
  }

  /// Formats with short signatures or none: their header must be valid.
  static func unreadHeader(_ view: ByteView) -> SniffedFormat? {
    (icon(view) ?? transportStream(view) ?? ServerAnswer.format(view)).map(Self.unsupported)
  }

  /// Windows icons and cursors: a count of entries, the first of which is after the directory.
  private static func icon(_ view: ByteView) -> UnsupportedFormat? {
    guard view.has([0, 0]), let kind = view.uint16(at: 2, .little), (1...2).contains(kind) else { return nil }
    guard let count = view.uint16(at: 4, .little), count > 0, view[9] == 0 else { return nil }
    guard let offset = view.uint32(at: 18, .little), offset >= 6 + 16 * count else { return nil }
    return .unreadPicture(kind == 1 ? UnsupportedFormat.iconNames[0] : UnsupportedFormat.iconNames[1])
  }

  /// MPEG transport streams: a sync byte every 188 bytes.
  private static func transportStream(_ view: ByteView) -> UnsupportedFormat? {
    [0, 188, 376].allSatisfy { view[$0] == 0x47 } ? .unreadVideo("MPEG transport stream") : nil
  }
}

extension UnsupportedFormat {
  /// What to do about an unsupported sequence of pictures.
  package static let sequenceHint = "export it as animated GIF or WebP, or its cover as JPEG"

  /// Windows icons and cursors, which Android's and Chrome's decoders read.
  package static let iconNames = ["Windows icon", "Windows cursor"]

  /// Sound that Apple's systems attach (https://developer.apple.com/documentation/usernotifications/unnotificationattachment).
  package static let appleSoundNames = ["WAVE audio", "AIFF audio", "MP3 audio", "MPEG-4 audio"]

  static func unreadVideo(_ name: String) -> Self { Self(name, "export it as MP4 with H.264 and AAC") }

  static func unreadPicture(_ name: String) -> Self { Self(name, "export it as PNG or JPEG") }

  static func unreadColor(_ name: String) -> Self { Self(name, "export it as PNG or JPEG in sRGB") }

  static func cameraRaw(_ name: String) -> Self { Self("camera raw (\(name))", "develop it and export it as JPEG") }

  static func document(_ name: String) -> Self { Self(name, "export the page or the artwork as PNG or SVG") }

  static func standIn(_ name: String) -> Self { Self(name, "put the picture itself in its place") }

  static func pointer(_ name: String, _ command: String) -> Self {
    Self(name, "the picture itself was not fetched: `\(command)`")
  }

  static func audio(_ name: String) -> Self { Self(name, "a notification shows pictures; remove it") }
}

/// Office documents, which are ZIP archives that are not unpacked.
enum OfficeDocuments {
  /// The type of a file that begins like an archive; nil: another archive, or none.
  static func format(_ view: ByteView) -> UnsupportedFormat? {
    guard view.has([0x50, 0x4B, 0x03, 0x04]) else { return nil }
    if isWorkbook(view) { return .init("a workbook of a spreadsheet program", tableHint) }
    return isDocument(view) ? .document("a document of an office program") : nil
  }

  /// A campaign's table, most likely.
  private static let tableHint = "save its table as \"CSV UTF-8\" under the name messages.csv in the campaign folder"

  /// The offset of the name of the first file in an archive. Its contents follow, uncompressed in OpenDocument.
  private static let nameOffset = 30

  /// Excel has its parts in a separate folder; OpenDocument begins with its type; the last is Numbers.
  private static func isWorkbook(_ view: ByteView) -> Bool {
    view.contains("xl/") && isOpenXML(view)
      || view.has("mimetypeapplication/vnd.oasis.opendocument.spreadsheet", at: nameOffset)
      || view.has("Index/", at: nameOffset) && view.contains(".iwa") && view.contains("CalculationEngine")
  }

  private static func isDocument(_ view: ByteView) -> Bool {
    isOpenXML(view) || view.has("mimetypeapplication/vnd.oasis.opendocument.", at: nameOffset)
      || view.has("Index/", at: nameOffset) && view.contains(".iwa")
  }

  /// Every writer of Office Open XML puts one of these parts first.
  private static func isOpenXML(_ view: ByteView) -> Bool {
    ["[Content_Types].xml", "_rels/.rels", "docProps/", "xl/"].contains { view.has($0, at: nameOffset) }
  }
}

/// The answer of a server with the name of a picture: web servers answer in HTML, programming interfaces in JSON, object stores in XML.
enum ServerAnswer {
  /// nil for all others.
  static func format(_ view: ByteView) -> UnsupportedFormat? {
    if isJSON(view) { return .init("JSON text", download("an answer in JSON")) }
    return switch Markup(view) {
    case .html: .init("HTML page", download("a web page"))
    case .error: .init("error answer of a server, in XML", download("that answer"))
    case .svg, nil: nil
    }
  }

  private static func download(_ what: String) -> String {
    "the download was \(what), perhaps of an error; fetch the picture itself"
  }

  /// An object with a first member.
  private static func isJSON(_ view: ByteView) -> Bool {
    let start = view.has([0xEF, 0xBB, 0xBF]) ? view.clamped(at: 3) : view
    let bytes = start.bytes.lazy.filter { ![0x09, 0x0A, 0x0D, 0x20].contains($0) }.prefix(2)
    return bytes.elementsEqual([0x7B, 0x22])
  }
}
