import Findings

extension RequestRules {
  static let webImagePlace = Rule<RequestDocument>(
    .init(
      "web.image-place", .request, .error, platforms: [.web],
      summary: "the picture for browsers is webpush.notification.image, or the common one",
      why: "FCM's service worker hands webpush.notification to the browser and looks nowhere else; webpush.fcm_options "
        + "has no image, and FCM answers 400 to it",
      remedy: "move the address to webpush.notification.image", source: serviceWorker,
      failing: [
        .message(#""webpush": {"fcm_options": {"image": "https://static.example.com/tulips.jpg"}}"#),
        .message(#""webpush": {"notification": {"imageUrl": "https://static.example.com/tulips.jpg"}}"#),
      ],
      passing: [.picture])
  ) { document in
    let places = [
      ["webpush", "fcm_options", "image"], ["webpush", "image"], ["webpush", "notification", "imageUrl"],
      ["webpush", "notification", "image_url"],
    ]
    return places.compactMap { path in
      guard document.node(path)?.text != nil else { return nil }
      return Finding(
        "browsers get no picture from \(path.joined(separator: "."))", at: document.place(of: path))
    }
  }

  static let webImageHeader = Rule<RequestDocument>(
    .init(
      "web.headers-image", .request, .warning, platforms: [.web],
      summary: "no picture is in webpush.headers",
      why:
        "Google's own sample has webpush.headers.image, but headers are for the push service: no client gets them, and "
        + "nothing shows that picture",
      remedy: "move the address to webpush.notification.image", source: serviceWorker,
      failing: [.message(#""webpush": {"headers": {"image": "https://static.example.com/tulips.jpg"}}"#)],
      passing: [.picture, .message(#""webpush": {"headers": {"Urgency": "high"}}"#)])
  ) { document in
    (document["webpush", "headers"]?.members ?? []).filter { $0.name.lowercased() == "image" }.map { member in
      Finding(
        "the header \(member.name.quoted) has no effect: headers of web push never reach the browser's page",
        at: document.place("webpush", "headers", member.name))
    }
  }

  static let webLink = Rule<RequestDocument>(
    .init(
      "web.link", .request, .error, platforms: [.web],
      summary: "webpush.fcm_options.link is an absolute https address",
      why: "FCM refuses any other, and the service worker opens only addresses of the site's own host",
      remedy: "write it as https://host/path, with percent-encoding for everything else", source: apiDefinition,
      failing: [.message(#""webpush": {"fcm_options": {"link": "http://www.example.com/spring"}}"#)],
      passing: [.message(#""webpush": {"fcm_options": {"link": "https://www.example.com/spring"}}"#)])
  ) { document in
    guard let link = document.text("webpush", "fcm_options", "link"), HTTPSLink(rawValue: link) == nil else {
      return []
    }
    return [
      Finding(
        "the link is not an absolute https URL in the ASCII characters of RFC 3986",
        at: document.place("webpush", "fcm_options", "link"))
    ]
  }

  static let webCoverage = Rule<RequestDocument>(
    .init(
      "web.coverage", .request, .note, platforms: [.web],
      summary: "the words stand alone: many browsers show no picture",
      why: "Firefox, Safari and every browser on macOS show notifications without pictures; Chrome, Edge and Opera on "
        + "Windows, Linux and Android show them",
      remedy: "see that the message makes sense without its picture",
      source: "https://developer.mozilla.org/docs/Web/API/Notification/image",
      failing: [.message(#""webpush": {"notification": {"image": "https://static.example.com/tulips.jpg"}}"#)],
      passing: [.words])
  ) { document in
    document.image(for: .web).map {
      [Finding("Firefox, Safari and browsers on macOS show no picture", at: document.place(of: $0.path))]
    } ?? []
  }

  private static let serviceWorker =
    "https://github.com/firebase/firebase-js-sdk/blob/main/packages/messaging/src/listeners/sw-listeners.ts"
}
