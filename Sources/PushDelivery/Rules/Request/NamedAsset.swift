public import Findings

/// A URL that a request names.
public struct NamedAsset: Hashable, Sendable {
  public var url: String
  /// The clients that load it.
  public var platforms: Set<Platform>
  /// For how many seconds after sending a device may load it.
  public var lifetime: Int
  /// The site whose service worker shows it, from the first message with a link.
  public var site: WebOrigin?
  public var role: Role

  public init(
    url: String, platforms: Set<Platform>, lifetime: Int, site: WebOrigin? = nil, role: Role = .picture
  ) {
    self.url = url
    self.platforms = platforms
    self.lifetime = lifetime
    self.site = site
    self.role = role
  }

  /// Its purpose.
  public enum Role: Hashable, Sendable {
    /// The picture of the notification.
    case picture
    /// A small one next to the texts in browsers; without it they show their own.
    case icon
  }
}

extension RequestFile {
  /// The URLs in the requests, each once, with the clients that load it and how long they may. A URL that is a picture in one request
  /// counts as a picture.
  public var assets: [NamedAsset] {
    var assets: [NamedAsset] = []
    var indices: [String: Int] = [:]
    func add(_ field: ImageField, _ role: NamedAsset.Role, of document: RequestDocument) {
      guard let url = field.url, !url.isEmpty, !TextRemains.isPlaceholder(url) else { return }
      if let index = indices[url] {
        assets[index].platforms.formUnion(field.platforms)
        assets[index].lifetime = max(assets[index].lifetime, document.lifetime)
        assets[index].site = assets[index].site ?? document.site
      } else {
        indices[url] = assets.count
        assets.append(
          NamedAsset(
            url: url, platforms: field.platforms, lifetime: document.lifetime, site: document.site, role: role))
      }
    }
    for document in documents {
      for image in document.images { add(image, .picture, of: document) }
    }
    for document in documents {
      for icon in document.webIcons { add(icon, .icon, of: document) }
    }
    return assets
  }
}

extension RequestDocument {
  /// The URL for a tap in a browser: FCM's service worker opens only its own site.
  fileprivate var site: WebOrigin? { text("webpush", "fcm_options", "link").flatMap(WebOrigin.init) }

  /// For how many seconds after sending a device may get the message: four weeks if one platform has no limit.
  var lifetime: Int {
    let isForAndroidAlone = !images.isEmpty && images.allSatisfy { $0.platforms == [.android] }
    guard isForAndroidAlone, let text = text("android", "ttl") ?? text("android_v2", "ttl") else {
      return TimeToLive.maximumSeconds
    }
    return TimeToLive(rawValue: text)?.seconds ?? TimeToLive.maximumSeconds
  }
}
