/// The cube roots of eight positive, normal numbers, within 2e-6 of their value.
///
/// The first guess divides the exponent by three (W. Kahan, "Computing a real cube root", 1991), by shifts since
/// 1/4 + 1/16 + ... = 1/3; two steps of Newton's method follow.
@inline(__always) package func cubeRoot(_ x: SIMD8<Float>) -> SIMD8<Float> {
  var bits = unsafeBitCast(x, to: SIMD8<UInt32>.self)
  bits = (bits &>> 2) &+ (bits &>> 4)
  bits = bits &+ (bits &>> 4)
  bits = bits &+ (bits &>> 8)
  var root = unsafeBitCast(bits &+ 0x2A51_37A0, to: SIMD8<Float>.self)
  let third = SIMD8<Float>(repeating: 1 / 3)
  for _ in 0..<2 { root = (root + root + x / (root * root)) * third }
  return root
}
