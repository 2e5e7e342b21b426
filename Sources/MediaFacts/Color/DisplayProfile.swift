/// A display with a power law and the chromaticities of its white and primaries, as an ICC profile (ICC.1:2022).
struct DisplayProfile {
  private let gamma: Double
  /// Red, green and blue at full light, adapted to the profile connection space's white.
  private let colorants: [SIMD3<Double>]

  /// Adobe RGB (1998), sections 4.3.1.1 and 4.3.1.2.
  static let adobeRGB = DisplayProfile(
    gamma: 563.0 / 256, chromaticities: [31_270, 32_900, 64_000, 33_000, 21_000, 71_000, 15_000, 6000])?
    .bytes(isGray: false)

  /// D50, the white of the profile connection space (ICC.1:2022, 7.2.16).
  private static let connectionWhite = SIMD3(0.9642, 1, 0.8249)

  /// - Parameters:
  ///   - gamma: from the number in the picture to light.
  ///   - chromaticities: white, red, green and blue, x and y of each, times 100,000, as in PNG's `cHRM`.
  /// - Returns: nil for values that no display has.
  init?(gamma: Double, chromaticities: [Int]) {
    guard (0.1...10).contains(gamma), chromaticities.count == 8 else { return nil }
    let points = stride(from: 0, to: 8, by: 2).compactMap { Self.color(chromaticities[$0], chromaticities[$0 + 1]) }
    guard points.count == 4, let unmixed = Matrix(points[1], points[2], points[3]).inverse else { return nil }
    let amounts = unmixed * points[0]
    let adaptation = Matrix.adaptation(from: points[0], to: Self.connectionWhite)
    self.gamma = gamma
    colorants = (0..<3).map { adaptation * (points[$0 + 1] * amounts[$0]) }
  }

  /// X, Y and Z of a chromaticity at a Y of 1.
  private static func color(_ x: Int, _ y: Int) -> SIMD3<Double>? {
    guard y > 0 else { return nil }
    return SIMD3(Double(x), Double(y), Double(100_000 - x - y)) / Double(y)
  }

  /// The profile.
  ///
  /// - Parameter isGray: whether it is for pictures of one channel.
  func bytes(isGray: Bool) -> [UInt8] {
    let curve = Array("curv".utf8) + Self.number(0) + Self.number(1) + Self.number(Int((gamma * 256).rounded()) << 16)
    var tags = [("wtpt", Self.xyz(Self.connectionWhite))]
    if isGray {
      tags.append(("kTRC", curve))
    } else {
      tags += zip(["rXYZ", "gXYZ", "bXYZ"], colorants).map { ($0, Self.xyz($1)) }
      tags += ["rTRC", "gTRC", "bTRC"].map { ($0, curve) }
    }
    return Self.profile(space: isGray ? "GRAY" : "RGB ", tags)
  }

  private static func profile(space: String, _ tags: [(String, [UInt8])]) -> [UInt8] {
    var table = number(tags.count)
    var data: [UInt8] = []
    for (code, content) in tags {
      table += Array(code.utf8) + number(132 + 12 * tags.count + data.count) + number(content.count)
      data += content
    }
    let names = [UInt8]("mntr\(space)XYZ ".utf8)
    var header = number(128 + table.count + data.count) + number(0) + number(0x0240_0000) + names
    header += [UInt8](repeating: 0, count: 12) + Array("acsp".utf8) + [UInt8](repeating: 0, count: 28)
    header += xyz(connectionWhite).dropFirst(8)
    return header + [UInt8](repeating: 0, count: 128 - header.count) + table + data
  }

  private static func xyz(_ color: SIMD3<Double>) -> [UInt8] {
    Array("XYZ ".utf8) + number(0) + (0..<3).flatMap { number(Int((color[$0] * 65_536).rounded())) }
  }

  private static func number(_ value: Int) -> [UInt8] { .big(value, 4) }
}

/// Three columns of three numbers.
private struct Matrix {
  private let columns: [SIMD3<Double>]

  init(_ first: SIMD3<Double>, _ second: SIMD3<Double>, _ third: SIMD3<Double>) { columns = [first, second, third] }

  static func * (left: Matrix, right: SIMD3<Double>) -> SIMD3<Double> {
    left.columns[0] * right[0] + left.columns[1] * right[1] + left.columns[2] * right[2]
  }

  static func * (left: Matrix, right: Matrix) -> Matrix {
    Matrix(left * right.columns[0], left * right.columns[1], left * right.columns[2])
  }

  /// Nil where the columns are in one plane.
  var inverse: Matrix? {
    let rows = [
      Self.cross(columns[1], columns[2]), Self.cross(columns[2], columns[0]), Self.cross(columns[0], columns[1]),
    ]
    let determinant = (columns[0] * rows[0]).sum()
    guard abs(determinant) > 1e-9 else { return nil }
    let column = { (index: Int) in SIMD3(rows[0][index], rows[1][index], rows[2][index]) / determinant }
    return Matrix(column(0), column(1), column(2))
  }

  private static func cross(_ left: SIMD3<Double>, _ right: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(
      left[1] * right[2] - left[2] * right[1], left[2] * right[0] - left[0] * right[2],
      left[0] * right[1] - left[1] * right[0])
  }

  /// The linear Bradford adaptation (ICC.1:2022, annex E).
  static func adaptation(from white: SIMD3<Double>, to other: SIMD3<Double>) -> Matrix {
    let cones = Matrix(
      SIMD3(0.8951, -0.7502, 0.0389), SIMD3(0.2664, 1.7135, -0.0685), SIMD3(-0.1614, 0.0367, 1.0296))
    let ratio = (cones * other) / (cones * white)
    let scaling = Matrix(SIMD3(ratio[0], 0, 0), SIMD3(0, ratio[1], 0), SIMD3(0, 0, ratio[2]))
    return (cones.inverse ?? cones) * scaling * cones
  }
}
