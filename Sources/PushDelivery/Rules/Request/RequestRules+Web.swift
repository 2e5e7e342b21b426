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
        .message(#""webpush": {"notification": {"image": {"url": "https://static.example.com/tulips.jpg"}}}"#),
      ],
      passing: [.picture])
  ) { document in
    guard document.isSet("webpush") else { return [] }
    let places = [
      ["webpush", "fcm_options", "image"], ["webpush", "image"], ["webpush", "notification", "imageUrl"],
      ["webpush", "notification", "image_url"], ["webpush", "notification", "picture"],
    ]
    let path = ["webpush", "notification", "image"]
    let none = document.webImageThatIsNone.map {
      Finding(
        "\($0.kind) is no address: browsers make a text of it and find no picture there",
        remedy: "write the address itself",
        at: document.place(of: path))
    }
    return [none].compactMap(\.self)
      + places.compactMap { path in
        guard document.node(path)?.mayBeText == true else { return nil }
        return Finding(
          "browsers get no picture from \(path.joined(separator: "."))",
          platforms: document.refusesName(on: path) ? Set(Platform.allCases) : nil, at: document.place(of: path),
          repair: path.dropLast() == ["webpush", "notification"]
            ? document.renaming(path, to: "image") : document.moving(path, to: ["webpush", "notification", "image"]))
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
        at: document.place("webpush", "headers", member.name),
        repair: document.moving(["webpush", "headers", member.name], to: ["webpush", "notification", "image"]))
    }
  }

  static let webLink = Rule<RequestDocument>(
    .init(
      "web.link", .request, .error, platforms: [.web],
      summary: "webpush.fcm_options.link is an absolute https address",
      why: "FCM refuses any other, and the service worker opens only addresses of the site's own host",
      remedy: "write it as https://host/path, with percent-encoding for everything else", source: apiDefinition,
      failing: [.message(#""webpush": {"fcm_options": {"link": "http://www.example.com/spring"}}"#)],
      passing: [.message(#""webpush": {"fcm_options": {"link": "https://www.example.com/spring"}}"#)]), reads: [.link]
  ) { document in
    guard let link = document.text("webpush", "fcm_options", "link"), HTTPSLink(rawValue: link) == nil else {
      return []
    }
    return [
      Finding(
        "the link \(link.quoted) is not an absolute https URL in the ASCII characters of RFC 3986",
        at: document.place("webpush", "fcm_options", "link"))
    ]
  }

  static let webOptions = Rule<RequestDocument>(
    .init(
      "web.options", .request, .error, platforms: [.web],
      summary: "webpush.notification has options that browsers take together",
      why:
        "showNotification throws a TypeError otherwise, and there is no notification at all: `renotify` needs a `tag`, "
        + "`silent` bars `vibrate`, an action has an `action` and a `title` and only one of type text a placeholder, `dir` is "
        + "auto, ltr or rtl",
      remedy: "give the notification a tag, leave one of silent and vibrate out, write every action whole",
      source: "https://notifications.spec.whatwg.org/#create-a-notification",
      failing: [
        .message(#""webpush": {"notification": {"renotify": true}}"#),
        .message(#""webpush": {"notification": {"silent": true, "vibrate": [200, 100]}}"#),
        .message(#""webpush": {"notification": {"actions": [{"title": "Read"}]}}"#),
        .message(#""webpush": {"notification": {"dir": null}}"#),
      ],
      passing: [
        .message(#""webpush": {"notification": {"renotify": true, "tag": "spring", "vibrate": [200]}}"#),
        .message(#""webpush": {"notification": {"actions": [{"action": "read", "title": "Read"}], "silent": true}}"#),
      ])
  ) { document in
    guard let options = document["webpush", "notification"], options.isObject, !options.isOpen else { return [] }
    let path = ["webpush", "notification"]
    var findings: [Finding] = []
    if options["renotify"]?.isTrueInScripts == true, options["tag"]?.isEmptyInScripts != false {
      findings.append(
        Finding(
          "renotify needs a tag that is not empty: browsers throw a TypeError and show no notification",
          at: document.place(of: path + ["renotify"])))
    }
    if options["silent"]?.isTrueInScripts == true, options["vibrate"] != nil {
      findings.append(
        Finding(
          "a silent notification has no vibrate: browsers throw a TypeError and show no notification",
          at: document.place(of: path + ["vibrate"])))
    }
    if let direction = options["dir"], !direction.isOneInScripts(of: ["auto", "ltr", "rtl"]) {
      findings.append(
        Finding(
          "\(direction.text?.quoted ?? direction.kind) is no direction: browsers throw a TypeError and show no notification",
          at: document.place(of: path + ["dir"])))
    }
    let isWhole = options["actions"]?.areActions ?? true
    if !isWhole {
      findings.append(
        Finding(
          "actions are objects with an action and a title, of type button or text, and only the latter has a placeholder: browsers throw a TypeError and show no notification",
          at: document.place(of: path + ["actions"])))
    }
    return findings
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

extension JSONNode {
  /// Whether a script takes it for true. What a program computes may be anything.
  fileprivate var isTrueInScripts: Bool {
    switch content {
    case .bool(let flag): flag
    case .number(let text): Double(text) != 0
    case .string(let text): !text.isEmpty
    case .object, .array: true
    case .null, .expression: false
    }
  }

  /// Whether it is an array of actions with their required members, as far as that can be told.
  fileprivate var areActions: Bool {
    guard let elements else { return isExpression }
    return elements.allSatisfy { action in
      action.isExpression || action.isOpen || action["action"] != nil && action["title"] != nil && action.isAction
    }
  }

  /// Whether an action's type is one, and it has a placeholder only where text is typed.
  private var isAction: Bool {
    let type = self["type"]
    guard type?.isOneInScripts(of: ["button", "text"]) != false else { return false }
    let isForText = type?.isExpression == true || type?.isOneInScripts(of: ["text"]) == true
    return isForText || [nil, .null].contains(self["placeholder"]?.content) || self["placeholder"]?.isExpression == true
  }

  /// Whether a script makes an empty text of it.
  fileprivate var isEmptyInScripts: Bool { text?.isEmpty == true || elements?.isEmpty == true }

  /// Whether a script makes one of these texts of it, or may do so.
  fileprivate func isOneInScripts(of texts: [String]) -> Bool {
    switch content {
    case .string(let text): texts.contains(text)
    case .array, .expression: true
    case .number, .bool, .null, .object: false
    }
  }
}
