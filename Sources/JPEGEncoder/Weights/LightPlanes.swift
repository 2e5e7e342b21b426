/// Linear red, green and blue of a picture.
struct LightPlanes {
  let width: Int
  let height: Int
  /// Rows are so long, with the last pixel repeated at their end.
  private let stride: Int
  /// The rows of red, green and blue of each line together.
  private let samples: [Float]

  /// The luma of pixels, and means of two by two.
  static func halving(_ pixels: JPEGPixels) -> (luma: Plane, half: LightPlanes) {
    let rows = PixelRows(pixels)
    return halving(pixels.width, pixels.height, stride: rows.paddedWidth) { y, buffer in
      PerceptualLuma.light.withPointer { rows.read(y, as: $0, into: buffer) }
    }
  }

  /// The luma of these pixels, and means of two by two.
  var halving: (luma: Plane, half: LightPlanes) {
    Self.halving(width, height, stride: stride) { y, buffer in
      samples.withPointer { samples in
        buffer.update(from: samples + 3 * y * stride, count: 3 * stride)
      }
    }
  }

  /// Both at once, so that each row is read but once.
  ///
  /// - Parameters:
  ///   - stride: a multiple of sixteen.
  ///   - read: copies the three rows of a line, of `stride` numbers each.
  private static func halving(
    _ width: Int, _ height: Int, stride: Int, read: (_ y: Int, UnsafeMutablePointer<Float>) -> Void
  ) -> (luma: Plane, half: LightPlanes) {
    let (halfWidth, halfHeight) = ((width + 1) / 2, (height + 1) / 2)
    let halfStride = (halfWidth + 15) / 16 * 16
    var samples: [Float] = []
    let luma = Plane(width: width, height: height) { luma, lumaStride in
      samples = [Float](count: 3 * halfStride * halfHeight) { output in
        withScratch(of: Float.self, count: 6 * stride) { buffer in
          for y in 0..<halfHeight {
            for (line, row) in [(2 * y, buffer), (min(2 * y + 1, height - 1), buffer + 3 * stride)] {
              read(line, row)
              PerceptualLuma.row(row, stride: stride, width: width, into: luma + line * lumaStride)
            }
            halve(buffer, stride, into: output + 3 * y * halfStride, halfWidth, halfStride)
          }
        }
      }
    }
    return (luma, LightPlanes(width: halfWidth, height: halfHeight, stride: halfStride, samples: samples))
  }

  /// Makes one line, red, green and blue, of two.
  private static func halve(
    _ lines: UnsafeMutablePointer<Float>, _ stride: Int, into output: UnsafeMutablePointer<Float>, _ width: Int,
    _ outputStride: Int
  ) {
    for channel in 0..<3 {
      let row = output + channel * outputStride
      halve(lines + channel * stride, lines + (channel + 3) * stride, stride, into: row)
      for x in width..<outputStride { row[x] = row[width - 1] }
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
