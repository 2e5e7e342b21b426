/// The meaning of a picture's numbers as colours.
public struct ColorDescription: Hashable, Sendable, Codable {
  /// The model of the channels.
  public var model: Model
  /// The embedded ICC profile, as far as relevant here.
  public var profile: ProfileKind
  /// The transfer function, if it is for high dynamic range.
  public var transfer: TransferFunction
  /// The primaries stated by a code point (H.273), where a file states them outside an ICC profile.
  public var primaries: Primaries

  public init(
    model: Model = .rgb, profile: ProfileKind = .none, transfer: TransferFunction = .standard,
    primaries: Primaries = .bt709
  ) { (self.model, self.profile, self.transfer, self.primaries) = (model, profile, transfer, primaries) }

  /// Red, green and blue without a profile, which all clients show as sRGB.
  public static let sRGB = ColorDescription()
  /// Gray without a profile.
  public static let gray = ColorDescription(model: .gray)

  public enum Model: String, Hashable, Sendable, Codable { case gray, rgb, cmyk, lab }

  public enum ProfileKind: String, Hashable, Sendable, Codable {
    /// No profile: clients assume sRGB.
    case none
    /// A profile whose primaries and tone curve are sRGB's.
    case sRGB
    /// Any other profile (Display P3, Adobe RGB, a press profile): must be converted.
    case other
  }

  /// Transfer characteristics of ITU-T H.273 that need conversion: linear light and those of HDR.
  public enum TransferFunction: String, Hashable, Sendable, Codable {
    /// Standard dynamic range.
    case standard
    /// SMPTE ST 2084 (code point 16).
    case pq
    /// Linear light (code point 8).
    case linear
    /// ARIB STD-B67, hybrid log-gamma (code point 18).
    case hlg
  }

  /// Colour primaries of ITU-T H.273.
  public enum Primaries: String, Hashable, Sendable, Codable {
    /// sRGB's and BT.709's (code point 1).
    case bt709
    /// Display P3's (code point 12).
    case displayP3
    /// BT.2020's and BT.2100's (code point 9).
    case bt2020
  }
}

/// Colour by numbers of ITU-T H.273, as in files outside ICC profiles.
package struct CodePoints: Hashable, Sendable {
  package var primaries: Int
  package var transfer: Int

  package init(primaries: Int, transfer: Int) { (self.primaries, self.transfer) = (primaries, transfer) }

  /// Reads a colour box (ISO/IEC 14496-12, 12.1.5): the type, then numbers of two bytes.
  init?(box: ByteView) {
    guard let primaries = box.uint16(at: 4), let transfer = box.uint16(at: 6) else { return nil }
    self.init(primaries: primaries, transfer: transfer)
  }
}

extension ColorDescription.TransferFunction {
  /// Everything except PQ (16) and HLG (18) is standard range.
  init(codePoint: Int) {
    switch codePoint {
    case 8: self = .linear
    case 16: self = .pq
    case 18: self = .hlg
    default: self = .standard
    }
  }
}

extension ColorDescription.Primaries {
  /// 9 is BT.2020; 11 and 12 are P3's primaries, for theatres and for displays; the default is BT.709.
  init(codePoint: Int) {
    switch codePoint {
    case 9: self = .bt2020
    case 11, 12: self = .displayP3
    default: self = .bt709
    }
  }
}
