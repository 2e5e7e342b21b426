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
