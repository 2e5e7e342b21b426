import Findings

/// A field of a message that names a picture, and the clients that read it there.
struct ImageField: Hashable, Sendable {
  let path: [String]
  /// nil where a program computes it.
  let url: String?
  let platforms: Set<Platform>

  /// Where it stands and which clients have it from there alone, unless a field of their own says otherwise.
  ///
  /// The helper of FCM's service extension reads `fcm_options.image` of the payload that arrives, whoever put it there
  /// (firebase-ios-sdk, FIRMessagingExtensionHelper.m).
  static let own: [(path: [String], platform: Platform, platforms: Set<Platform>)] = [
    (["apns", "fcm_options", "image"], .ios, [.ios]),
    (["apns", "payload", "fcm_options", "image"], .ios, [.ios]),
    (["android", "notification", "image"], .android, [.android]),
    (["android_v2", "remote_notification", "notification", "image"], .android, [.android]),
    (["webpush", "notification", "image"], .web, [.web]),
  ]
}

extension RequestDocument {
  /// The pictures that clients are told to load, as most rules ask for them.
  func namedImages() -> [ImageField] {
    var claimed: [Platform] = []
    let own = ImageField.own.compactMap { field -> ImageField? in
      // FCM hands the options for browsers on as they are, so that whatever stands there takes the common picture's place.
      if field.platform == .web, isSet(field.path) { claimed.append(.web) }
      guard let image = image(at: field.path, field.platforms) else { return nil }
      // To the API, an empty text in a field of its own is none.
      guard image.url?.isEmpty != true, field.platform != .web else { return image }
      guard !claimed.contains(field.platform) else { return nil }
      claimed.append(field.platform)
      return image
    }
    let rest = Platform.allCases.filter { !claimed.contains($0) }
    guard !rest.isEmpty, let common = image(at: ["notification", "image"], Set(rest)) else { return own }
    return [common] + own
  }

  /// The picture that one client loads.
  func image(for platform: Platform) -> ImageField? {
    images.first { $0.platforms.contains(platform) && $0.url?.isEmpty != true }
  }

  /// The small pictures that browsers load beside it.
  var webIcons: [ImageField] {
    guard let notification = self["webpush", "notification"], notification.isObject else { return [] }
    return Self.webIconPaths.compactMap { image(at: $0, [.web]) }.filter { icon in
      // What stands in the message itself is not loaded.
      icon.url.map { url in !url.isEmpty && !["data:", "blob:"].contains(where: url.hasPrefix) } ?? false
    }
  }

  private static let webIconPaths = ["icon", "badge"].map { ["webpush", "notification", $0] }

  /// nil where no text stands there.
  private func image(at path: [String], _ platforms: Set<Platform>) -> ImageField? {
    guard let found = node(path) else { return nil }
    // A script makes the one text in it of a list, and only browsers get what is no text.
    let node = path.first == "webpush" && found.elements?.count == 1 ? found.elements?.first ?? found : found
    guard node.isExpression || node.text != nil else { return nil }
    return ImageField(path: path, url: node.text, platforms: platforms)
  }

  /// What stands where browsers look for a picture and is no text of which they make an address; nil where nothing does.
  var webImageThatIsNone: JSONNode? {
    guard let node = self["webpush", "notification", "image"] else { return nil }
    switch node.content {
    case .object, .number, .bool: return node
    case .array(let elements): return elements.count == 1 && elements[0].mayBeText ? nil : node
    case .string, .null, .expression: return nil
    }
  }
}

extension RequestDocument {
  /// Whether a client is told to show words: by the common ones or its own.
  func isNotification(for platform: Platform) -> Bool {
    if isSet("notification") { return true }
    return switch platform {
    case .android: isSet("android", "notification") || isSet("android_v2", "remote_notification", "notification")
    case .ios: isSet("apns", "payload", "aps", "alert")
    case .web: isSet("webpush", "notification")
    }
  }
}
