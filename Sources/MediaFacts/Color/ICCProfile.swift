/// The facts in an ICC profile that decide whether pictures need converting (ICC.1:2022).
public struct ICCProfile: Hashable, Sendable {
  /// The device class, for example `mntr` (displays) or `prtr` (printers).
  public let deviceClass: String
  /// The channels of its pictures; nil for a space that no supported format has.
  public let model: ColorDescription.Model?
  /// Whether pictures with it look right as sRGB: sRGB's primaries and tone curve, or gray with a similar curve.
  public let isStandard: Bool
  /// The code points of a `cicp` tag.
  package let codePoints: CodePoints?

  /// The transfer function of a `cicp` tag.
  public var transfer: ColorDescription.TransferFunction { .init(codePoint: codePoints?.transfer ?? 1) }
  /// The primaries of a `cicp` tag.
  public var primaries: ColorDescription.Primaries { .init(codePoint: codePoints?.primaries ?? 1) }

  /// How to treat a picture with this profile.
  public var kind: ColorDescription.ProfileKind { isStandard ? .sRGB : .other }

  /// Reads a profile; nil when the bytes are not one, or end within its tags: viewers ignore such.
  public init?(_ bytes: [UInt8]) {
    let view = ByteView(bytes)
    guard view.count >= 132, let length = view.uint32(at: 0), length <= view.count else { return nil }
    guard view.has("acsp", at: 36), let deviceClass = view.code(at: 12), let space = view.code(at: 16) else {
      return nil
    }
    let tags = ICCTags(view)
    self.deviceClass = "\(deviceClass)"
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
