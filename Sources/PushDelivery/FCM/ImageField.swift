import Findings

/// A field of a message that names a picture, and the clients that read it.
struct ImageField: Hashable, Sendable {
  let path: [String]
  /// nil if a program computes it.
  let url: String?
  let platforms: Set<Platform>

  /// Its path, and the clients that read only it, unless a field of their own overrides it.
  ///
  /// The helper of FCM's service extension reads `fcm_options.image` of the arriving payload, whatever its origin (firebase-ios-sdk,
  /// FIRMessagingExtensionHelper.m).
  static let own: [(path: [String], platform: Platform, platforms: Set<Platform>)] = [
    (["apns", "fcm_options", "image"], .ios, [.ios]), (["apns", "payload", "fcm_options", "image"], .ios, [.ios]),
    (["android", "notification", "image"], .android, [.android]),
    (["android_v2", "remote_notification", "notification", "image"], .android, [.android]),
    (["webpush", "notification", "image"], .web, [.web]),
  ]
}

extension RequestDocument {
  /// The pictures that clients are asked to load.
  func namedImages() -> [ImageField] {
    var claimed: [Platform] = []
    let own = ImageField.own.compactMap { field -> ImageField? in
      // FCM passes the options for browsers on unchanged, so any value there replaces the common picture.
      if field.platform == .web, isSet(field.path) { claimed.append(.web) }
      guard let image = image(at: field.path, field.platforms) else { return nil }
      // To the API, an empty platform field is not set.
      guard image.url?.isEmpty != true, field.platform != .web else { return image }
      guard !claimed.contains(field.platform) else { return nil }
      claimed.append(field.platform)
      return image
    }
    let rest = Platform.allCases.filter { !claimed.contains($0) }
    guard !rest.isEmpty, let common = image(at: ["notification", "image"], Set(rest)) else { return own }
    return [common] + own
  }

  func image(for platform: Platform) -> ImageField? {
    images.first { $0.platforms.contains(platform) && $0.url?.isEmpty != true }
  }

  /// The small pictures that browsers load as well.
  var webIcons: [ImageField] {
    guard let notification = self["webpush", "notification"], notification.isObject else { return [] }
    return ["icon", "badge"].compactMap { image(at: ["webpush", "notification", $0], [.web]) }.filter { icon in
      // An image inside the message is not loaded.
      icon.url.map { url in !url.isEmpty && !["data:", "blob:"].contains(where: url.hasPrefix) } ?? false
    }
  }

  /// nil if there is no text.
  private func image(at path: [String], _ platforms: Set<Platform>) -> ImageField? {
    guard let found = node(path) else { return nil }
    // A script reads a list of one text as that text; browsers get any value.
    let node = path.first == "webpush" && found.elements?.count == 1 ? found.elements?.first ?? found : found
    guard node.isExpression || node.text != nil else { return nil }
    return ImageField(path: path, url: node.text, platforms: platforms)
  }

  /// The value in the browsers' picture field if they cannot make a URL of it; nil if they can, or without one.
  var webImageThatIsNone: JSONNode? {
    guard let node = self["webpush", "notification", "image"] else { return nil }
    switch node.content {
    case .object, .number, .bool: return node
    case .array(let elements): return elements.count == 1 && elements[0].mayBeText ? nil : node
    case .string, .null, .expression: return nil
    }
  }

  /// Whether a client is asked to show texts: common ones or its own.
  func isNotification(for platform: Platform) -> Bool {
    if isSet("notification") { return true }
    return switch platform {
    case .android: isSet("android", "notification") || isSet("android_v2", "remote_notification", "notification")
    case .ios: isSet("apns", "payload", "aps", "alert")
    case .web: isSet("webpush", "notification")
    }
  }

  /// The URL for a tap, and the URLs among the values for apps and pages: each text once, at its first place.
  var links: [LinkField] {
    var links: [LinkField] = []
    var indices: [String: Int] = [:]
    func add(_ path: [String], _ node: JSONNode?, _ platforms: Set<Platform>) {
      guard let text = node?.text, text.contains("://"), path == LinkField.web || text.isAddress else { return }
      if let index = indices[text] {
        links[index].platforms.formUnion(platforms)
      } else {
        indices[text] = links.count
        links.append(LinkField(path: path, url: text, platforms: platforms))
      }
    }
    add(LinkField.web, node(LinkField.web), [.web])
    add(LinkField.android, node(LinkField.android), [.android])
    for (path, platforms) in Self.linkMaps {
      // With their values: looking up each name again would take quadratic time.
      for member in node(path)?.members ?? [] { add(path + [member.name], member.value, platforms) }
    }
    return links
  }

  /// Objects with values for apps and pages. `aps` has Apple's.
  private static let linkMaps: [(path: [String], platforms: Set<Platform>)] = [
    (["data"], Set(Platform.allCases)), (["android", "data"], [.android]), (["android_v2", "data"], [.android]),
    (["webpush", "data"], [.web]), (["webpush", "notification", "data"], [.web]), (["apns", "payload"], [.ios]),
  ]
}

/// A field of a message with a URL that a tap may open, and the clients that get it.
struct LinkField: Hashable, Sendable {
  let path: [String]
  let url: String
  fileprivate(set) var platforms: Set<Platform>

  /// The field for a tap in browsers.
  static let web = ["webpush", "fcm_options", "link"]
  static let android = ["android", "notification", "click_action"]
}

extension String {
  /// Whether all of it is an absolute URL with an authority, right or wrong, and not a sentence or data with a URL in it.
  fileprivate var isAddress: Bool {
    guard let end = firstRange(of: "://")?.lowerBound, let first, first.isASCII, first.isLetter else { return false }
    return self[..<end].utf8.allSatisfy { isIdentifier($0) || "+.-".utf8.contains($0) }
      && !contains(where: \.isWhitespace)
  }
}
