/// Formats with short or no signatures: their header has to make sense before they are believed.
extension SniffedFormat {
  /// BMP: `BM`, then a header of a known range of sizes. It says one plane; some damaged files say none.
  static func bitmap(_ view: ByteView) -> SniffedFormat? {
    guard view.has("BM"), let size = view.uint32(at: 14, .little), (12...124).contains(size) else { return nil }
    guard let planes = view.uint16(at: size == 12 ? 22 : 26, .little) else { return nil }
    return planes <= 1 ? .picture(.bmp) : nil
  }

  /// Windows icons and cursors: a count of entries, the first of which lies behind the directory.
  static func icon(_ view: ByteView) -> SniffedFormat? {
    guard view.has([0, 0]), let kind = view.uint16(at: 2, .little), (1...2).contains(kind) else { return nil }
    guard let count = view.uint16(at: 4, .little), count > 0, view[9] == 0 else { return nil }
    guard let offset = view.uint32(at: 18, .little), offset >= 6 + 16 * count else { return nil }
    return unreadPicture(kind == 1 ? "Windows icon" : "Windows cursor")
  }

  /// MPEG transport streams: a sync byte every 188 bytes.
  static func transportStream(_ view: ByteView) -> SniffedFormat? {
    [0, 188, 376].allSatisfy { view[$0] == 0x47 } ? unreadVideo("MPEG transport stream") : nil
  }

  /// Targa has no signature; every field of the header must be one that the format allows.
  static func targa(_ view: ByteView) -> SniffedFormat? {
    guard let map = view[1], let kind = view[2], let depth = view[16], let descriptor = view[17] else { return nil }
    guard let width = view.uint16(at: 12, .little), let height = view.uint16(at: 14, .little) else { return nil }
    let isIndexed = kind == 1 || kind == 9
    let mapIsSane = isIndexed ? map == 1 && [15, 16, 24, 32].contains(view[7]) : map == 0 && view.has([0, 0], at: 5)
    let depths: [UInt8] = [3, 11].contains(kind) || isIndexed ? [8, 16] : [15, 16, 24, 32]
    guard [1, 2, 3, 9, 10, 11].contains(kind), mapIsSane, depths.contains(depth) else { return nil }
    return width > 0 && height > 0 && descriptor & 0xC0 == 0 ? unreadPicture("Targa") : nil
  }
}
