/// The options of a notification in browsers, as the Notification API names them.
///
/// In JSON it is one object, which FCM hands on as it is. The image has a type of its own: no browser shows motion.
public struct WebpushNotification: Hashable, Sendable {
  /// The large picture. Replaces `Message.notification.image` in browsers.
  public var image: StillImageURL?
  /// All other options by name: `title`, `icon`, `silent`. Never `image`.
  public let options: [String: JSONValue]

  /// - Parameter options: every option but `image`, which is left out if it is among them.
  public init(image: StillImageURL? = nil, options: [String: JSONValue] = [:]) {
    self.image = image
    self.options = options.filter { $0.key != Self.imageKey }
  }

  private static let imageKey = "image"
}

extension WebpushNotification: Codable {
  private struct ImageOption: Codable { var image: StillImageURL? }

  public init(from decoder: any Decoder) throws {
    self.init(image: try ImageOption(from: decoder).image, options: try [String: JSONValue](from: decoder))
  }

  public func encode(to encoder: any Encoder) throws {
    var object = options
    object[Self.imageKey] = image.map { .string($0.rawValue) }
    try object.encode(to: encoder)
  }
}
