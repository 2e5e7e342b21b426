import Findings

/// How FCM takes a key of a message's `data`.
public enum DataKey: Hashable, Sendable {
  case free
  /// FCM's older documents reserve every key that begins with `google` or `gcm`; its servers take most of them.
  case doubtful
  /// FCM answers INVALID_ARGUMENT, or the key would replace a part of Apple's payload.
  case reserved

  /// Source: `Message.data` in the API definition and
  /// https://firebase.google.com/docs/reference/fcm/rest/v1/ErrorCode. `aps` and `fcm_options` are added since FCM
  /// lays data beside them in the payload for Apple's systems.
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

  /// Stands in for the identifier that a message lacks, so that the rest of it can be looked at. No request keeps it.
  static let standIn = MessageIdentifier()

  private init() { rawValue = "message" }

  public init?(rawValue: String) {
    guard (1...Self.maximumLength).contains(rawValue.utf8.count), rawValue.utf8.first != UInt8(ascii: "."),
      rawValue.utf8.first != UInt8(ascii: "-"),
      rawValue.utf8.allSatisfy({ isUnreserved($0) && $0 != UInt8(ascii: "~") }),
      // Some file systems take INDEX.json and index.json for the same file.
      rawValue.utf8.count != 5 || rawValue.lowercased() != "index"
    else { return nil }
    self.rawValue = rawValue
  }

  public var description: String { rawValue }
}

/// The identifier of a Firebase project, which the address of a send request names.
///
/// Lower-case letters, digits and hyphens, as Google Cloud makes them, in old projects behind a domain and a colon
/// (https://cloud.google.com/resource-manager/docs/creating-managing-projects): 4 to 100 of `a-z 0-9 - . :`, beginning
/// with a letter or digit. So it needs no quoting in an address, nor in a shell.
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

  /// Whether a byte may stand in a topic's name; labels for analytics are made of the same.
  static func permits(_ byte: UInt8) -> Bool { isUnreserved(byte) || byte == UInt8(ascii: "%") }
}

/// A label under which deliveries are counted: 1 to `ClientLimit.analyticsLabelCharacters` letters, digits and `-_.~%`.
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

/// Where bodies are sent to (https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages/send).
enum SendEndpoint {
  static let origin = "https://fcm.googleapis.com"
  /// What the paths of all projects end in.
  static let method = "messages:send"

  static func path(of project: ProjectIdentifier) -> String { path(of: project.rawValue) }

  static func path(of project: String) -> String { "/v1/projects/\(project)/\(method)" }
}
