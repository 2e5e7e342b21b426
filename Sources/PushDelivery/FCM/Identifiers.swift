import Findings

/// How FCM takes a `data` key of a message.
public enum DataKey: Hashable, Sendable {
  case free
  /// FCM's older documents reserve every key that begins with `google` or `gcm`; its servers take most of them.
  case doubtful
  /// FCM answers INVALID_ARGUMENT, or the key would replace a part of Apple's payload.
  case reserved

  /// Source: the API's `Message.data` and https://firebase.google.com/docs/reference/fcm/rest/v1/ErrorCode. `aps` and `fcm_options` are
  /// added, because FCM puts data next to them in the payload for Apple's systems.
  public init(_ key: String) {
    if key.isEmpty || ["from", "message_type", "aps", "fcm_options"].contains(key) || key.hasPrefix("google.")
      || key.hasPrefix("gcm.")
    {
      self = .reserved
    } else {
      self = key.hasPrefix("google") || key.hasPrefix("gcm") ? .doubtful : .free
    }
  }
}

/// A message's identifier: unique in its campaign and fit to name a file on every system.
///
/// 1 to 200 letters, digits and `._-`, not beginning with `.` (hidden) or `-` (looks like an option), and not
/// `index`, which names the list of all requests.
public struct MessageIdentifier: Hashable, Sendable, Codable, RawRepresentable, CustomStringConvertible {
  public let rawValue: String

  /// The most characters.
  public static let maximumLength = 200

  /// Replaces a missing identifier, so that the rest of the message can be checked. No request keeps it.
  static let standIn = MessageIdentifier()

  private init() { rawValue = "message" }

  public init?(rawValue: String) {
    guard (1...Self.maximumLength).contains(rawValue.utf8.count), rawValue.utf8.first != UInt8(ascii: "."),
      rawValue.utf8.first != UInt8(ascii: "-"),
      rawValue.utf8.allSatisfy({ isUnreserved($0) && $0 != UInt8(ascii: "~") }),
      // On some file systems INDEX.json and index.json are the same file.
      rawValue.utf8.count != 5 || rawValue.lowercased() != "index"
    else { return nil }
    self.rawValue = rawValue
  }

  public var description: String { rawValue }
}

/// The identifier of a Firebase project, which the URL of a send request names.
///
/// Lower-case letters, digits and hyphens, as Google Cloud makes them, in old projects after a domain and a colon
/// (https://cloud.google.com/resource-manager/docs/creating-managing-projects): 4 to 100 of `a-z 0-9 - . :`, beginning with a letter or
/// digit. So URLs and shells need no quoting.
public struct ProjectIdentifier: Hashable, Sendable, Codable, RawRepresentable, CustomStringConvertible {
  public let rawValue: String

  public init?(rawValue: String) {
    guard rawValue.wholeMatch(of: /[a-z0-9][a-z0-9.:-]{3,99}/.asciiOnlyCharacterClasses()) != nil else { return nil }
    self.rawValue = rawValue
  }

  public var description: String { rawValue }
}

/// A topic's name: letters, digits and `-_.~%`, at least one and as many as `ClientLimit.topicNameCharacters`, without
/// `/topics/`.
///
/// Source: the API definition of FCM HTTP v1, the topic resource's name.
public struct TopicName: Hashable, Sendable, RawRepresentable {
  public let rawValue: String

  public init?(rawValue: String) {
    let lengths = 1...ClientLimit.topicNameCharacters.value
    guard lengths.contains(rawValue.utf8.count), rawValue.utf8.allSatisfy(Self.permits) else { return nil }
    self.rawValue = rawValue
  }

  /// Whether a topic's name may contain a byte; analytics labels use the same set.
  static func permits(_ byte: UInt8) -> Bool { isUnreserved(byte) || byte == UInt8(ascii: "%") }
}

/// A label that FCM counts deliveries by: 1 to `ClientLimit.analyticsLabelCharacters` letters, digits and `-_.~%`.
///
/// Source: https://firebase.google.com/docs/cloud-messaging/understand-delivery
public struct AnalyticsLabel: Hashable, Sendable, Codable, RawRepresentable {
  public let rawValue: String

  public init?(rawValue: String) {
    guard (1...ClientLimit.analyticsLabelCharacters.value).contains(rawValue.utf8.count),
      rawValue.utf8.allSatisfy(TopicName.permits)
    else { return nil }
    self.rawValue = rawValue
  }
}

/// The send URL (https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages/send).
enum SendEndpoint {
  static let origin = "https://fcm.googleapis.com"
  /// The end of all projects' paths.
  static let method = "messages:send"

  static func path(of project: String) -> String { "/v1/projects/\(project)/\(method)" }
}
