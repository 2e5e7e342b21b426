import SSIMULACRA2

/// Pictures from whole numbers only, so that they are the same everywhere.
enum SyntheticImage {
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

/// Distortions of pictures. All have rows without gaps.
extension SRGBImage {
  func noised(amplitude: Int, seed: UInt64 = 2) throws -> SRGBImage {
    var noise = Noise(seed: seed)
    return try mapped { noise.next(amplitude: amplitude) + Int($0) }
  }

  func quantized(step: Int) throws -> SRGBImage { try mapped { (Int($0) + step / 2) / step * step } }

  func brightened(by amount: Int) throws -> SRGBImage { try mapped { Int($0) + amount } }

  /// Each sample becomes the mean of those up to a distance.
  func blurred(radius: Int) throws -> SRGBImage {
    try SyntheticImage.drawn(width: width, height: height, samples: samples) { x, y, channel in
      let columns = max(x - radius, 0)...min(x + radius, width - 1)
      let rows = max(y - radius, 0)...min(y + radius, height - 1)
      let sum = rows.reduce(0) { sum, row in columns.reduce(sum) { $0 + sample($1, row, channel) } }
      return sum / (rows.count * columns.count)
    }
  }

  /// Moved to the right; the first column is repeated.
  func shifted(by distance: Int) throws -> SRGBImage {
    try SyntheticImage.drawn(width: width, height: height, samples: samples) { x, y, channel in
      sample(max(x - distance, 0), y, channel)
    }
  }

  /// The same pixels with rows further apart.
  func padded(by gap: Int) throws -> SRGBImage {
    let rows = (0..<height).map { Array(bytes[$0 * stride..<($0 + 1) * stride]) }
    let filler = (0..<gap).map { UInt8(truncatingIfNeeded: 37 * $0 + 11) }
    return try SRGBImage(
      width: width, height: height, samples: samples, stride: stride + gap, bytes: Array(rows.joined(by: filler)))
  }

  /// The same grey in three samples.
  func tripled() throws -> SRGBImage {
    try SyntheticImage.drawn(width: width, height: height) { x, y, _ in sample(x, y, 0) }
  }

  func sample(_ x: Int, _ y: Int, _ channel: Int) -> Int { Int(bytes[y * stride + x * samples.rawValue + channel]) }

  private func mapped(_ transform: (UInt8) -> Int) throws -> SRGBImage {
    try SRGBImage(width: width, height: height, samples: samples, bytes: bytes.map { UInt8(clamping: transform($0)) })
  }
}

extension [[UInt8]] {
  fileprivate func joined(by filler: [UInt8]) -> [UInt8] { [UInt8](joined(separator: filler)) }
}
