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

/// A request in every form that is wanted: what is to be written, and where.
public struct FormattedRequest: Hashable, Sendable {
  public let id: MessageIdentifier
  /// The published files that it refers to.
  public let assetURLs: [String]
  public let forms: [Form]

  /// One of its forms.
  public struct Form: Hashable, Sendable {
    public let format: RequestFormat
    /// Whether it asks FCM only to check the message.
    public let isRehearsal: Bool
    /// The file, relative to the request folder.
    public let path: String
    /// Whether the file is that of all requests, to which this is added.
    public let isShared: Bool
    public let bytes: [UInt8]
    /// Header fields that must go with it, where it goes to a push service directly.
    public let headers: [String: String]
  }
}

/// The file of all requests in one form: what stands around them.
public struct SharedRequestFile: Hashable, Sendable {
  public let format: RequestFormat
  public let isRehearsal: Bool
  /// Relative to the request folder.
  public let path: String
  /// What comes before the first request.
  public let opening: [UInt8]
  /// What comes behind the last one.
  public let closing: [UInt8]
}
