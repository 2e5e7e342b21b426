/// The perceptual luma of a picture at five scales, each half as large as the one before; the halving is of linear light.
package struct LumaPyramid: Sendable {
  package static let scaleCount = 5

  package let scales: [Plane]

  package init(_ pixels: JPEGPixels) {
    var scales = [PerceptualLuma.plane(pixels)]
    var light = LightPlanes(halving: pixels)
    while scales.count < Self.scaleCount {
      scales.append(light.luma)
      if scales.count < Self.scaleCount { light = light.halved }
    }
    self.scales = scales
  }
}

/// Linear red, green and blue of a picture.
private struct LightPlanes {
  let width: Int
  let height: Int
  /// Rows are so long, with the last pixel repeated at their end.
  private let stride: Int
  /// The rows of red, green and blue of each line together.
  private let samples: [Float]

  /// Means of two by two pixels.
  init(halving pixels: JPEGPixels) {
    let rows = PixelRows(pixels)
    self.init(halving: pixels.width, pixels.height, stride: rows.paddedWidth) { y, buffer in
      PerceptualLuma.light.withPointer { rows.read(y, as: $0, into: buffer) }
    }
  }

  /// Means of two by two pixels.
  var halved: LightPlanes {
    LightPlanes(halving: width, height, stride: stride) { y, buffer in
      samples.withPointer { samples in
        buffer.update(from: samples + 3 * y * stride, count: 3 * stride)
      }
    }
  }

  /// - Parameters:
  ///   - stride: a multiple of sixteen.
  ///   - read: copies the three rows of a line, of `stride` numbers each.
  private init(
    halving width: Int, _ height: Int, stride: Int, read: (_ y: Int, UnsafeMutablePointer<Float>) -> Void
  ) {
    let (halfWidth, halfHeight) = ((width + 1) / 2, (height + 1) / 2)
    let halfStride = (halfWidth + 15) / 16 * 16
    (self.width, self.height, self.stride) = (halfWidth, halfHeight, halfStride)
    samples = [Float](count: 3 * halfStride * halfHeight) { output in
      withScratch(of: Float.self, count: 6 * stride) { buffer in
        let (upper, lower) = (buffer, buffer + 3 * stride)
        for y in 0..<halfHeight {
          read(2 * y, upper)
          read(min(2 * y + 1, height - 1), lower)
          for channel in 0..<3 {
            let row = output + (3 * y + channel) * halfStride
            Self.halve(upper + channel * stride, lower + channel * stride, stride, into: row)
            for x in halfWidth..<halfStride { row[x] = row[halfWidth - 1] }
          }
        }
      }
    }
  }

  private static func halve(
    _ upper: UnsafeMutablePointer<Float>, _ lower: UnsafeMutablePointer<Float>, _ count: Int,
    into row: UnsafeMutablePointer<Float>
  ) {
    for x in Swift.stride(from: 0, to: count, by: 16) {
      let sum = load16(upper + x) + load16(lower + x)
      store8((sum.evenHalf + sum.oddHalf) * 0.25, to: row + x / 2)
    }
  }

  var luma: Plane {
    Plane(width: width, height: height) { output, outputStride in
      samples.withPointer { samples in
        for y in 0..<height {
          let row = samples + 3 * y * stride
          PerceptualLuma.row(row, stride: stride, width: width, into: output + y * outputStride)
        }
      }
    }
  }
}

extension PerceptualLuma {
  /// The luma of 8-bit pixels.
  fileprivate static func plane(_ pixels: JPEGPixels) -> Plane {
    let rows = PixelRows(pixels)
    return Plane(width: pixels.width, height: pixels.height) { output, outputStride in
      withScratch(of: Float.self, count: rows.rowCount) { buffer in
        let light = buffer
        for y in 0..<pixels.height {
          Self.light.withPointer { rows.read(y, as: $0, into: light) }
          row(light, stride: rows.paddedWidth, width: pixels.width, into: output + y * outputStride)
        }
      }
    }
  }

  /// The luma of a row of linear red, green and blue, `stride` numbers after each other.
  fileprivate static func row(
    _ light: UnsafePointer<Float>, stride: Int, width: Int, into output: UnsafeMutablePointer<Float>
  ) {
    for x in Swift.stride(from: 0, to: width, by: 8) {
      store8(luma(load8(light + x), load8(light + stride + x), load8(light + 2 * stride + x)), to: output + x)
    }
  }
}
