/// Four rows of an image's light: red, green and blue, 0 to 1, without sRGB's tone curve.
///
/// Columns past the width repeat the last one: halving uses it twice where the width is odd.
struct LinearLight {
  private let width: Int
  private(set) var red: Band
  private(set) var green: Band
  private(set) var blue: Band

  /// Darkness.
  init(width: Int) {
    self.width = width
    (red, green, blue) = (Band(width: width), Band(width: width), Band(width: width))
  }

  /// Assigns four rows of an image. Beyond it, its last row and column are repeated.
  ///
  /// - Parameters:
  ///   - image: as wide, or narrower where it is smaller than the least size of a scale.
  ///   - firstRow: the index of the uppermost row.
  mutating func read(_ image: SRGBImage, firstRow: Int) {
    let offsets = image.samples == .gray ? (0, 0, 0) : (0, 1, 2)
    Self.read(image, firstRow: firstRow, offset: offsets.0, into: &red)
    Self.read(image, firstRow: firstRow, offset: offsets.1, into: &green)
    Self.read(image, firstRow: firstRow, offset: offsets.2, into: &blue)
  }

  /// - Parameter offset: bytes from the start of a pixel to its sample.
  private static func read(_ image: SRGBImage, firstRow: Int, offset: Int, into light: inout Band) {
    let (bytes, step) = (image.bytes[...], image.samples.rawValue)
    let (samples, lights) = (bytes.span, ofSample.span)
    let places = { (row: Int) -> Range<Int> in
      let start = min(firstRow + row, image.height - 1) * image.stride + offset
      return start..<start + (image.width - 1) * step + 1
    }
    let (first, second) = (samples.extracting(places(0)), samples.extracting(places(1)))
    let (third, fourth) = (samples.extracting(places(2)), samples.extracting(places(3)))
    var columns = light.columns.mutableSpan
    precondition(image.width <= columns.count)
    var place = 0
    for column in 0..<image.width {
      columns[column] = Lanes(
        lights[Int(first[place])], lights[Int(second[place])], lights[Int(third[place])], lights[Int(fourth[place])])
      place &+= step
    }
    light.repeatLastColumn(of: image.width)
  }

  /// Copies a row, 0 to 2, to the one below it.
  mutating func repeatRow(_ row: Int) {
    red.repeatRow(row)
    green.repeatRow(row)
    blue.repeatRow(row)
  }

  /// Assigns the halves of two bands, one below the other and twice as wide: each sample is the mean of two by two.
  mutating func halve(_ upper: LinearLight, _ lower: LinearLight) {
    Self.halve(upper.red, lower.red, into: &red, width: width)
    Self.halve(upper.green, lower.green, into: &green, width: width)
    Self.halve(upper.blue, lower.blue, into: &blue, width: width)
  }

  private static func halve(_ upper: Band, _ lower: Band, into half: inout Band, width: Int) {
    let (uppers, lowers) = (upper.columns.span, lower.columns.span)
    var columns = half.columns.mutableSpan
    precondition(2 * width <= uppers.count && 2 * width <= lowers.count && width <= columns.count)
    for column in 0..<width {
      let left = SIMD8(lowHalf: uppers[2 * column], highHalf: lowers[2 * column])
      let right = SIMD8(lowHalf: uppers[2 * column + 1], highHalf: lowers[2 * column + 1])
      columns[column] = (left.evenHalf + right.evenHalf + left.oddHalf + right.oddHalf) * 0.25
    }
    half.repeatLastColumn(of: width)
  }

  /// For each 8-bit sample of sRGB its light.
  ///
  /// IEC 61966-2-1 defines the curve with a power; libjxl (`transfer_functions-inl.h`) uses a quotient of two polynomials of
  /// the fourth degree, which is within 1e-6. So do we, rounding by rounding: single-colour pictures differ by less than
  /// that.
  private static let ofSample = ContiguousArray<Float>(
    (0...255).map { sample in
      let value = Float(sample) * (1 / 255)
      if value <= 0.04045 { return value * (1 / 12.92) }
      return polynomial([2.200248328e-04, 1.043637593e-02, 1.624820318e-01, 7.961564959e-01, 8.210152774e-01], value)
        / polynomial([2.631846970e-01, 1.076976492e+00, 4.987528350e-01, -5.512498495e-02, 6.521209011e-03], value)
    })

  /// - Parameter coefficients: the constant term first.
  private static func polynomial(_ coefficients: [Float], _ value: Float) -> Float {
    coefficients.dropLast().reversed().reduce(Lanes(repeating: coefficients.last ?? 0)) { sum, coefficient in
      sum.multiplied(by: value, adding: Lanes(repeating: coefficient))
    }[0]
  }
}
