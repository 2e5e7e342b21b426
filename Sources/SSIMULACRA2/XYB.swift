/// Four rows of an image in XYB, the colour space of JPEG XL, brought into 0 to 1.
struct XYBBand {
  /// Red against green.
  fileprivate(set) var x: Band
  /// Brightness.
  fileprivate(set) var y: Band
  /// Blue less brightness; zeros where it is not used.
  fileprivate(set) var b: Band

  /// Zeros, as lie below an image.
  init(width: Int) { (x, y, b) = (Band(width: width), Band(width: width), Band(width: width)) }

  /// X (0), Y (1) or B - Y (2).
  subscript(channel: Int) -> Band {
    switch channel {
    case 0: x
    case 1: y
    default: b
    }
  }

  /// Puts zeros in the place of all rows but the first so many.
  mutating func clear(rowsFrom row: Int) {
    x.clear(rowsFrom: row)
    y.clear(rowsFrom: row)
    b.clear(rowsFrom: row)
  }
}

/// Makes XYB of light.
///
/// Source: libjxl, `opsin_params.h` (the matrix and the bias), `enc_xyb.cc` and `ssimulacra2.cc` (the range).
struct XYBConverter {
  /// What the cones take in darkness.
  private static let bias: Float = 0.0037930732552754493
  private static let biasRoot: Float = 0.15595420054924863

  private var roots: CubeRoots

  /// For bands of a width, or narrower.
  init(width: Int) { roots = CubeRoots(width: width) }

  /// Writes what a band of light is in XYB.
  ///
  /// - Parameter usesBlue: whether B - Y is wanted.
  mutating func convert(_ light: LinearLight, into color: inout XYBBand, width: Int, usesBlue: Bool) {
    Self.mixLongAndMedium(light, width: width, into: &color.x, &color.y)
    roots.replace(&color.x, count: width, offset: Self.biasRoot)
    roots.replace(&color.y, count: width, offset: Self.biasRoot)
    if usesBlue {
      Self.mixShort(light, width: width, into: &color.b)
      roots.replace(&color.b, count: width, offset: Self.biasRoot)
      Self.subtract(from: &color.b, color.x, color.y, width: width)
    }
    Self.convert(&color.x, &color.y, width: width)
  }

  /// Writes how much of the light the cones for long and medium waves take.
  private static func mixLongAndMedium(
    _ light: LinearLight, width: Int, into long: inout Band, _ medium: inout Band
  ) {
    let (red, green, blue) = (light.red.columns.span, light.green.columns.span, light.blue.columns.span)
    var long = long.columns.mutableSpan
    var medium = medium.columns.mutableSpan
    precondition(width <= red.count && width <= green.count && width <= blue.count)
    precondition(width <= long.count && width <= medium.count)
    for column in 0..<width {
      let lanes = (red[column], green[column], blue[column])
      long[column] = mixed(lanes, 0.30, 0.622, 0.078)
      medium[column] = mixed(lanes, 0.23, 0.692, 0.078)
    }
  }

  /// Writes how much of the light the cones for short waves take.
  private static func mixShort(_ light: LinearLight, width: Int, into short: inout Band) {
    let (red, green, blue) = (light.red.columns.span, light.green.columns.span, light.blue.columns.span)
    var short = short.columns.mutableSpan
    precondition(width <= red.count && width <= green.count && width <= blue.count && width <= short.count)
    for column in 0..<width {
      let lanes = (red[column], green[column], blue[column])
      short[column] = mixed(lanes, 0.24342268924547819, 0.20476744424496821, 0.5518098665095535)
    }
  }

  @inline(__always)
  private static func mixed(_ light: (Lanes, Lanes, Lanes), _ red: Float, _ green: Float, _ blue: Float) -> Lanes {
    let dark = light.2.multiplied(by: blue, adding: Lanes(repeating: bias))
    return light.0.multiplied(by: red, adding: light.1.multiplied(by: green, adding: dark))
  }

  /// Makes B - Y of the roots for short waves, given those for long and medium waves.
  private static func subtract(from short: inout Band, _ long: Band, _ medium: Band, width: Int) {
    let (longs, mediums) = (long.columns.span, medium.columns.span)
    var blues = short.columns.mutableSpan
    precondition(width <= longs.count && width <= mediums.count && width <= blues.count)
    for column in 0..<width {
      blues[column] = (blues[column] - 0.5 * (longs[column] + mediums[column])) + 0.55
    }
  }

  /// Makes X and Y of the roots for long and medium waves.
  private static func convert(_ x: inout Band, _ y: inout Band, width: Int) {
    var xs = x.columns.mutableSpan
    var ys = y.columns.mutableSpan
    precondition(width <= xs.count && width <= ys.count)
    for column in 0..<width {
      let (long, medium) = (xs[column], ys[column])
      xs[column] = 0.5 * (long - medium) * 14 + 0.42
      ys[column] = 0.5 * (long + medium) + 0.01
    }
  }
}

/// Cube roots of the samples of a band: Newton's method for the inverse of the root, from a guess that divides the exponent by
/// three.
///
/// The steps are those of libjxl's `fast_math-inl.h` (which names Agner Fog's vector class library), since the last digits
/// count: X is a small difference.
///
/// Each step goes through the whole band. A step waits for the one before it, and in the meantime a processor can work on the
/// neighbours, but looks only so far ahead.
struct CubeRoots {
  private var inverses: ContiguousArray<Lanes>

  /// For bands of a width, or narrower.
  init(width: Int) { inverses = ContiguousArray(repeating: .zero, count: width) }

  /// Puts the roots less an offset in the place of the samples of the first so many columns; all are positive.
  mutating func replace(_ samples: inout Band, count: Int, offset: Float) {
    var values = samples.columns.mutableSpan
    var inverses = inverses.mutableSpan
    precondition(count <= values.count && count <= inverses.count)
    for index in 0..<count { inverses[index] = Self.guess(values[index]) }
    for _ in 0..<3 {
      for index in 0..<count { inverses[index] = Self.step(inverses[index], values[index]) }
    }
    for index in 0..<count { inverses[index] = Self.lastStep(inverses[index], values[index]) }
    for index in 0..<count {
      let square = inverses[index] * inverses[index]
      values[index] = square.multiplied(by: values[index], adding: Lanes(repeating: -offset))
    }
  }

  @inline(__always)
  private static func guess(_ value: Lanes) -> Lanes {
    let exponents = value.bitPatterns &>> 23
    return Lanes(bitPatterns: SIMD4<UInt32>(repeating: 0x5480_0000) &- exponents &* 0x002A_AAAA)
  }

  @inline(__always)
  private static func step(_ inverse: Lanes, _ value: Lanes) -> Lanes {
    let square = inverse * inverse
    return (value * (-1 / 3)).multiplied(by: square * square, adding: inverse * (4 / 3))
  }

  /// The same step, so that less is lost.
  @inline(__always)
  private static func lastStep(_ inverse: Lanes, _ value: Lanes) -> Lanes {
    let square = inverse * inverse
    return value.multiplied(by: square * square, subtracting: inverse).multiplied(by: -1 / 3, adding: inverse)
  }
}
