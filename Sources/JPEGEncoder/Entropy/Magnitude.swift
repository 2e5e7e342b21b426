/// How JPEG codes a difference or coefficient: the number of its bits is a symbol, the bits follow (ITU-T T.81, F.1.2.1).
enum Magnitude {
  /// The bits of a number that is not negative.
  @inline(__always) static func size(_ magnitude: Int) -> Int { Int.bitWidth - magnitude.leadingZeroBitCount }

  /// The bits that tell a number from others of its size: of a negative one those of its predecessor.
  @inline(__always) static func bits(_ value: Int) -> Int { value < 0 ? value - 1 : value }
}
