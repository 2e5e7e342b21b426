/// Writes GIF streams with pixels: letters of four colours, and a dot for the transparent one.
struct GIFPicture {
  private let start: [UInt8]
  private var frames: [UInt8] = []

  init(_ width: Int, _ height: Int) {
    start =
      Array("GIF89a".utf8) + Self.little(width) + Self.little(height) + [0x82, 3, 0] + Self.colors.flatMap(\.self)
      + [UInt8](repeating: 9, count: 12)
  }

  private static let colors: [[UInt8]] = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255]]
  private static let letters = Array("RGBW.")

  var bytes: [UInt8] { start + frames + [0x3B] }

  /// - Parameter packs: whether codes are those of a real LZW encoder; else each pixel is one code.
  func frame(
    _ rows: [String], at place: (left: Int, top: Int) = (0, 0), disposal: UInt8 = 0, isInterlaced: Bool = false,
    packs: Bool = false
  ) -> GIFPicture {
    let passes = isInterlaced ? [(0, 8), (4, 8), (2, 4), (1, 2)] : [(0, 1)]
    let order = passes.flatMap { Array(stride(from: $0.0, to: rows.count, by: $0.1)) }
    let pixels = order.flatMap { rows[$0].map { Self.letters.firstIndex(of: $0) ?? 0 } }
    var copy = self
    copy.frames += [
      [0x21, 0xF9, 4, disposal << 2 | 1, 10, 0, 4, 0], [0x2C], Self.little(place.left), Self.little(place.top),
      Self.little(rows.first?.count ?? 0), Self.little(rows.count), [isInterlaced ? 0x40 : 0, 3],
      Self.subBlocks(packs ? Self.packed(pixels) : Self.plain(pixels)), [0],
    ].flatMap(\.self)
    return copy
  }

  /// Samples as rows of letters.
  static func letters(_ samples: [UInt8], width: Int) -> [String] {
    let pixels = stride(from: 0, to: samples.count, by: 4).map { start in
      let color = colors.firstIndex(of: Array(samples[start..<(start + 3)])) ?? 4
      return samples[start + 3] == 0 ? Character(".") : letters[color]
    }
    return stride(from: 0, to: pixels.count, by: width).map { String(pixels[$0..<($0 + width)]) }
  }

  private static func subBlocks(_ codes: [UInt8]) -> [UInt8] {
    stride(from: 0, to: codes.count, by: 255).flatMap { start in
      let part = codes[start..<min(start + 255, codes.count)]
      return [UInt8(part.count)] + part
    }
  }

  private static func little(_ value: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
  }

  /// The table is cleared so often that codes keep four bits.
  private static func plain(_ pixels: [Int]) -> [UInt8] {
    var codes: [(value: Int, width: Int)] = []
    for (index, pixel) in pixels.enumerated() {
      if index % 4 == 0 { codes.append((8, 4)) }
      codes.append((pixel, 4))
    }
    return bytes(codes + [(9, 4)])
  }

  /// The table is cleared when it is full.
  private static func packed(_ pixels: [Int]) -> [UInt8] {
    let roots = Dictionary(uniqueKeysWithValues: (0..<8).map { ([$0], $0) })
    var codes = [(value: 8, width: 4)]
    var (table, next, width, text) = (roots, 10, 4, [Int]())
    for pixel in pixels {
      if table[text + [pixel]] != nil {
        text.append(pixel)
        continue
      }
      codes.append((table[text] ?? 0, width))
      if next == 4096 {
        codes.append((8, width))
        (table, next, width) = (roots, 10, 4)
      } else {
        if next == 1 << width { width += 1 }
        table[text + [pixel]] = next
        next += 1
      }
      text = [pixel]
    }
    codes.append((table[text] ?? 0, width))
    if next == 1 << width, width < 12 { width += 1 }
    return bytes(codes + [(9, width)])
  }

  /// Codes one behind the other, the lowest bit first.
  private static func bytes(_ codes: [(value: Int, width: Int)]) -> [UInt8] {
    let bits = codes.flatMap { code in (0..<code.width).map { UInt8(code.value >> $0 & 1) } }
    return stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<min(start + 8, bits.count)].enumerated().reduce(0) { $0 | $1.element << UInt8($1.offset) }
    }
  }
}
