import Essentials
import Libraries
package import MediaFacts
import PushDelivery

/// Brings colours that no ICC profile describes, only code points of ITU-T H.273, to 8-bit sRGB: wide primaries, and high dynamic
/// range coded as PQ or HLG. libvips passes such numbers through as if they were sRGB, which looks washed out.
package struct ToneMapping: Sendable {
  private let transfer: ColorDescription.TransferFunction
  private let primaries: ColorDescription.Primaries

  package init(_ color: ColorDescription) {
    (transfer, primaries) = (color.transfer, color.primaries)
  }

  /// - Parameter image: RGB or gray with or without alpha, 8-bit or 16-bit over the whole range.
  func apply(to image: consuming Image) throws(VipsError) -> Image {
    let (width, height, bandCount) = (image.width, image.height, image.bandCount)
    let maximum = image.hasWideSamples ? 65535.0 : 255.0
    let samples = try image.wideSamples()
    let mapped = map(samples, bandCount: bandCount, maximum: maximum)
    return try Image(samples: mapped, width: width, height: height, bandCount: bandCount)
  }

  /// Maps interleaved samples of 0...`maximum` to 8-bit sRGB; a fourth or second band is alpha and only rounded.
  package func map(_ samples: [UInt16], bandCount: Int, maximum: Double) -> [UInt8] {
    guard bandCount >= 3 else { return samples.map { UInt8((min(Double($0), maximum) / maximum * 255).rounded()) } }
    let linear = (0...Int(maximum)).map { Float(linearLight(Double($0) / maximum)) }
    var result = [UInt8](repeating: 0, count: samples.count)
    for pixel in Swift.stride(from: 0, to: samples.count - bandCount + 1, by: bandCount) {
      let light = SIMD3<Float>(
        linear[min(Int(samples[pixel]), linear.count - 1)], linear[min(Int(samples[pixel + 1]), linear.count - 1)],
        linear[min(Int(samples[pixel + 2]), linear.count - 1)])
      let color = compressHighlights(toBT709(light))
      for band in 0..<3 { result[pixel + band] = sRGBCode(color[band]) }
      if bandCount == 4 { result[pixel + 3] = UInt8((Double(samples[pixel + 3]) / maximum * 255).rounded()) }
    }
    return result
  }

  /// Linear light relative to reference white for a code of 0...1.
  package func linearLight(_ code: Double) -> Double {
    switch transfer {
    case .standard: code <= 0.04045 ? code / 12.92 : pow((code + 0.055) / 1.055, 2.4)
    case .linear: code
    case .pq: Self.perceptualQuantizer(code) / ToneCurve.referenceWhite
    case .hlg: Self.hybridLogGamma(code) / ToneCurve.referenceWhite
    }
  }

  /// The EOTF of SMPTE ST 2084 in candela per square metre, with the standard's constants.
  package static func perceptualQuantizer(_ code: Double) -> Double {
    let (m1, m2) = (2610.0 / 16384, 2523.0 / 4096 * 128)
    let (c1, c2, c3) = (3424.0 / 4096, 2413.0 / 4096 * 32, 2392.0 / 4096 * 32)
    let power = pow(code, 1 / m2)
    return 10000 * pow(max(power - c1, 0) / (c2 - c3 * power), 1 / m1)
  }

  /// The inverse OETF of ARIB STD-B67 and then the system gamma 1.2 of a 1000 cd/m² display (ITU-R BT.2100, table 5), which is
  /// applied to each channel here.
  package static func hybridLogGamma(_ code: Double) -> Double {
    let a = 0.17883277
    let b = 1 - 4 * a
    let c = 0.5 - a * log(4 * a)
    let scene = code <= 0.5 ? code * code / 3 : (exp((code - c) / a) + b) / 12
    return 1000 * pow(scene, 1.2)
  }

  private func toBT709(_ light: SIMD3<Float>) -> SIMD3<Float> {
    let columns = Self.matrix(from: primaries)
    return columns.0 * light.x + columns.1 * light.y + columns.2 * light.z
  }

  /// Columns of the matrices from a set of primaries to BT.709's, all with the white point D65: derived from the chromaticities in
  /// ITU-R BT.2020 and SMPTE EG 432-1 by way of XYZ.
  private static func matrix(from primaries: ColorDescription.Primaries) -> (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>) {
    switch primaries {
    case .bt709: ([1, 0, 0], [0, 1, 0], [0, 0, 1])
    case .displayP3: ([1.2249, -0.0420, -0.0196], [-0.2249, 1.0420, -0.0786], [0, 0, 1.0982])
    case .bt2020: ([1.6605, -0.1246, -0.0182], [-0.5876, 1.1329, -0.1006], [-0.0728, -0.0083, 1.1187])
    }
  }

  /// Keeps what is below a knee and bends the rest so that the peak becomes white: the extended curve of Reinhard et al. 2002
  /// ("Photographic tone reproduction for digital images", equation 4) on the largest channel, so that hues stay.
  private func compressHighlights(_ color: SIMD3<Float>) -> SIMD3<Float> {
    let largest = color.max()
    guard transfer == .pq || transfer == .hlg, largest > 0 else { return color }
    let knee: Float = 0.5
    guard largest > knee else { return color }
    let peak = Float(ToneCurve.peak / ToneCurve.referenceWhite)
    let excess = (largest - knee) / (1 - knee)
    let limit = (peak - knee) / (1 - knee)
    let bent = knee + (1 - knee) * excess * (1 + excess / (limit * limit)) / (1 + excess)
    return color * (min(bent, 1) / largest)
  }

  /// The inverse of the curve of IEC 61966-2-1, as a code of 0...255. Colours outside sRGB are clipped.
  private func sRGBCode(_ light: Float) -> UInt8 {
    Self.codes[Int((min(max(light, 0), 1) * Float(Self.codes.count - 1)).rounded())]
  }

  private static let codes: [UInt8] = (0...16383).map { step in
    let light = Double(step) / 16383
    let code = light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
    return UInt8((code * 255).rounded())
  }
}

extension ColorDescription {
  /// Whether code points, which libvips does not see, say what the colours are.
  var needsToneMapping: Bool { transfer != .standard || (primaries != .bt709 && profile == .none) }
}
