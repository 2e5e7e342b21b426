import JPEGEncoder
import TestSupport

/// Pictures made in code.
enum Pictures {
  /// The contents of a picture.
  enum Subject: CaseIterable, Sendable {
    case gradient, noise, text, flat, saturated, gray, natural

    /// Whether very different colours are next to each other.
    var hasHardColors: Bool { self == .noise || self == .saturated }
  }

  /// - Parameter padding: bytes of noise after each row.
  static func make(
    _ subject: Subject, width: Int, height: Int, layout: JPEGPixels.Layout = .rgb, padding: Int = 0, seed: UInt64 = 1
  ) throws -> JPEGPixels {
    var generator = SeededGenerator(seed: seed)
    let channels = layout.rawValue
    var samples: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let color = color(subject, x, y, &generator)
        samples += channels == 3 ? color : [color[1]]
      }
      samples += (0..<padding).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }
    return try JPEGPixels(
      width: width, height: height, layout: layout, stride: width * channels + padding, samples: samples)
  }

  private static func color(_ subject: Subject, _ x: Int, _ y: Int, _ generator: inout SeededGenerator) -> [UInt8] {
    func code(_ value: Int) -> UInt8 { UInt8(min(max(value, 0), 255)) }
    switch subject {
    case .gradient: return [code(x), code(y), code(255 - (x + y) / 2)]
    case .noise: return (0..<3).map { _ in UInt8.random(in: 0...255, using: &generator) }
    case .text: return [UInt8](repeating: (x / 2 * 7 + y / 9 * 5) % 11 < 4 && y % 9 < 6 ? 0 : 255, count: 3)
    case .flat: return [200, 40, 90]
    case .saturated: return (x / 5 + y / 7) % 2 == 0 ? [255, 0, 0] : [0, 0, 255]
    case .gray: return [UInt8](repeating: code(100 + x % 50 + Int(generator.normal() * 8)), count: 3)
    case .natural: return natural(x, y, &generator)
    }
  }

  /// Soft shapes, a hard edge, and a part with texture.
  private static func natural(_ x: Int, _ y: Int, _ generator: inout SeededGenerator) -> [UInt8] {
    let hill = (x * x / 97 + y * 3) % 256
    let texture = x > y ? Int(generator.normal() * 14) : 0
    let sky = y * 4 < x ? 60 : 0
    return [hill / 2 + sky + texture, hill / 3 + 80 + texture, 200 - hill / 2 + texture].map {
      UInt8(min(max($0, 0), 255))
    }
  }
}

extension JPEGPixels {
  /// The colours of all pixels without the gaps between rows.
  var packed: [UInt8] { (0..<height).flatMap { samples[$0 * stride..<$0 * stride + width * layout.rawValue] } }

  /// The peak signal-to-noise ratio in decibels of a picture of the same size and layout; 99 where both are the same.
  func signalToNoise(_ other: JPEGPixels) -> Double {
    let sum = zip(packed, other.packed).reduce(0.0) { sum, pair in
      let difference = Double(pair.0) - Double(pair.1)
      return sum + difference * difference
    }
    let mean = sum / Double(width * height * layout.rawValue)
    return mean == 0 ? 99 : 10 * Elementary.log2(255 * 255 / mean) / Elementary.log2(10)
  }
}
