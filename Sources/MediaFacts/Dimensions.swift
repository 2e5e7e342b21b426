import Essentials

/// A size in whole pixels, both sides at least 0.
public struct PixelSize: Hashable, Sendable, Codable, CustomStringConvertible {
  public var width: Int
  public var height: Int

  public init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

  /// The number of pixels; saturates instead of overflowing, since hostile headers may claim anything.
  public var count: Int { width.times(height) ?? .max }

  /// The same area after a quarter turn.
  public var transposed: PixelSize { PixelSize(width: height, height: width) }

  public var description: String { "\(width)x\(height)" }
}

/// A ratio of width to height, both at least 1; `2:1` in configuration.
public struct AspectRatio: Hashable, Sendable, Encodable, CustomStringConvertible {
  public let width: Int
  public let height: Int

  /// Both sides must be 1 to 100, else nil.
  public init?(width: Int, height: Int) {
    guard (1...100).contains(width), (1...100).contains(height) else { return nil }
    (self.width, self.height) = (width, height)
  }

  /// Sides are clamped to 1 to 100.
  package init(clampedWidth width: Int, height: Int) {
    self.width = min(max(width, 1), 100)
    self.height = min(max(height, 1), 100)
  }

  /// Reads `W:H`.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let width = parts[0], let height = parts[1] else { return nil }
    self.init(width: width, height: height)
  }

  public var description: String { "\(width):\(height)" }
}

/// A point of an upright picture, both coordinates 0 (left, top) to 1 (right, bottom).
public struct FocalPoint: Hashable, Sendable, Codable {
  public let x: Double
  public let y: Double

  /// Coordinates outside 0...1 give nil.
  public init?(x: Double, y: Double) {
    guard (0...1).contains(x), (0...1).contains(y) else { return nil }
    (self.x, self.y) = (x, y)
  }

  /// Throws where `init(x:y:)` fails.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let x = try container.decode(Double.self, forKey: .x)
    let y = try container.decode(Double.self, forKey: .y)
    guard let point = FocalPoint(x: x, y: y) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "the coordinates of a focal point are 0 to 1"))
    }
    self = point
  }
}

/// An opaque colour, each channel 0 to 255 in sRGB.
public struct RGBColor: Hashable, Sendable, Codable, CustomStringConvertible {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8

  public init(red: UInt8, green: UInt8, blue: UInt8) { (self.red, self.green, self.blue) = (red, green, blue) }

  /// Reads `#rrggbb`.
  public init?(_ text: String) {
    let digits = text.dropFirst()
    guard text.first == "#", digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit),
      let value = UInt32(digits, radix: 16)
    else { return nil }
    self.init(red: UInt8(value >> 16 & 255), green: UInt8(value >> 8 & 255), blue: UInt8(value & 255))
  }

  public static let white = RGBColor(red: 255, green: 255, blue: 255)

  public var description: String { "#" + [red, green, blue].hexadecimal }
}

/// A rectangle of a picture, in parts of its width and height: 0 is its left and top, 1 its right and bottom.
public struct PictureArea: Hashable, Sendable, Codable {
  public var left, top, right, bottom: Double

  public init(left: Double, top: Double, right: Double, bottom: Double) {
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
  }

  /// Whether it has a width and a height, and is wholly inside.
  package var isWithinPicture: Bool {
    left >= 0 && left < right && right <= 1 && top >= 0 && top < bottom && bottom <= 1
  }

  /// The smallest rectangle with both.
  public func union(_ other: PictureArea) -> PictureArea {
    PictureArea(
      left: min(left, other.left), top: min(top, other.top), right: max(right, other.right),
      bottom: max(bottom, other.bottom))
  }

  /// All of a picture.
  package static let whole = PictureArea(left: 0, top: 0, right: 1, bottom: 1)

  /// The largest rectangle in both, which must touch.
  package func intersection(_ other: PictureArea) -> PictureArea {
    PictureArea(
      left: max(left, other.left), top: max(top, other.top), right: min(right, other.right),
      bottom: min(bottom, other.bottom))
  }

  /// How much of a picture it is, 0 to 1.
  package var share: Double { (right - left) * (bottom - top) }
}

/// A word that was read in a picture, and its place, upright.
public struct ReadWord: Hashable, Sendable, Codable {
  public var text: String
  public var area: PictureArea

  public init(_ text: String, in area: PictureArea) { (self.text, self.area) = (text, area) }
}
