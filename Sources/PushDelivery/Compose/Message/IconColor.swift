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
