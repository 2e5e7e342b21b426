import Essentials
import Libraries
package import MediaFacts
import PushDelivery

/// Facts that are only in the pixels.
package struct PixelFacts: Hashable, Sendable {
  package let alpha: Picture.Alpha
  package let content: Picture.Content
  /// The backgrounds on which a large part vanishes.
  package let vanishesOn: [Picture.Ground]
  /// Whether it is fully invisible.
  package let isInvisible: Bool
  /// Whether every pixel has visibly the same colour.
  package let isBlank: Bool

  /// A picture in which more than this part of the pixels equal their left neighbour is a flat graphic. Camera photographs, with their
  /// noise, stay below 0.2 even with a clipped sky; screenshots, charts and logos are above 0.6.
  static let flatPart = 0.4

  /// Decodes the whole picture.
  init(of image: consuming Image, hasAlpha: Bool) throws(VipsError) {
    let width = image.width
    let bandCount = image.bandCount
    let hasAlpha = hasAlpha && (bandCount == 2 || bandCount == 4)
    let samples = try image.samples()
    alpha = !hasAlpha ? .none : Self.isOpaque(samples, bandCount: bandCount) ? .opaque : .used
    vanishesOn = alpha == .used ? VanishingParts(samples, width: width, bandCount: bandCount).grounds : []
    isInvisible = hasAlpha && Self.isInvisible(samples, bandCount: bandCount)
    isBlank = Self.isBlank(samples, bandCount: bandCount)
    content = Self.flatPart(of: samples, width: width, bandCount: bandCount) > Self.flatPart ? .graphic : .photograph
  }

  /// Whether each channel is the same throughout.
  package static func isBlank(_ samples: [UInt8], bandCount: Int) -> Bool {
    guard samples.count >= bandCount, bandCount > 0 else { return false }
    for band in 0..<bandCount {
      let first = Int(samples[band])
      let isSame = stride(from: band, to: samples.count, by: bandCount).allSatisfy {
        // JPEG noise on one colour is not visible.
        abs(Int(samples[$0]) - first) <= 2
      }
      if !isSame { return false }
    }
    return true
  }

  /// Whether the last channel is 255 throughout.
  package static func isOpaque(_ samples: [UInt8], bandCount: Int) -> Bool {
    stride(from: bandCount - 1, to: samples.count, by: bandCount).allSatisfy { samples[$0] == 255 }
  }

  /// Whether the last channel hides everything: at most 2 of 255, which changes no colour by more than two steps, except for one pixel in a
  /// hundred thousand.
  package static func isInvisible(_ samples: [UInt8], bandCount: Int) -> Bool {
    var seen = 0
    for place in stride(from: bandCount - 1, to: samples.count, by: bandCount) where samples[place] > 2 {
      seen += 1
      if seen * 100_000 > samples.count / bandCount { return false }
    }
    return true
  }

  /// The part of pixels, 0 to 1, that equal their left neighbour in every channel.
  package static func flatPart(of samples: [UInt8], width: Int, bandCount: Int) -> Double {
    let rowLength = width * bandCount
    guard width > 1, rowLength > 0, samples.count >= rowLength else { return 1 }
    let rows = samples.count / rowLength
    var equal = 0
    for row in 0..<rows {
      for column in 1..<width {
        let pixel = row * rowLength + column * bandCount
        var isEqual = true
        for band in 0..<bandCount where samples[pixel + band] != samples[pixel + band - bandCount] { isEqual = false }
        if isEqual { equal += 1 }
      }
    }
    return Double(equal) / Double(rows * (width - 1))
  }
}

/// The parts of a transparent picture that are invisible on a dark or a light background, because they have its brightness, like black
/// letters at night. A part is a connected area; if some of it is visible, all of it is, like letters on a plate.
package struct VanishingParts {
  /// The backgrounds on which at least a fifth of it vanishes.
  package private(set) var grounds: [Picture.Ground] = []

  private static let vanishingPart = 0.2
  /// Larger pictures are sampled: areas of one colour stay connected.
  private static let longestSide = 512

  /// - Parameter samples: 8-bit gray or RGB, with alpha.
  package init(_ samples: [UInt8], width: Int, bandCount: Int) {
    let height = samples.count / max(1, width * bandCount)
    let step = max(1, (max(width, height) + Self.longestSide - 1) / Self.longestSide)
    let (columns, rows) = ((width + step - 1) / step, (height + step - 1) / step)
    var brightness = [Double?](repeating: nil, count: columns * rows)
    for row in 0..<rows {
      for column in 0..<columns {
        let place = (row * step * width + column * step) * bandCount
        guard samples[place + bandCount - 1] >= 128 else { continue }
        brightness[row * columns + column] = Self.luminance(samples[place..<place + bandCount - 1])
      }
    }
    var parts: [[Int]] = []
    let isInside = { [brightness] (place: Int) in brightness[place] != nil }
    forEachArea(of: brightness.count, width: columns, where: isInside) { parts.append($0.flatMap { $0 }) }
    let whole = parts.reduce(0) { $0 + $1.count }
    grounds = Picture.Ground.allCases.filter { ground in
      let vanishing = parts.filter { part in
        part.count { ground.shows(brightness[$0] ?? 0) } * 20 < part.count
      }
      return Double(vanishing.reduce(0) { $0 + $1.count }) > Double(whole) * Self.vanishingPart
    }
  }

  /// Relative luminance (WCAG 2.1).
  private static func luminance(_ channels: ArraySlice<UInt8>) -> Double {
    let weights = channels.count == 1 ? [1] : [0.2126, 0.7152, 0.0722]
    return zip(channels, weights).reduce(0) { $0 + $1.1 * ToneMapping(.sRGB).linearLight(Double($1.0) / 255) }
  }
}

extension Picture.Ground {
  /// Notifications of Android and iOS are about #1F1F1F at night, and white by day.
  private var luminance: Double { self == .dark ? 0.0137 : 1 }

  /// Whether a luminance is distinguishable from it: by a contrast (WCAG 2.1) of 1.4. Large shapes need little more to be visible at all.
  fileprivate func shows(_ other: Double) -> Bool {
    (max(other, luminance) + 0.05) / (min(other, luminance) + 0.05) >= 1.4
  }
}
