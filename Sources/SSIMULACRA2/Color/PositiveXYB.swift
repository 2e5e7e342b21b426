/// XYB, the colour space of JPEG XL, brought into 0 to 1: X is red against green, Y brightness, B blue against brightness.
///
/// Source: libjxl, `opsin_params.h` (the matrix and the bias), `enc_xyb.cc` and `ssimulacra2.cc` (the range).
struct PositiveXYB {
  /// Three rows of samples.
  typealias Rows = (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>)

  /// What the cones take in darkness.
  private static let bias: Float = 0.0037930732552754493
  private static let biasRoot: Float = 0.15595420054924863

  private let width: Int
  private let usesBlue: Bool
  private let roots: CubeRoots

  /// For rows of a width.
  ///
  ///
  /// - Parameter usesBlue: whether B - Y is wanted.
  init(width: Int, usesBlue: Bool) {
    self.width = width
    self.usesBlue = usesBlue
    roots = CubeRoots(width: width)
  }

  /// - Parameters:
  ///   - light: red, green and blue, 0 to 1.
  ///   - color: where X, Y and, if wanted, B - Y are written.
  func convert(_ light: Rows, into color: Rows) {
    mixLongAndMedium(light, into: color)
    roots.replace(color.0, count: width, offset: Self.biasRoot)
    roots.replace(color.1, count: width, offset: Self.biasRoot)
    if usesBlue { writeShort(light, into: color.2) }
    for column in stride(from: 0, to: width, by: 4) {
      let (long, medium) = (color.0.lanes(at: column), color.1.lanes(at: column))
      let y = 0.5 * (long + medium)
      color.0.store(0.5 * (long - medium) * 14 + 0.42, at: column)
      color.1.store(y + 0.01, at: column)
      if usesBlue { color.2.store((color.2.lanes(at: column) - y) + 0.55, at: column) }
    }
  }

  /// Writes the root of how much of the light the cones for short waves take.
  private func writeShort(_ light: Rows, into roots: UnsafeMutablePointer<Float>) {
    for column in stride(from: 0, to: width, by: 4) {
      let lanes = (light.0.lanes(at: column), light.1.lanes(at: column), light.2.lanes(at: column))
      roots.store(Self.mixed(lanes, 0.24342268924547819, 0.20476744424496821, 0.5518098665095535), at: column)
    }
    self.roots.replace(roots, count: width, offset: Self.biasRoot)
  }

  /// Writes how much of the light the cones for long and medium waves take.
  private func mixLongAndMedium(_ light: Rows, into cones: Rows) {
    for column in stride(from: 0, to: width, by: 4) {
      let lanes = (light.0.lanes(at: column), light.1.lanes(at: column), light.2.lanes(at: column))
      cones.0.store(Self.mixed(lanes, 0.30, 0.622, 0.078), at: column)
      cones.1.store(Self.mixed(lanes, 0.23, 0.692, 0.078), at: column)
    }
  }

  @inline(__always)
  private static func mixed(_ light: (Lanes, Lanes, Lanes), _ red: Float, _ green: Float, _ blue: Float) -> Lanes {
    let dark = light.2.timesPlus(blue, Lanes(repeating: bias))
    return light.0.timesPlus(red, light.1.timesPlus(green, dark))
  }
}
