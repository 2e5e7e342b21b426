/// Linear red, green and blue of a picture.
package struct LightPlanes {
  package let width: Int
  package let height: Int
  /// Rows are so long, with the last pixel repeated at their end.
  private let stride: Int
  /// The rows of red, green and blue of each line together.
  private let samples: [Float]

  /// Means of two by two pixels.
  package init(halving pixels: JPEGPixels) {
    let rows = PixelRows(pixels)
    self.init(halving: pixels.width, pixels.height, stride: rows.paddedWidth) { y, line in
      rows.read(y, as: PerceptualLuma.light, into: &line)
    }
  }

  /// Means of two by two pixels.
  var halved: LightPlanes {
    LightPlanes(halving: width, height, stride: stride) { y, line in
      line.copy(samples.span.extracting(3 * y * stride..<3 * (y + 1) * stride))
    }
  }

  /// - Parameters:
  ///   - stride: a multiple of sixteen.
  ///   - read: writes the three rows of a line, of `stride` numbers each.
  private init(
    halving width: Int, _ height: Int, stride: Int, read: (_ y: Int, _ line: inout MutableSpan<Float>) -> Void
  ) {
    let (halfWidth, halfHeight) = ((width + 1) / 2, (height + 1) / 2)
    let halfStride = (halfWidth + 15) / 16 * 16
    (self.width, self.height, self.stride) = (halfWidth, halfHeight, halfStride)
    var (upper, lower) = ([Float](repeating: 0, count: 3 * stride), [Float](repeating: 0, count: 3 * stride))
    samples = [Float](count: 3 * halfStride * halfHeight) { output in
      for y in 0..<halfHeight {
        upper.withSpan { read(2 * y, &$0) }
        lower.withSpan { read(min(2 * y + 1, height - 1), &$0) }
        for channel in 0..<3 {
          let (source, start) = (channel * stride..<(channel + 1) * stride, (3 * y + channel) * halfStride)
          output.withRange(start..<start + halfStride) { row in
            Self.halve(upper.span.extracting(source), lower.span.extracting(source), into: &row)
            for x in halfWidth..<halfStride { row[x] = row[halfWidth - 1] }
          }
        }
      }
    }
  }

  private static func halve(_ upper: Span<Float>, _ lower: Span<Float>, into row: inout MutableSpan<Float>) {
    row.withRange(0..<upper.count / 2) { halves in
      mapSquares(upper, lower, into: &halves) { above, below in
        let sum = above + below
        return (sum.evenHalf + sum.oddHalf) * 0.25
      }
    }
  }

  /// Red, green and blue.
  func pixel(_ x: Int, _ y: Int) -> SIMD3<Float> {
    let first = 3 * y * stride + x
    return [samples[first], samples[first + stride], samples[first + 2 * stride]]
  }

  var luma: Plane {
    Plane(width: width, height: height) { y, row in
      PerceptualLuma.row(samples.span.extracting(3 * y * stride..<3 * (y + 1) * stride), into: &row)
    }
  }
}

extension LightPlanes {
  /// The parts of linear red, green and blue that the short-waved receptor absorbs (ISO/IEC 18181-1).
  private static let short: SIMD3<Float> = [0.243_422_69, 0.204_767_44, 0.551_809_87]
  private static let long = SIMD3(PerceptualLuma.long.red, PerceptualLuma.long.green, PerceptualLuma.long.blue)
  private static let medium = SIMD3(
    PerceptualLuma.medium.red, PerceptualLuma.medium.green, PerceptualLuma.medium.blue)

  /// What the short-waved receptor sees more than luma: B - Y of XYB.
  package var blueYellow: Plane {
    Plane(width: width, height: height) { y, row in
      for x in 0..<width {
        let roots = Self.roots(pixel(x, y))
        row[x] = roots.z - (roots.x + roots.y) / 2
      }
    }
  }

  /// How far that rises with each step of coded Cb and Cr; rows are as those of `blueYellow`.
  package var blueYellowSlopes: (cb: [Float], cr: [Float]) {
    let stride = (width + 7) / 8 * 8
    var (cb, cr) = (
      [Float](repeating: 0, count: stride * height), [Float](repeating: 0, count: stride * height)
    )
    for y in 0..<height {
      for x in 0..<width {
        let slopes = Self.slopes(pixel(x, y))
        // From chroma to red, green and blue as JFIF defines it.
        cb[y * stride + x] = slopes.z * 1.772 - slopes.y * 0.344_136
        cr[y * stride + x] = slopes.x * 1.402 - slopes.y * 0.714_136
      }
    }
    return (cb, cr)
  }

  private static func roots(_ light: SIMD3<Float>) -> SIMD3<Float> {
    let (red, green, blue) = (light.x, light.y, light.z)
    func absorbed(_ parts: SIMD3<Float>) -> Float {
      (red * parts.x + green * parts.y) + (blue * parts.z + PerceptualLuma.bias)
    }
    let roots = cubeRoot(SIMD8(absorbed(long), absorbed(medium), absorbed(short), 1, 1, 1, 1, 1))
    return SIMD3(roots[0], roots[1], roots[2])
  }

  /// By coded red, green and blue.
  private static func slopes(_ light: SIMD3<Float>) -> SIMD3<Float> {
    let roots = roots(light)
    let inverse = 1 / (3 * roots * roots)
    let byLight = short * inverse.z - (long * inverse.x + medium * inverse.y) / 2
    return byLight * SIMD3(curve(light.x), curve(light.y), curve(light.z))
  }

  /// The rise of light with 8-bit samples at this light (IEC 61966-2-1): of the power alone, which is near enough.
  private static func curve(_ light: Float) -> Float {
    let power = Elementary.pow(Double(max(light, 0.000_5)), 1 - 1 / 2.4)
    return Float(2.4 / (1.055 * 255) * power)
  }
}
