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
    self.view = view
    self.order = order
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
    self.structure = structure
    self.offset = offset
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
    let (length, overflow) = count.multipliedReportingOverflow(by: width)
    let place = offset + 4 + structure.wordWidth
    let inline = !overflow && length <= structure.wordWidth
    guard let start = inline ? place : view.unsigned(at: place, width: structure.wordWidth, structure.order) else {
      return nil
    }
    self.width = width
    order = structure.order
    value = view.clamped(at: start, length: overflow ? .max : length)
  }

  /// Bytes of one value of each field type of TIFF 6.0 and BigTIFF.
  private static let widths = [
    1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4, 16: 8, 17: 8, 18: 8,
  ]

  /// The unsigned number at an index; for fractions, the bits.
  package func integer(at index: Int) -> Int? { value.unsigned(at: index * width, width: width, order) }
}
