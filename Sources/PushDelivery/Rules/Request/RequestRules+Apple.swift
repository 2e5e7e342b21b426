package import Findings

extension RequestRules {
  static let mutableContent = Rule<RequestDocument>("ios.mutable-content") { document in
    guard let image = document.image(for: .ios), misplacedMutableContent(in: document).isEmpty else { return [] }
    let value = document["apns", "payload", "aps", "mutable-content"]
    guard value?.number != 1 || value?.text != nil, !document.isUnknown(RequestDocument.mutableContent) else {
      return []
    }
    let found = value.map { "is \($0.numberAsWritten ?? $0.kind)" } ?? "is missing"
    return .one(
      "the message has an image (\(image.path.joined(separator: "."))) but apns.payload.aps.mutable-content \(found): "
        + "it is to be the number 1, or Apple's systems never run the service extension that adds the picture",
      at: document.place("apns", "payload", "aps", "mutable-content"))
  }

  static let mutableContentPlace = Rule<RequestDocument>("ios.mutable-content-place") { document in
    let isSet = document.node(mutableContentPath)?.number == 1
    return misplacedMutableContent(in: document).map { path in
      let isRefused = document.refusesName(on: path)
      let effect = isRefused ? "is no field that FCM knows here, and it refuses the request" : "does nothing here"
      return Finding(
        "\((path.last ?? "").quoted) \(effect): Apple's systems look for \"mutable-content\" in apns.payload.aps",
        severity: isSet && !isRefused ? .warning : .error, platforms: isRefused ? Set(Platform.allCases) : nil,
        at: document.place(of: path))
    }
  }

  private static let mutableContentPath = ["apns", "payload", "aps", "mutable-content"]

  static let alertText = Rule<RequestDocument>("ios.alert-text", reads: [.words]) { document in
    let isNotification = document.isSet("notification") || document.image(for: .ios) != nil
    guard isNotification, !document.hasVisibleAlert, !document.isUnknown(["apns", "payload", "aps", "alert"]),
      !document.isLiveActivity
    else { return [] }
    return .one(
      "the message has no visible title or body: there is nothing to announce, and without alert text Apple's systems "
        + "ignore the service extension that adds the picture",
      at: document["apns", "payload", "aps", "alert"] == nil
        ? document.place("notification") : document.place("apns", "payload", "aps", "alert"))
  }

  static let backgroundPriority = Rule<RequestDocument>("ios.background-priority") { document in
    let aps = document["apns", "payload", "aps"]
    guard !document.isNotification(for: .ios), !document.mayBeNotification(for: .ios),
      document.image(for: .ios) == nil, !document.isLiveActivity,
      // A badge and a sound are visible, and Apple's systems show them at once.
      aps?["badge"] == nil, aps?["sound"] == nil
    else { return [] }
    let header = document.header("apns-priority")
    let priority = header?.value.text
    guard priority == "10" || (header == nil && aps?["content-available"] != nil),
      !document.isUnknown(["apns", "headers", "apns-priority"])
    else { return [] }
    return .one(
      "the message has nothing to show and goes out with priority \(priority ?? "10"), with which APNs does not "
        + "deliver it", at: document.place("apns", "headers", "apns-priority"))
  }

  package static let serviceExtension = Rule<RequestDocument>("ios.service-extension") { document in
    document.image(for: .ios).map {
      [Finding("the picture shows only in apps with a notification service extension", at: document.place(of: $0.path))]
    } ?? []
  }

  static let appleHeader = Rule<RequestDocument>("ios.header") { document in
    func finding(_ name: String, _ expected: String, isRight: (String) -> Bool) -> Finding? {
      guard let header = document.header(name), let text = header.value.text, !isRight(text) else { return nil }
      return Finding(
        "the header \(name) is \(text.quoted), and Apple's servers take \(expected)",
        at: document.place("apns", "headers", header.name))
    }
    return misspeltHeaders(document)
      + [
        finding("apns-priority", "10, 5 or 1") { ["10", "5", "1"].contains($0) },
        finding("apns-push-type", pushTypeWords) { pushTypes.contains($0) },
        finding("apns-collapse-id", "at most 64 bytes") { $0.utf8.count <= 64 },
      ].compactMap(\.self)
  }

  /// Names close to one of Apple's, which its servers ignore.
  private static func misspeltHeaders(_ document: RequestDocument) -> [Finding] {
    (document["apns", "headers"]?.members ?? []).compactMap { header in
      guard !appleHeaders.contains(where: { $0.name == header.name }) else { return nil }
      let plain = header.name.lowercased().filter(\.isLetter)
      guard let name = appleHeaders.first(where: { $0.plain == plain })?.name, header.name.lowercased() != name else {
        return nil
      }
      return Finding(
        "\(header.name.quoted) is no header of APNs and has no effect", severity: .warning,
        remedy: "write it as \(name)", at: document.place("apns", "headers", header.name))
    }
  }

  /// The headers of APNs, and only their letters.
  private static let appleHeaders = WordTable.requests.rows("apns-header").joined().map {
    (name: $0, plain: $0.filter(\.isLetter))
  }

  private static let pushTypeWords = "one of " + pushTypes.joined(separator: ", ")

  private static let pushTypes = Array(WordTable.requests.rows("push-type").joined())

  private static let mutableContentPlaces = [
    mutableContentPath, ["android_v2", "remote_notification", "mutable_content"],
  ]

  /// Every `mutable-content`, however spelt, in a place that Apple's systems do not read.
  private static func misplacedMutableContent(in document: RequestDocument) -> [[String]] {
    var (path, found) = ([String](), [[String]]())
    collectMisplaced(document.message.members, &path, into: &found)
    return found
  }

  private static func collectMisplaced(
    _ members: [JSONNode.Member], _ path: inout [String], into found: inout [[String]]
  ) {
    // Data belongs to the app.
    for member in members where member.name != "data" {
      path.append(member.name)
      if member.name.isMutableContent, !mutableContentPlaces.contains(path) { found.append(path) }
      collectMisplaced(member.value.members, &path, into: &found)
      path.removeLast()
    }
  }
}

extension RequestDocument {
  /// Whether Apple's systems have texts to show: the payload's own alert replaces the common texts.
  var hasVisibleAlert: Bool {
    guard let alert = self["apns", "payload", "aps", "alert"] else {
      let common = self["notification"]
      return common?.isVisible == true || ["title", "body"].contains { common?[$0]?.isVisible == true }
    }
    let parts = ["title", "body", "subtitle", "loc-key", "title-loc-key"]
    return alert.isVisible || parts.contains { alert[$0]?.isVisible == true }
  }

  /// Whether it starts, changes or ends a Live Activity, for which Apple's systems need no texts.
  var isLiveActivity: Bool {
    isSet("apns", "live_activity_token") || header("apns-push-type")?.value.text == "liveactivity"
      || isSet("apns", "payload", "aps", "content-state")
  }

  /// A header for APNs; its name may be in any case.
  func header(_ name: String) -> JSONNode.Member? {
    self["apns", "headers"]?.members.last { $0.name == name || $0.name.lowercased() == name }
  }
}

extension JSONNode {
  /// Whether people see it as a text: a program's result may be one, and so may spread members.
  fileprivate var isVisible: Bool { isExpression || isOpen || text?.isVisible == true }
}
