import MediaFacts
import SSIMULACRA2

/// Pictures from whole numbers alone, so that they are the same everywhere.
enum SyntheticPicture {
  /// Slopes of colour, a disc, stripes, a flat corner and, everywhere else, a little grain.
  static func scene(width: Int, height: Int, samples: SRGBImage.Samples = .rgb) throws -> SRGBImage {
    var noise = Noise(seed: 1)
    return try drawn(width: width, height: height, samples: samples) { x, y, channel in
      let grain = noise.next(amplitude: 5)
      if x < width / 4, y < height / 4 { return 90 + 40 * channel }
      let (dx, dy) = (x - width / 2, y - height / 2)
      if 16 * (dx * dx + dy * dy) < width * height { return 200 - 60 * channel + grain }
      if x > 3 * width / 4 { return (x / 3 + y / 5) % 2 * 140 + 40 + grain }
      return (x * (3 - channel) * 60 + y * (channel + 1) * 50) / max(width, height) + 30 + grain
    }
  }

  static func drawn(
    width: Int, height: Int, samples: SRGBImage.Samples = .rgb, _ sample: (_ x: Int, _ y: Int, _ channel: Int) -> Int
  ) throws -> SRGBImage {
    let count = samples.rawValue
    let bytes = (0..<width * height * count).map { index in
      let pixel = index / count
      return UInt8(clamping: sample(pixel % width, pixel / width, index % count))
    }
    return try SRGBImage(width: width, height: height, samples: samples, bytes: bytes)
  }
}

/// A linear congruential generator (Knuth, MMIX).
struct Noise {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// A number from - amplitude to amplitude.
  mutating func next(amplitude: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % (2 * amplitude + 1) - amplitude
  }
}
