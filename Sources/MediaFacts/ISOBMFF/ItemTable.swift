/// The items that a `meta` box describes (ISO/IEC 14496-12, 8.11; HEIF, ISO/IEC 23008-12).
struct ItemTable {
  /// The item that is the picture.
  let primary: Int?
  /// All items.
  let items: [Item]
  /// The items' references.
  let references: [ItemReference]
  private let properties: [Box]
  private let associations: [Int: [Int]]

  struct Item {
    let identifier: Int
    let type: FourCharacterCode
    /// The media type of a `mime` item, and what follows the type.
    let rest: ByteView
  }

  struct ItemReference {
    let type: FourCharacterCode
    let from: Int
    let to: [Int]
  }

  /// Property indices have 15 bits.
  private static let propertyLimit = 32_767
  /// More items than any real file has: a grid of 256 by 256 tiles.
  private static let itemLimit = 65_536

  init(_ meta: Box) {
    let boxes = meta.boxes(skipping: 4)
    primary = boxes.first("pitm").flatMap { $0.payload.unsigned(at: 4, width: $0.version == 0 ? 2 : 4) }
    items = boxes.first("iinf").map(Self.items) ?? []
    references = boxes.first("iref").map(Self.references) ?? []
    let container = boxes.first("iprp")?.boxes()
    properties = container?.first("ipco").map { Array($0.boxes().prefix(Self.propertyLimit)) } ?? []
    associations = container.map(Self.associations) ?? [:]
  }

  /// The properties of an item in the order in which they are associated.
  func properties(of item: Int) -> [Box] {
    (associations[item] ?? []).compactMap { properties.indices.contains($0 - 1) ? properties[$0 - 1] : nil }
  }

  private static func items(_ box: Box) -> [Item] {
    box.boxes(skipping: box.version == 0 ? 6 : 8).prefix(itemLimit).compactMap { entry in
      guard entry.type == "infe", entry.version >= 2 else { return nil }
      let width = entry.version == 2 ? 2 : 4
      guard let identifier = entry.payload.unsigned(at: 4, width: width) else { return nil }
      guard let type = entry.payload.code(at: 6 + width) else { return nil }
      return Item(identifier: identifier, type: type, rest: entry.payload.clamped(at: 10 + width))
    }
  }

  private static func references(_ box: Box) -> [ItemReference] {
    let width = box.version == 0 ? 2 : 4
    return box.boxes(skipping: 4).prefix(itemLimit).compactMap { entry in
      guard let from = entry.payload.unsigned(at: 0, width: width), let count = entry.payload.uint16(at: width) else {
        return nil
      }
      let to = (1...max(count, 1)).prefix(count).lazy.map { entry.payload.unsigned(at: 2 + $0 * width, width: width) }
      return ItemReference(type: entry.type, from: from, to: to.prefix { $0 != nil }.compactMap(\.self))
    }
  }

  /// Tiles of a photograph; more than cameras and encoders make.
  private static let mostPictures = 512

  /// The coded pictures of these types in a HEIC or AVIF file, including those of tiles, alpha and gain maps. Left out are those that are
  /// not in the file as one piece.
  static func pictures(of types: Set<FourCharacterCode>, in file: ByteView) -> [ByteView] {
    codedPictures(of: types, in: file).map(\.bytes)
  }

  /// The same with their properties.
  static func codedPictures(
    of types: Set<FourCharacterCode>, in file: ByteView
  ) -> [(properties: [Box], bytes: ByteView)] {
    guard let meta = Boxes(file).first("meta"),
      let locations = meta.boxes(skipping: 4).first("iloc").flatMap(ItemLocations.init)
    else { return [] }
    let table = ItemTable(meta)
    return table.items.filter { types.contains($0.type) }.prefix(mostPictures).compactMap { item in
      locations.bytes(of: item.identifier, in: file).map {
        (properties: table.properties(of: item.identifier), bytes: $0)
      }
    }
  }

  /// For each item, indices of properties, counted from 1.
  private static func associations(_ container: Boxes) -> [Int: [Int]] {
    var result: [Int: [Int]] = [:]
    for box in container where box.type == "ipma" { addAssociations(box, to: &result) }
    return result
  }

  /// Those of one `ipma` box.
  private static func addAssociations(_ box: Box, to result: inout [Int: [Int]]) {
    let payload = box.payload
    let itemWidth = box.version == 0 ? 2 : 4
    let (indexWidth, mask) = (payload[3] ?? 0) & 1 == 1 ? (2, 0x7FFF) : (1, 0x7F)
    var position = 8
    for _ in 0..<(payload.uint32(at: 4) ?? 0) {
      guard let item = payload.unsigned(at: position, width: itemWidth), let count = payload[position + itemWidth]
      else { return }
      let start = position + itemWidth + 1
      let indices = (0..<Int(count)).compactMap { payload.unsigned(at: start + $0 * indexWidth, width: indexWidth) }
      result[item] = result[item] ?? indices.map { $0 & mask }
      position = start + Int(count) * indexWidth
    }
  }
}

/// The places of items' bytes: an `iloc` box.
struct ItemLocations {
  private let payload: ByteView
  private let version: Int
  /// Bytes of each kind of number, 0 if left out.
  private let widths: (offset: Int, length: Int, base: Int, index: Int)

  init?(_ box: Box) {
    guard let first = box.payload[4], let second = box.payload[5] else { return nil }
    payload = box.payload
    version = box.version
    widths = (Int(first >> 4), Int(first & 15), Int(second >> 4), version > 0 ? Int(second & 15) : 0)
    guard [widths.offset, widths.length, widths.base, widths.index].allSatisfy([0, 4, 8].contains) else { return nil }
  }

  /// The bytes of an item's first extent in a file; nil for an item outside the file.
  func bytes(of wanted: Int, in file: ByteView) -> ByteView? {
    let identifierWidth = version < 2 ? 2 : 4
    var position = 6 + identifierWidth
    for _ in 0..<(payload.unsigned(at: 6, width: identifierWidth) ?? 0) {
      guard let item = payload.unsigned(at: position, width: identifierWidth) else { return nil }
      let method = version > 0 ? payload.uint16(at: position + identifierWidth).map { $0 & 15 } ?? 0 : 0
      let base = position + identifierWidth + (version > 0 ? 4 : 2)
      let extents = base + widths.base
      guard let count = payload.uint16(at: extents) else { return nil }
      if item == wanted { return method == 0 && count > 0 ? extent(at: extents + 2, base: base, file) : nil }
      position = extents + 2 + count * (widths.index + widths.offset + widths.length)
    }
    return nil
  }

  private func extent(at position: Int, base: Int, _ file: ByteView) -> ByteView? {
    let offsetPosition = position + widths.index
    guard let start = payload.unsigned(at: base, width: widths.base),
      let offset = payload.unsigned(at: offsetPosition, width: widths.offset),
      let length = payload.unsigned(at: offsetPosition + widths.offset, width: widths.length)
    else { return nil }
    return start.plus(offset).flatMap { file.part(at: $0, length: length) }
  }
}
