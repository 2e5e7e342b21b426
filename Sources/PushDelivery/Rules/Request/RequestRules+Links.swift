package import Findings
import MediaFacts

extension RequestRules {
  static let linkToPicture = Rule<RequestDocument>("message.link-to-picture", reads: [.link, .data]) { document in
    document.links.compactMap { link in
      guard isOpened(link) else { return nil }
      let isShown = document.images.contains { $0.url == link.url }
      guard isShown || isPicture(link.url) else { return nil }
      return Finding(
        isShown
          ? "a tap opens the picture that the notification shows, and no page"
          : "a tap opens a picture, and no page", platforms: link.platforms, at: document.place(of: link.path))
    }
  }

  /// Whether a tap opens it, as its name says where it is one of the values for apps.
  private static func isOpened(_ link: LinkField) -> Bool {
    [LinkField.web, LinkField.android].contains(link.path)
      || linkNames.contains((link.path.last ?? "").lowercased().filter(\.isLetter))
  }

  private static let linkNames = Set(WordTable.requests.rows("link-name").joined())

  /// By its extension. Pages about pictures have the pictures' names.
  private static func isPicture(_ text: String) -> Bool {
    guard let url = try? StrictURL(text), ["https", "http"].contains(url.scheme), let name = url.pathExtension,
      SharedPage(url) == nil, !url.path.contains("/wiki/")
    else { return false }
    return MediaFormat.withExtension(name).contains { if case .picture = $0 { true } else { false } }
  }

  /// In a campaign this is said once for all messages: the configuration decides it.
  package static let unopenedLink = Rule<RequestDocument>("message.unopened-link") { document in
    guard document.text("webpush", "fcm_options", "link") != nil else { return [] }
    let phones = Set([Platform.android, .ios].filter { document.isNotification(for: $0) && !document.mayOpen(on: $0) })
    guard !phones.isEmpty else { return [] }
    return .one(
      "the link is for browsers only: a tap on a phone opens the app and nothing else", platforms: phones,
      at: document.place(of: LinkField.web))
  }
}

extension RequestDocument {
  /// Whether the app is told something by which it may open a page.
  fileprivate func mayOpen(on platform: Platform) -> Bool {
    let ways =
      switch platform {
      case .android: [["data"], ["android", "data"], LinkField.android]
      case .ios: [["data"], ["apns", "payload", "aps", "category"]]
      case .web: [LinkField.web]
      }
    let hasOwn = platform == .ios && (node(["apns", "payload"])?.members ?? []).contains { $0.name != "aps" }
    return isOpen || hasOwn || ways.contains { isSet($0) }
  }
}
