#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A tone curve of an ICC profile: from the number in the picture to light, both 0 to 1.
struct ICCToneCurve {
  private let form: Form

  private enum Form {
    case gamma(Double)
    /// Samples at equal distances, 0 to 65535.
    case sampled(ByteView, count: Int)
    /// The function types 1 to 4: a power above a threshold, a line below.
    case parametric(ICCParametricCurve)
  }

  /// Reads the data of a `TRC` tag; nil when it is not a curve.
  init?(_ tag: ByteView) {
    if tag.has("curv"), let count = tag.uint32(at: 8) {
      guard let form = Self.table(tag, count) else { return nil }
      self.form = form
    } else if tag.has("para"), let curve = ICCParametricCurve(tag) {
      form = .parametric(curve)
    } else {
      return nil
    }
  }

  /// No sample means the identity, one means a gamma with 8 bits after the point.
  private static func table(_ tag: ByteView, _ count: Int) -> Form? {
    switch count {
    case 0: return .gamma(1)
    case 1: return tag.uint16(at: 12).map { .gamma(Double($0) / 256) }
    default: return tag.part(at: 12, length: 2 * count).map { .sampled($0, count: count) }
    }
  }

  func light(_ value: Double) -> Double {
    switch form {
    case .gamma(let gamma): return pow(value, gamma)
    case .parametric(let curve): return curve.light(value)
    case .sampled(let samples, let count):
      let position = min(max(value, 0), 1) * Double(count - 1)
      let low = min(Int(position), count - 2)
      let pair = (samples.uint16(at: 2 * low) ?? 0, samples.uint16(at: 2 * low + 2) ?? 0)
      return (Double(pair.0) + (Double(pair.1) - Double(pair.0)) * (position - Double(low))) / 65_535
    }
  }

  /// Whether this curve, taken for sRGB, is off by at most 2 of 255 everywhere.
  var isSRGB: Bool { Self.probes.allSatisfy { abs(encodeSRGB(light($0)) - $0) < 0.008 } }

  /// The same, or a gamma of 2.2, which differs from sRGB in deep shadows only.
  var isCloseToSRGB: Bool { isSRGB || Self.probes.allSatisfy { abs(light($0) - pow($0, 2.2)) < 0.005 } }

  private static let probes = [0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 1]
}

/// A parametric curve (ICC.1:2022, 10.18): `(a x + b)^g + e` from `d` on, `c x + f` below.
struct ICCParametricCurve {
  private let g, a, b, c, d, e, f: Double

  init?(_ tag: ByteView) {
    guard let type = tag.uint16(at: 8), type <= 4 else { return nil }
    let counts = [1, 3, 4, 5, 7]
    let p = (0..<counts[type]).compactMap { tag.fixed16(at: 12 + 4 * $0) }
    guard p.count == counts[type] else { return nil }
    g = p[0]
    a = type > 0 ? p[1] : 1
    b = type > 0 ? p[2] : 0
    c = type > 2 ? p[3] : 0
    d = type > 2 ? p[4] : type > 0 && p[1] != 0 ? -p[2] / p[1] : 0
    e = type == 2 ? p[3] : type == 4 ? p[5] : 0
    f = type == 2 ? p[3] : type == 4 ? p[6] : 0
  }

  func light(_ value: Double) -> Double {
    value >= d ? pow(a * value + b, g) + e : c * value + f
  }
}

/// IEC 61966-2-1: from light to the number in the picture. NaN stays NaN, and compares as false.
private func encodeSRGB(_ light: Double) -> Double {
  light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
}
