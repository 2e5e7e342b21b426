/// A pixel that GIF can show: opaque or transparent.
struct Pixel: Hashable {
  /// Red in the lowest byte, then green, blue and alpha. Alpha is 255, or all bytes are 0.
  let bits: UInt32

  static let transparent = Pixel(bits: 0)

  /// Opaque.
  init(red: Int, green: Int, blue: Int) {
    bits = UInt32(clamping: red) | UInt32(clamping: green) << 8 | UInt32(clamping: blue) << 16 | 0xFF00_0000
  }

  /// Four bytes of an RGBA picture, the first in the lowest byte.
  @inline(__always) init(rgba: UInt32) { bits = rgba & 0x8000_0000 == 0 ? 0 : rgba | 0xFF00_0000 }

  private init(bits: UInt32) { self.bits = bits }

  var isOpaque: Bool { bits != 0 }
  var red: Int { Int(bits & 255) }
  var green: Int { Int(bits >> 8 & 255) }
  var blue: Int { Int(bits >> 16 & 255) }
}

extension GIFFrame {
  /// The pixel at an index, counted row by row.
  @inline(__always) func pixel(at index: Int) -> Pixel {
    let samples = pixels.span
    precondition(index >= 0 && index < samples.count >> 2)
    let start = index &<< 2
    return Pixel(
      rgba: unsafe UInt32(samples[unchecked: start]) | UInt32(samples[unchecked: start + 1]) << 8
        | UInt32(samples[unchecked: start + 2]) << 16 | UInt32(samples[unchecked: start + 3]) << 24)
  }

  /// Writes the frame's pixels to `target`, which has the same count.
  func unpack(into target: inout [Pixel]) {
    for index in target.indices { target[index] = pixel(at: index) }
  }

  /// - Parameter delay: in milliseconds.
  init(pixels: [Pixel], delay: Int) {
    var samples = [UInt8](repeating: 0, count: pixels.count * 4)
    var span = samples.mutableSpan
    for index in pixels.indices {
      let (start, bits) = (index * 4, pixels[index].bits)
      precondition(start >= 0 && start + 3 < span.count)
      for byte in 0..<4 { unsafe span[unchecked: start + byte] = UInt8(truncatingIfNeeded: bits >> (8 * byte)) }
    }
    self.init(pixels: samples, delay: delay)
  }
}

/// A colour as luma and two colour differences, scaled so that distances follow the eye: brightness counts most.
///
/// y is twice the luma (ITU-R BT.601), u is red minus luma, v is blue minus luma. The squared distance of two greys that
/// differ by one is 4.
struct YUVColor: Hashable {
  var y: Int16
  var u: Int16
  var v: Int16

  /// So far from all colours that it is never chosen.
  static let unreachable = YUVColor(y: 20_000, u: 20_000, v: 20_000)

  private init(y: Int16, u: Int16, v: Int16) { (self.y, self.u, self.v) = (y, u, v) }

  @inline(__always) init(_ pixel: Pixel) {
    let red = Int32(truncatingIfNeeded: pixel.bits & 255)
    let green = Int32(truncatingIfNeeded: pixel.bits >> 8 & 255)
    let blue = Int32(truncatingIfNeeded: pixel.bits >> 16 & 255)
    // At most 256 * 255, so that it cannot overflow.
    let luma = 77 &* red &+ 150 &* green &+ 29 &* blue
    y = Int16(truncatingIfNeeded: (luma &+ 64) >> 7)
    u = Int16(truncatingIfNeeded: red &- (luma &+ 128) >> 8)
    v = Int16(truncatingIfNeeded: blue &- (luma &+ 128) >> 8)
  }

  /// The squared distance. No coordinate is beyond 20,000, so it stays below 2^31.
  @inline(__always) func distance(to other: YUVColor) -> Int32 {
    let dy = Int32(y) &- Int32(other.y)
    let du = Int32(u) &- Int32(other.u)
    let dv = Int32(v) &- Int32(other.v)
    return dy &* dy &+ du &* du &+ dv &* dv
  }
}
