import Essentials

/// The facts in an ICC profile that decide whether pictures need converting (ICC.1:2022).
public struct ICCProfile: Hashable, Sendable {
  /// The channels of its pictures; nil for a space that no supported format has.
  public let model: ColorDescription.Model?
  /// Whether pictures with it look right as sRGB: sRGB's primaries and tone curve, or gray with a similar curve.
  public let isStandard: Bool
  /// The code points of a `cicp` tag.
  package let codePoints: CodePoints?

  /// How to treat a picture with this profile.
  public var kind: ColorDescription.ProfileKind { isStandard ? .sRGB : .other }

  /// Reads a profile; nil when the bytes are not one, or end within its tags: viewers ignore such.
  public init?(_ bytes: [UInt8]) {
    let view = ByteView(bytes)
    guard view.count >= 132, let length = view.uint32(at: 0), length <= view.count else { return nil }
    guard view.has("acsp", at: 36), let space = view.code(at: 16) else { return nil }
    let tags = ICCTags(view)
    model = Self.models[space]
    codePoints = Self.codePoints(tags)
    isStandard = Self.isStandard(model, tags) && (codePoints.map { $0.transfer != 16 && $0.transfer != 18 } ?? true)
  }

  private static let models: [FourCharacterCode: ColorDescription.Model] = [
    "RGB": .rgb, "GRAY": .gray, "CMYK": .cmyk, "Lab": .lab,
  ]

  private static func codePoints(_ tags: ICCTags) -> CodePoints? {
    guard let tag = tags["cicp"], tag.has("cicp"), let primaries = tag[8], let transfer = tag[9] else { return nil }
    return CodePoints(primaries: Int(primaries), transfer: Int(transfer))
  }

  /// Lookup tables take precedence over primaries and curves, so a profile with one never counts as sRGB.
  private static func isStandard(_ model: ColorDescription.Model?, _ tags: ICCTags) -> Bool {
    guard tags["A2B0"] == nil, tags["D2B0"] == nil else { return false }
    switch model {
    case .rgb:
      return hasStandardColorants(tags) && ["rTRC", "gTRC", "bTRC"].allSatisfy { curve(tags, $0)?.isSRGB == true }
    case .gray: return curve(tags, "kTRC")?.isCloseToSRGB == true
    default: return false
    }
  }

  private static func curve(_ tags: ICCTags, _ code: FourCharacterCode) -> ICCToneCurve? {
    tags[code].flatMap(ICCToneCurve.init)
  }

  private static func hasStandardColorants(_ tags: ICCTags) -> Bool {
    standardColorants.allSatisfy { code, expected in
      guard let tag = tags[code], tag.has("XYZ ") else { return false }
      let found = (0..<3).compactMap { tag.fixed16(at: 8 + 4 * $0) }
      return found.count == 3 && zip(found, expected).allSatisfy { abs($0 - $1) < 0.003 }
    }
  }

  /// The primaries of IEC 61966-2-1 adapted to D50, as the profiles of the ICC and of HP state them. Profiles
  /// differ from each other by less than 0.002; the nearest other space in use, Display P3, by 0.08.
  private static let standardColorants: [FourCharacterCode: [Double]] = [
    "rXYZ": [0.4361, 0.2225, 0.0139], "gXYZ": [0.3851, 0.7169, 0.0971], "bXYZ": [0.1431, 0.0606, 0.7141],
  ]
}

/// The tag table of a profile.
struct ICCTags: Sendable {
  private let view: ByteView
  private let count: Int

  init(_ view: ByteView) {
    self.view = view
    count = min(view.uint32(at: 128) ?? 0, 1000)
  }

  /// The data of the first tag with this signature.
  subscript(code: FourCharacterCode) -> ByteView? {
    guard let entry = (0..<count).map({ 132 + 12 * $0 }).first(where: { view.code(at: $0) == code }) else { return nil }
    guard let offset = view.uint32(at: entry + 4), let length = view.uint32(at: entry + 8) else { return nil }
    return view.part(at: offset, length: length)
  }
}

extension ByteView {
  /// A signed number with 16 bits after the point.
  func fixed16(at offset: Int) -> Double? { int32(at: offset).map { Double($0) / 65_536 } }
}

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

  func light(_ value: Double) -> Double { value >= d ? pow(a * value + b, g) + e : c * value + f }
}

/// IEC 61966-2-1: from light to the number in the picture. NaN stays NaN, and compares as false.
private func encodeSRGB(_ light: Double) -> Double {
  light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
}
