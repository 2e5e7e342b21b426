/// The tree of directories of a TIFF file or EXIF block (TIFF 6.0; BigTIFF).
package struct TIFFStructure: Sendable {
  package let view: ByteView
  package let order: ByteOrder
  /// BigTIFF: counts and offsets of 8 bytes.
  package let isBig: Bool
  /// The claimed offset of the first directory.
  package let firstDirectoryOffset: Int

  package init?(_ view: ByteView) {
    guard let order: ByteOrder = view.has("II") ? .little : view.has("MM") ? .big : nil else { return nil }
    guard let version = view.uint16(at: 2, order), version == 42 || version == 43 else { return nil }
    (self.view, self.order) = (view, order)
    isBig = version == 43
    guard let offset = view.unsigned(at: isBig ? 8 : 4, width: isBig ? 8 : 4, order) else { return nil }
    firstDirectoryOffset = offset
  }

  /// The width of an offset: 4 bytes, or 8.
  package var wordWidth: Int { isBig ? 8 : 4 }

  package var firstDirectory: TIFFDirectory? { directory(at: firstDirectoryOffset) }

  /// The directory at an offset; nil when impossible.
  package func directory(at offset: Int) -> TIFFDirectory? {
    guard offset > 0, let count = view.unsigned(at: offset, width: isBig ? 8 : 2, order), count > 0 else { return nil }
    return TIFFDirectory(structure: self, offset: offset, declaredCount: count)
  }

  /// The chain of directories from the first, without reading their entries. A chain that returns to itself ends there;
  /// one of more than `limit` is cut off.
  package func chain(limit: Int) -> [TIFFDirectory] {
    var directories: [TIFFDirectory] = []
    var visited: Set<Int> = []
    var next = firstDirectory
    while let directory = next, directories.count < limit, visited.insert(directory.offset).inserted {
      directories.append(directory)
      next = directory.next
    }
    return directories
  }
}

/// One directory: entries named by tags.
package struct TIFFDirectory: Sendable {
  let structure: TIFFStructure
  package let offset: Int
  /// The number of entries in the file.
  package let entryCount: Int

  init(structure: TIFFStructure, offset: Int, declaredCount: Int) {
    (self.structure, self.offset) = (structure, offset)
    let available = (structure.view.count - offset) / Self.entryWidth(structure)
    entryCount = min(declaredCount, available, 65_535)
  }

  private static func entryWidth(_ structure: TIFFStructure) -> Int { structure.isBig ? 20 : 12 }

  private func entryOffset(_ index: Int) -> Int {
    offset + (structure.isBig ? 8 : 2) + index * Self.entryWidth(structure)
  }

  /// The tag of the entry at an index.
  private func tag(_ index: Int) -> Int? { structure.view.uint16(at: entryOffset(index), structure.order) }

  /// The tags of all entries.
  package var tags: [Int] { (0..<entryCount).compactMap(tag) }

  /// The first entry with this tag.
  package func entry(_ wanted: Int) -> TIFFEntry? {
    (0..<entryCount).first { tag($0) == wanted }
      .flatMap { TIFFEntry(structure: structure, offset: entryOffset($0)) }
  }

  /// The first number of the entry with this tag.
  package func integer(_ tag: Int) -> Int? { entry(tag)?.integer(at: 0) }

  /// The width and height of its image.
  var size: PixelSize? {
    guard let width = integer(TIFFTag.width), let height = integer(TIFFTag.height) else { return nil }
    return PixelSize(width: width, height: height)
  }

  /// The directory that the entry with this tag points at.
  package func directory(_ tag: Int) -> TIFFDirectory? { integer(tag).flatMap(structure.directory(at:)) }

  /// The next directory.
  package var next: TIFFDirectory? {
    structure.view.unsigned(at: entryOffset(entryCount), width: structure.wordWidth, structure.order)
      .flatMap(structure.directory(at:))
  }
}

/// One entry: numbers or text.
package struct TIFFEntry: Sendable {
  private let width: Int
  private let order: ByteOrder
  /// The bytes of the value, as far as they are in the file.
  package let value: ByteView

  init?(structure: TIFFStructure, offset: Int) {
    let view = structure.view
    guard let type = view.uint16(at: offset + 2, structure.order), let width = Self.widths[type] else { return nil }
    guard let count = view.unsigned(at: offset + 4, width: structure.wordWidth, structure.order) else { return nil }
    let length = count.times(width) ?? .max
    let place = offset + 4 + structure.wordWidth
    let isInline = length <= structure.wordWidth
    guard let start = isInline ? place : view.unsigned(at: place, width: structure.wordWidth, structure.order) else {
      return nil
    }
    self.width = width
    order = structure.order
    value = view.clamped(at: start, length: length)
  }

  /// Bytes of one value of each field type of TIFF 6.0 and BigTIFF.
  private static let widths = [
    1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4, 16: 8, 17: 8, 18: 8,
  ]

  /// The unsigned number at an index; for fractions, the bits.
  package func integer(at index: Int) -> Int? { value.unsigned(at: index * width, width: width, order) }
}

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
    if let second = directory.next, second.entry(TIFFTag.thumbnailOffset) ?? second.entry(TIFFTag.stripOffsets) != nil {
      metadata.insert(.thumbnail)
    }
  }

  /// Reads the first directory of an EXIF block or of a TIFF file.
  init(_ directory: TIFFDirectory) { read(directory) }

  private mutating func read(_ directory: TIFFDirectory) {
    if let value = directory.integer(TIFFTag.orientation), (1...8).contains(value) { orientation = value }
    if Self.saysPlace(directory) { metadata.insert(.gps) }
    guard let capture = directory.directory(TIFFTag.exif) else { return }
    if capture.entry(TIFFTag.makerNote) != nil { metadata.insert(.other) }
    let rules = capture.directory(TIFFTag.interoperability)?.entry(1)?.value
    saysAdobeRGB = rules?.has("R03") ?? false || capture.integer(TIFFTag.colorSpace) == 2 && rules?.has("R98") != true
  }

  /// Many cameras without a receiver write a GPS directory with only its version: that is not a place. An unreadable
  /// one counts as a place.
  private static func saysPlace(_ directory: TIFFDirectory) -> Bool {
    guard directory.entry(TIFFTag.gps) != nil else { return false }
    return directory.directory(TIFFTag.gps)?.tags.contains { $0 != TIFFTag.gpsVersion } ?? true
  }
}

/// The tags of directories that are read (TIFF 6.0 and its supplements; CIPA DC-008).
enum TIFFTag {
  static let gpsVersion = 0
  static let kind = 254
  static let oldKind = 255
  static let width = 256
  static let height = 257
  static let bitsPerSample = 258
  static let compression = 259
  static let photometric = 262
  static let fillOrder = 266
  static let stripOffsets = 273
  static let orientation = 274
  static let samplesPerPixel = 277
  static let rowsPerStrip = 278
  static let stripLengths = 279
  static let planes = 284
  static let tileWidth = 322
  static let tileHeight = 323
  static let tileOffsets = 324
  static let tileLengths = 325
  static let subordinates = 330
  static let inkSet = 332
  static let extraSamples = 338
  static let sampleFormat = 339
  static let thumbnailOffset = 513
  static let xmp = 700
  static let iptc = 33_723
  static let photoshop = 34_377
  static let exif = 34_665
  static let profile = 34_675
  static let gps = 34_853
  static let makerNote = 37_500
  static let colorSpace = 40_961
  static let interoperability = 40_965
  static let dngVersion = 50_706
  /// Make, model, date and time, the EXIF and GPS directories.
  static let capture: Set<Int> = [271, 272, 306, 34_665, 34_853]
  /// Document name, description, software, artist, host computer, copyright.
  static let texts: Set<Int> = [269, 270, 305, 315, 316, 33_432]
}
