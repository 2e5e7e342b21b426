import TestSupport

/// The luma of a picture, 0 to 255, as JFIF defines it (ITU-T T.871, 7).
struct LumaPlane {
  let width: Int
  let height: Int
  let samples: [Float]

  init(width: Int, height: Int, samples: [Float]) {
    self.width = width
    self.height = height
    self.samples = samples
  }

  init(_ pixmap: PortablePixmap) {
    let channels = pixmap.channels
    let samples = (0..<pixmap.width * pixmap.height).map { pixel in
      let first = channels * pixel
      let (red, green, blue) = (
        pixmap.samples[first], pixmap.samples[first + channels / 2], pixmap.samples[first + channels - 1]
      )
      return Float(red) * 0.299 + Float(green) * 0.587 + Float(blue) * 0.114
    }
    self.init(width: pixmap.width, height: pixmap.height, samples: samples)
  }

  /// Means of two by two samples; an odd last row or column is left out.
  var halved: LumaPlane {
    let (halfWidth, halfHeight) = (width / 2, height / 2)
    var half = [Float](repeating: 0, count: halfWidth * halfHeight)
    for y in 0..<halfHeight {
      for x in 0..<halfWidth {
        let first = 2 * y * width + 2 * x
        half[y * halfWidth + x] =
          (samples[first] + samples[first + 1] + samples[first + width] + samples[first + width + 1]) / 4
      }
    }
    return LumaPlane(width: halfWidth, height: halfHeight, samples: half)
  }

  /// What `combine` makes of each sample and that of another plane of the same size.
  func zipped(_ other: LumaPlane, _ combine: (Float, Float) -> Float) -> LumaPlane {
    LumaPlane(width: width, height: height, samples: zip(samples, other.samples).map(combine))
  }

  /// The signal-to-noise ratio in decibels of a plane of the same size; at most 99.
  func signalToNoise(_ other: LumaPlane) -> Double {
    let error = zip(samples, other.samples).reduce(0.0) { $0 + Double(($1.0 - $1.1) * ($1.0 - $1.1)) }
    return min(decibels(missing: error / Double(samples.count) / (255 * 255)), 99)
  }
}
