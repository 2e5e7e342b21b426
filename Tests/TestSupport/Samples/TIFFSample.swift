/// Writes TIFF structures: directories one after another, their entries with values of four bytes or less, or
/// bytes that lie behind all directories.
package struct TIFFSample {
  package struct Entry: Sendable {
    let tag: Int
    let value: Value

    package init(_ tag: Int, _ value: Value) {
      self.tag = tag
      self.value = value
    }
  }

  package indirect enum Value: Sendable {
    case short(Int)
    case long(Int)
    /// Several numbers of four bytes each.
    case longs([UInt8])
    case bytes([UInt8])
    /// The offset of a directory that no other is followed by.
    case directory([Entry])
  }

  package var pages: [[Entry]]

  package init(pages: [[Entry]]) { self.pages = pages }

  /// EXIF with an orientation and, if asked for, a place, maker notes and a thumbnail.
  package static func exif(
    orientation: Int = 1, hasPlace: Bool = false, hasNotes: Bool = false, hasThumbnail: Bool = false
  )
    -> [UInt8]
  {
    var entries: [Entry] = [Entry(0x112, .short(orientation))]
    if hasNotes { entries.append(Entry(0x8769, .directory([Entry(0x927C, .bytes([1, 2, 3, 4, 5, 6]))]))) }
    let place = [Entry(0, .long(0x0302)), Entry(1, .bytes(ascii("N\0")))]
    if hasPlace { entries.append(Entry(0x8825, .directory(place))) }
    return TIFFSample(pages: [entries] + (hasThumbnail ? [[Entry(0x201, .long(8)), Entry(0x202, .long(4))]] : [])).bytes
  }

  package var bytes: [UInt8] {
    var output = ascii("MM") + [0, 42] + big(8, 4)
    for (index, page) in pages.enumerated() { append(page, isLast: index == pages.count - 1, to: &output) }
    return output
  }

  private func append(_ entries: [Entry], isLast: Bool, to output: inout [UInt8]) {
    let start = output.count
    let end = start + 2 + entries.count * 12 + 4
    var behind: [UInt8] = []
    output += big(entries.count, 2)
    for entry in entries {
      output += big(entry.tag, 2)
      switch entry.value {
      case .short(let number): output += big(3, 2) + big(1, 4) + big(number, 2) + [0, 0]
      case .long(let number): output += big(4, 2) + big(1, 4) + big(number, 4)
      case .longs(let bytes):
        output += big(4, 2) + big(bytes.count / 4, 4) + big(end + behind.count, 4)
        behind += bytes
      case .bytes(let bytes) where bytes.count <= 4:
        output += big(7, 2) + big(bytes.count, 4) + bytes + [UInt8](repeating: 0, count: 4 - bytes.count)
      case .bytes(let bytes):
        output += big(7, 2) + big(bytes.count, 4) + big(end + behind.count, 4)
        behind += bytes
      case .directory(let children):
        output += big(4, 2) + big(1, 4) + big(end + behind.count, 4)
        var child = [UInt8](repeating: 0, count: end + behind.count)
        append(children, isLast: true, to: &child)
        behind += child.dropFirst(end + behind.count)
      }
    }
    output += big(isLast ? 0 : end + behind.count, 4) + behind
  }
}
