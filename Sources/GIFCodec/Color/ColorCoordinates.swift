/// A colour in coordinates whose distance follows the eye: brightness counts most.
///
/// y is twice the luma (ITU-R BT.601), u is red minus luma, v is blue minus luma. The squared distance of two greys that
/// differ by one is 4.
struct ColorCoordinates: Hashable {
  var y: Int16
  var u: Int16
  var v: Int16

  /// So far from all colours that none is ever chosen in its place.
  static let unreachable = ColorCoordinates(y: 20_000, u: 20_000, v: 20_000)

  private init(y: Int16, u: Int16, v: Int16) {
    self.y = y
    self.u = u
    self.v = v
  }

  @inline(__always) init(_ pixel: Pixel) {
    let red = Int32(truncatingIfNeeded: pixel.bits & 255)
    let green = Int32(truncatingIfNeeded: pixel.bits >> 8 & 255)
    let blue = Int32(truncatingIfNeeded: pixel.bits >> 16 & 255)
    // At most 256 * 255, so nothing here can overflow.
    let luma = 77 &* red &+ 150 &* green &+ 29 &* blue
    y = Int16(truncatingIfNeeded: (luma &+ 64) >> 7)
    u = Int16(truncatingIfNeeded: red &- (luma &+ 128) >> 8)
    v = Int16(truncatingIfNeeded: blue &- (luma &+ 128) >> 8)
  }

  /// The squared distance. No coordinate is beyond 20,000, so it stays below 2^31.
  @inline(__always) func distance(to other: ColorCoordinates) -> Int32 {
    let dy = Int32(y) &- Int32(other.y)
    let du = Int32(u) &- Int32(other.u)
    let dv = Int32(v) &- Int32(other.v)
    return dy &* dy &+ du &* du &+ dv &* dv
  }
}
