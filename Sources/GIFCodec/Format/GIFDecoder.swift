/// Shows what decoders make of a GIF that this module wrote. Not meant for strangers' files: what it does not understand ends
/// the animation without a word, though nothing makes it trap.
package struct GIFDecoder {
  /// A picture as it is shown: RGBA bytes of the whole canvas.
  package struct Frame: Hashable, Sendable {
    package let pixels: [UInt8]
    /// Hundredths of a second.
    package let delay: Int
  }

  package let width: Int
  package let height: Int
  /// nil when the file says nothing.
  package private(set) var loopCount: Int?
  private let bytes: [UInt8]
  private var position = 13
  private var globalTable: [UInt8] = []
  private var control = Control()
  private var canvas: [UInt8]

  private struct Control {
    var delay = 0
    var disposal: UInt8 = 0
    var transparentIndex: Int?
  }

  package init?(_ bytes: [UInt8]) {
    guard bytes.count > 13, bytes.starts(with: "GIF89a".utf8) else { return nil }
    self.bytes = bytes
    width = Int(bytes[6]) | Int(bytes[7]) << 8
    height = Int(bytes[8]) | Int(bytes[9]) << 8
    canvas = [UInt8](repeating: 0, count: width * height * 4)
    globalTable = table(flags: bytes[10])
  }

  /// Every frame in order, one at a time.
  package mutating func forEachFrame(_ body: (Frame) -> Void) {
    while position < bytes.count {
      switch take() {
      case 0x21: readExtension()
      case 0x2C: if !readFrame(body) { return }
      default: return
      }
    }
  }

  private mutating func take() -> UInt8 {
    guard position < bytes.count else { return 0 }
    position += 1
    return bytes[position - 1]
  }

  private mutating func take16() -> Int { Int(take()) | Int(take()) << 8 }

  private mutating func table(flags: UInt8) -> [UInt8] {
    guard flags & 0x80 != 0 else { return [] }
    let end = min(position + (6 << Int(flags & 7)), bytes.count)
    defer { position = end }
    return Array(bytes[position..<end])
  }

  private mutating func takeBlocks() -> [UInt8] {
    var data: [UInt8] = []
    while position < bytes.count {
      let end = min(position + 1 + Int(bytes[position]), bytes.count)
      let isLast = bytes[position] == 0
      data += bytes[position + 1..<end]
      position = end
      if isLast { break }
    }
    return data
  }

  private mutating func readExtension() {
    let label = take()
    let data = takeBlocks()
    if label == 0xF9, data.count == 4 {
      control.disposal = data[0] >> 2 & 7
      control.delay = Int(data[1]) | Int(data[2]) << 8
      control.transparentIndex = data[0] & 1 == 1 ? Int(data[3]) : nil
    } else if label == 0xFF, data.count == 14 {
      loopCount = Int(data[12]) | Int(data[13]) << 8
    }
  }

  private mutating func readFrame(_ body: (Frame) -> Void) -> Bool {
    let (left, top, columns, rows) = (take16(), take16(), take16(), take16())
    let local = table(flags: take())
    let symbolBits = Int(take())
    guard left + columns <= width, top + rows <= height, (2...8).contains(symbolBits) else { return false }
    let indices = LZWDecompressor(symbolBits: symbolBits).indices(of: takeBlocks(), count: columns * rows)
    let before = control.disposal == 3 ? canvas : []
    let colors = local.isEmpty ? globalTable : local
    for row in 0..<rows {
      for column in 0..<columns {
        let index = Int(indices[row * columns + column])
        guard index != control.transparentIndex, index * 3 + 2 < colors.count else { continue }
        let target = ((top + row) * width + left + column) * 4
        for channel in 0..<3 { canvas[target + channel] = colors[index * 3 + channel] }
        canvas[target + 3] = 255
      }
    }
    body(Frame(pixels: canvas, delay: control.delay))
    dispose(left, top, columns, rows, before)
    return true
  }

  private mutating func dispose(_ left: Int, _ top: Int, _ columns: Int, _ rows: Int, _ before: [UInt8]) {
    if control.disposal == 3 { canvas = before }
    if control.disposal == 2 {
      for row in top..<top + rows {
        for byte in (row * width + left) * 4..<(row * width + left + columns) * 4 { canvas[byte] = 0 }
      }
    }
    control = Control()
  }
}
