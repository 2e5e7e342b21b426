/// Where the bytes of items lie: an `iloc` box.
struct ItemLocations {
  private let payload: ByteView
  private let version: Int
  private let widths: Widths

  /// Bytes of each kind of number, 0 for one that is left out.
  private struct Widths {
    let offset, length, base, index: Int
  }

  init?(_ box: Box) {
    guard let first = box.payload[4], let second = box.payload[5] else { return nil }
    payload = box.payload
    version = box.version
    widths = Widths(
      offset: Int(first >> 4), length: Int(first & 15), base: Int(second >> 4),
      index: version > 0 ? Int(second & 15) : 0)
    guard [widths.offset, widths.length, widths.base, widths.index].allSatisfy([0, 4, 8].contains) else { return nil }
  }

  /// The bytes of an item's first extent in a file; nil for an item that does not lie in the file itself.
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
    let (sum, overflow) = start.addingReportingOverflow(offset)
    return overflow ? nil : file.part(at: sum, length: length)
  }
}
