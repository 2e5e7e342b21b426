/// A message of the FCM HTTP v1 API: every field of the API's definition except `name`, which only answers carry.
///
/// In JSON the fields have the names of the REST reference (`fcm_options`); a field that is nil is left out. The
/// types allow only what the API accepts: one target, one generation of Android options. Reading takes those names
/// alone and passes over unknown ones; `MessageFieldTable` is for JSON that others wrote.
public struct Message: Hashable, Sendable {
  /// Whom it goes to.
  public var target: MessageTarget
  /// The words, and perhaps the picture, for every platform.
  public var notification: Notification?
  /// Keys and values for the app.
  public var data: [String: String]?
  public var android: AndroidOptions?
  public var webpush: WebpushConfig?
  public var apns: ApnsConfig?
  public var fcmOptions: FcmOptions?

  public init(
    target: MessageTarget, notification: Notification? = nil, data: [String: String]? = nil,
    android: AndroidOptions? = nil, webpush: WebpushConfig? = nil, apns: ApnsConfig? = nil,
    fcmOptions: FcmOptions? = nil
  ) {
    self.target = target
    self.notification = notification
    self.data = data
    self.android = android
    self.webpush = webpush
    self.apns = apns
    self.fcmOptions = fcmOptions
  }

  /// What every platform shows unless its own options say otherwise.
  public struct Notification: Hashable, Sendable, Codable {
    public var title: String?
    public var body: String?
    public var image: AssetURL<EveryClient>?

    public init(title: String? = nil, body: String? = nil, image: AssetURL<EveryClient>? = nil) {
      self.title = title
      self.body = body
      self.image = image
    }
  }

  /// The options for Android, of one generation: FCM rejects a message with both.
  public enum AndroidOptions: Hashable, Sendable {
    case v1(AndroidConfig)
    case v2(AndroidConfigV2)
  }
}

/// Whom a message goes to: exactly one of what FCM's `Message.target` allows.
public enum MessageTarget: Hashable, Sendable, Codable {
  /// A topic's name, without `/topics/`.
  case topic(String)
  /// A registration token (deprecated by FCM in favour of `fid`).
  case token(String)
  /// A Firebase installation identifier.
  case fid(String)
  /// A condition over topics.
  case condition(String)

  /// Whether it names a single device, which is nobody else's business.
  package var isDevice: Bool {
    switch self {
    case .token, .fid: true
    case .topic, .condition: false
    }
  }
}
