/// What one kind of rendition must be so that its clients show it: limits and wishes, as data.
///
/// Profiles come from pipeline.yml. The clients' own limits (`ClientLimit`) bound every value from above.
public struct Profile: Hashable, Sendable, Codable {
  /// Its name in pipeline.yml and in the report.
  public var name: String
  /// The most bytes a rendition may have.
  public var maximumBytes: Int
  /// The most pixels across and down. Nothing is ever enlarged to reach them.
  public var maximumSize: PixelSize
  /// How the picture is brought into shape.
  public var fit: Fit
  /// Whether transparency is kept (which needs PNG) or flattened onto the background.
  public var transparency: Transparency
  /// What lies behind transparency where a picture is flattened, and in the bars of `pad`.
  public var background: RGBColor
  /// Which encoder makes its JPEGs, and what it aims at.
  public var effort: Effort
  /// A rendition of a lower score gets a warning: points of SSIMULACRA 2.
  public var acceptableScore: Int

  public init(
    name: String, maximumBytes: Int, maximumSize: PixelSize, fit: Fit = .inside, transparency: Transparency = .keep,
    background: RGBColor = .white, effort: Effort = .best, acceptableScore: Int = Effort.standardAcceptableScore
  ) {
    self.name = name
    self.maximumBytes = maximumBytes
    self.maximumSize = maximumSize
    self.fit = fit
    self.transparency = transparency
    self.background = background
    self.effort = effort
    self.acceptableScore = acceptableScore
  }

  /// What becomes of transparency that is really used.
  public enum Transparency: String, Hashable, Sendable, Codable, CaseIterable {
    case keep, flatten
  }

  /// How a picture is brought into the profile's shape.
  public enum Fit: Hashable, Sendable, Codable {
    /// Scaled down to lie inside the maximum size; nothing is cut.
    case inside
    /// Cut to an aspect ratio, then scaled down.
    case cover(AspectRatio, CropAnchor)
    /// Scaled down, then given bars in the background colour up to an aspect ratio.
    case pad(AspectRatio)
  }

  /// The one still that Android, Apple's systems, web push and the Notifications composer all take.
  public static let universal = Profile(
    name: "universal", maximumBytes: ClientLimit.composerImageBytes.value,
    maximumSize: PixelSize(
      width: ClientLimit.androidVisibleWidth.value, height: ClientLimit.androidVisibleHeight.value))
}

/// A ratio of width to height, both at least 1; `2:1` in configuration.
public struct AspectRatio: Hashable, Sendable, Codable, CustomStringConvertible {
  public let width: Int
  public let height: Int

  /// Both sides must be 1 to 100, else nil.
  public init?(width: Int, height: Int) {
    guard (1...100).contains(width), (1...100).contains(height) else { return nil }
    self.width = width
    self.height = height
  }

  /// Throws what `init(width:height:)` refuses.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let width = try container.decode(Int.self, forKey: .width)
    let height = try container.decode(Int.self, forKey: .height)
    guard let ratio = AspectRatio(width: width, height: height) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "the sides of an aspect ratio are 1 to 100"))
    }
    self = ratio
  }

  /// Reads `W:H`.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let width = parts[0], let height = parts[1] else { return nil }
    self.init(width: width, height: height)
  }

  public var description: String { "\(width):\(height)" }
}

/// Which part of a picture survives a crop.
public enum CropAnchor: Hashable, Sendable {
  /// The part that draws the eye: edges, saturated colours and skin tones (libvips' "attention").
  case attention
  /// The part with the most detail.
  case entropy
  /// The middle.
  case centre
  /// A point of the upright picture stays in view, as near the middle as the edges allow.
  case focalPoint(FocalPoint)
}

/// In JSON a name, or the point itself.
extension CropAnchor: Codable {
  private enum Name: String, Codable { case attention, entropy, centre }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let point = try? container.decode(FocalPoint.self) {
      self = .focalPoint(point)
      return
    }
    switch try container.decode(Name.self) {
    case .attention: self = .attention
    case .entropy: self = .entropy
    case .centre: self = .centre
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .attention: try container.encode(Name.attention)
    case .entropy: try container.encode(Name.entropy)
    case .centre: try container.encode(Name.centre)
    case .focalPoint(let point): try container.encode(point)
    }
  }
}

/// A point of an upright picture, both coordinates 0 (left, top) to 1 (right, bottom).
public struct FocalPoint: Hashable, Sendable, Codable {
  public let x: Double
  public let y: Double

  /// Coordinates outside 0...1 give nil.
  public init?(x: Double, y: Double) {
    guard (0...1).contains(x), (0...1).contains(y) else { return nil }
    self.x = x
    self.y = y
  }

  /// Throws what `init(x:y:)` refuses.
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

  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Reads `#rrggbb`.
  public init?(_ text: String) {
    let digits = text.dropFirst()
    guard text.first == "#", digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit),
      let value = UInt32(digits, radix: 16)
    else { return nil }
    self.init(
      red: UInt8(value >> 16 & 255), green: UInt8(value >> 8 & 255), blue: UInt8(value & 255))
  }

  public static let white = RGBColor(red: 255, green: 255, blue: 255)

  public var description: String {
    let value = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    let digits = String(value, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }
}
