/// A field of a message that names a picture, and the clients that read it there.
struct ImageField: Hashable, Sendable {
  let path: [String]
  let url: String
  let platforms: Set<Platform>

  /// Where it stands and which clients have it from there alone, unless a field of their own says otherwise.
  static let own: [(path: [String], platform: Platform)] = [
    (["apns", "fcm_options", "image"], .ios),
    (["android", "notification", "image"], .android),
    (["android_v2", "remote_notification", "notification", "image"], .android),
    (["webpush", "notification", "image"], .web),
  ]
}

extension RequestDocument {
  /// Every picture that clients are told to load, each with those that load it.
  var images: [ImageField] {
    let own = ImageField.own.compactMap { field in
      node(field.path)?.text.map { ImageField(path: field.path, url: $0, platforms: [field.platform]) }
    }
    let common = ["notification", "image"]
    let rest = Set(Platform.allCases).subtracting(own.flatMap(\.platforms))
    guard let url = node(common)?.text, !rest.isEmpty else { return own }
    return [ImageField(path: common, url: url, platforms: rest)] + own
  }

  /// The picture that one client loads.
  func image(for platform: Platform) -> ImageField? {
    images.first { $0.platforms.contains(platform) && !$0.url.isEmpty }
  }
}
