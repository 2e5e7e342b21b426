/// A pixel as GIF can show it: an opaque colour, or nothing.
struct Pixel: Hashable {
  /// Red in the lowest byte, then green, blue and alpha, which is 255 or the whole is 0.
  let bits: UInt32

  static let transparent = Pixel(bits: 0)

  /// Opaque.
  init(red: Int, green: Int, blue: Int) {
    bits = UInt32(clamping: red) | UInt32(clamping: green) << 8 | UInt32(clamping: blue) << 16 | 0xFF00_0000
  }

  /// Four bytes of an RGBA picture, the first in the lowest byte.
  init(rgba: UInt32) {
    bits = rgba & 0x8000_0000 == 0 ? 0 : rgba | 0xFF00_0000
  }

  private init(bits: UInt32) { self.bits = bits }

  var isOpaque: Bool { bits != 0 }
  var red: Int { Int(bits & 255) }
  var green: Int { Int(bits >> 8 & 255) }
  var blue: Int { Int(bits >> 16 & 255) }
}

extension GIFFrame {
  /// Writes the frame's pixels over `target`, which has as many.
  func unpack(into target: inout [Pixel]) {
    pixels.withUnsafeBytes { source in
      target.withUnsafeMutableBufferPointer { target in
        for index in 0..<min(target.count, source.count / 4) {
          let rgba = source.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self)
          target[index] = Pixel(rgba: UInt32(littleEndian: rgba))
        }
      }
    }
  }
}
