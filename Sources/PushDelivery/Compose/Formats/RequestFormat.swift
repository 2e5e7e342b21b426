/// A form in which requests are written, for whatever sends them.
public enum RequestFormat: String, Hashable, Sendable, Codable, CaseIterable {
  /// The body of `messages:send`, a file for each request.
  case fcmV1 = "fcm-v1"
  /// The same, one line for each request, for queues.
  case fcmV1Lines = "fcm-v1-jsonl"
  /// A shell script that sends with curl.
  case curl
  /// What editors' REST clients send.
  case http
  /// Arguments of `getMessaging().send` of the Admin SDK for Node.js.
  case adminNode = "admin-node"
  /// Instances of `messaging.Message` of the Admin SDK for Python.
  case adminPython = "admin-python"
  /// What APNs itself would get, for sending without FCM.
  case apns
  /// What a browser's push service would deliver.
  case webpush

  /// Whether it names the project that the request goes to.
  public var needsProject: Bool { self == .curl || self == .http }

  /// Whether it is the body of a request, which may ask for a check instead of a delivery. The Admin SDKs are asked when
  /// they send, and what reaches a device asks for nothing.
  public var hasRehearsal: Bool {
    switch self {
    case .fcmV1, .fcmV1Lines, .curl, .http: true
    case .adminNode, .adminPython, .apns, .webpush: false
    }
  }
}
