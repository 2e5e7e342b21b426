public import Findings
public import MediaFacts

/// How a notification's light blinks. Both generations of Android notifications share this shape.
public struct LightSettings: Hashable, Sendable, Codable {
  public var color: Color
  public var lightOnDuration: ProtobufDuration
  public var lightOffDuration: ProtobufDuration

  public init(color: Color, lightOnDuration: ProtobufDuration, lightOffDuration: ProtobufDuration) {
    self.color = color
    self.lightOnDuration = lightOnDuration
    self.lightOffDuration = lightOffDuration
  }

  private enum CodingKeys: String, CodingKey {
    case color
    case lightOnDuration = "light_on_duration"
    case lightOffDuration = "light_off_duration"
  }
}

extension LightSettings {
  /// A colour (`google.type.Color`), each channel 0 to 1.
  public struct Color: Hashable, Sendable {
    public let red: Float
    public let green: Float
    public let blue: Float
    /// 0 is transparent, 1 solid; nil is solid too.
    public let alpha: Float?

    /// Channels outside 0...1 give nil.
    public init?(red: Float, green: Float, blue: Float, alpha: Float? = nil) {
      guard [red, green, blue, alpha ?? 1].allSatisfy({ (0...1).contains($0) }) else { return nil }
      self.red = red
      self.green = green
      self.blue = blue
      self.alpha = alpha
    }
  }
}

extension LightSettings.Color: Codable {
  /// A channel that is not there is 0, as everywhere in protocol buffers.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func channel(_ key: CodingKeys) throws -> Float? { try container.decodeIfPresent(Float.self, forKey: key) }
    let color = try Self(
      red: channel(.red) ?? 0, green: channel(.green) ?? 0, blue: channel(.blue) ?? 0, alpha: channel(.alpha))
    guard let color else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "a colour's channel is not in 0...1"))
    }
    self = color
  }

  private enum CodingKeys: String, CodingKey { case red, green, blue, alpha }
}

/// The colour of a notification's icon, in JSON `#rrggbb`.
public struct IconColor: Hashable, Sendable, Codable, RawRepresentable {
  public let color: RGBColor

  public init(_ color: RGBColor) { self.color = color }

  /// Reads `#rrggbb`, the only form that FCM takes.
  public init?(rawValue: String) {
    guard let color = RGBColor(rawValue) else { return nil }
    self.color = color
  }

  public var rawValue: String { color.description }
}
