import MediaFacts
import SSIMULACRA2

/// What befalls pictures. All have rows without gaps.
extension SRGBImage {
  func noised(amplitude: Int, seed: UInt64 = 2) throws -> SRGBImage {
    var noise = Noise(seed: seed)
    return try mapped { noise.next(amplitude: amplitude) + Int($0) }
  }

  func quantized(step: Int) throws -> SRGBImage { try mapped { (Int($0) + step / 2) / step * step } }

  func brightened(by amount: Int) throws -> SRGBImage { try mapped { Int($0) + amount } }

  /// Each sample becomes the mean of those up to a distance.
  func blurred(radius: Int) throws -> SRGBImage {
    try SyntheticPicture.drawn(width: width, height: height, samples: samples) { x, y, channel in
      let columns = max(x - radius, 0)...min(x + radius, width - 1)
      let rows = max(y - radius, 0)...min(y + radius, height - 1)
      let sum = rows.reduce(0) { sum, row in columns.reduce(sum) { $0 + sample($1, row, channel) } }
      return sum / (rows.count * columns.count)
    }
  }

  /// Moved to the right; the first column is repeated.
  func shifted(by distance: Int) throws -> SRGBImage {
    try SyntheticPicture.drawn(width: width, height: height, samples: samples) { x, y, channel in
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
    try SyntheticPicture.drawn(width: width, height: height) { x, y, _ in sample(x, y, 0) }
  }

  func sample(_ x: Int, _ y: Int, _ channel: Int) -> Int { Int(bytes[y * stride + x * samples.rawValue + channel]) }

  private func mapped(_ transform: (UInt8) -> Int) throws -> SRGBImage {
    try SRGBImage(
      width: width, height: height, samples: samples, bytes: bytes.map { UInt8(clamping: transform($0)) })
  }
}

extension [[UInt8]] {
  fileprivate func joined(by filler: [UInt8]) -> [UInt8] { [UInt8](joined(separator: filler)) }
}
