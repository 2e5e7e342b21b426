/// The relevant facts in an EXIF block (CIPA DC-008).
package struct ExifFacts: Hashable, Sendable {
  /// How to turn the stored pixels: 1 to 8; 1 without a valid value.
  package var orientation = 1
  /// Whether colours are Adobe RGB's, by its colour space or by the rules of interoperability (DCF 2.0, R03).
  package var saysAdobeRGB = false
  /// The kinds of information in the block; always `.exif` itself.
  package var metadata: Set<Picture.Metadata> = [.exif]

  /// Reads an EXIF block, with or without JPEG's `Exif` header. An unreadable block still counts as metadata.
  package init(_ view: ByteView) {
    let body = view.has("Exif\0") ? view.clamped(at: 6) : view
    guard let structure = TIFFStructure(body), let directory = structure.firstDirectory else { return }
    read(directory)
    if let second = directory.next, second.entry(Tag.thumbnailOffset) ?? second.entry(Tag.stripOffsets) != nil {
      metadata.insert(.thumbnail)
    }
  }

  /// Reads the first directory of an EXIF block or of a TIFF file.
  init(_ directory: TIFFDirectory) {
    read(directory)
  }

  private mutating func read(_ directory: TIFFDirectory) {
    if let value = directory.integer(Tag.orientation), (1...8).contains(value) { orientation = value }
    if Self.saysPlace(directory) { metadata.insert(.gps) }
    guard let capture = directory.directory(Tag.exif) else { return }
    if capture.entry(Tag.makerNote) != nil { metadata.insert(.other) }
    let rules = capture.directory(Tag.interoperability)?.entry(1)?.value
    saysAdobeRGB = rules?.has("R03") ?? false || capture.integer(Tag.colorSpace) == 2 && rules?.has("R98") != true
  }

  /// Many cameras without a receiver write a GPS directory with only its version: that is not a place. An unreadable
  /// one counts as a place.
  private static func saysPlace(_ directory: TIFFDirectory) -> Bool {
    guard directory.entry(Tag.gps) != nil else { return false }
    return directory.directory(Tag.gps)?.tags.contains { $0 != Tag.gpsVersion } ?? true
  }

  enum Tag {
    static let gpsVersion = 0
    static let stripOffsets = 273
    static let orientation = 274
    static let thumbnailOffset = 513
    static let exif = 34_665
    static let gps = 34_853
    static let makerNote = 37_500
    static let colorSpace = 40_961
    static let interoperability = 40_965
  }
}
