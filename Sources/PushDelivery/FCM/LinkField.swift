import Findings

/// A field of a message with a URL that a tap may open, and the clients that get it.
struct LinkField: Hashable, Sendable {
  let path: [String]
  let url: String
  fileprivate(set) var platforms: Set<Platform>

  /// The field for a tap in browsers.
  static let web = ["webpush", "fcm_options", "link"]
  static let android = ["android", "notification", "click_action"]
}

extension RequestDocument {
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

extension String {
  /// Whether all of it is an absolute URL with an authority, right or wrong, and not a sentence or data with a URL in it.
  fileprivate var isAddress: Bool {
    guard let end = firstRange(of: "://")?.lowerBound, let first, first.isASCII, first.isLetter else {
      return false
    }
    return self[..<end].utf8.allSatisfy { isIdentifier($0) || "+.-".utf8.contains($0) }
      && !contains(where: \.isWhitespace)
  }
}
