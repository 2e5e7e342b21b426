import Findings

/// Texts for one platform that are about something else than the general ones.
extension RequestRules {
  static let otherOffer = Rule<RequestDocument>("message.other-offer", reads: [.words, .link, .data]) { document in
    otherTexts(in: document) + otherCodes(in: document)
  }

  private static func otherTexts(in document: RequestDocument) -> [Finding] {
    let texts = Dictionary(grouping: document.visibleTexts) { $0.path[0] }
    guard texts.count > 1, let general = texts["notification"].map({ values(in: $0.map(\.text)) }) else { return [] }
    return texts.sorted { $0.key < $1.key }.compactMap { platform, own in
      let clash = zip(values(in: own.map(\.text)), general).first {
        !$0.values.isEmpty && !$1.values.isEmpty
          && $0.values.isDisjoint(with: $1.values)
      }
      return clash.map {
        Finding(
          "the text for \(platform) names another \($0.0.kind) than the general text",
          at: document.place(of: own[0].path))
      }
    }
  }

  private static let codeNames = Set(WordTable.requests.rows("code-name").joined())

  /// Links with the code of the text, but another number: `WINTER20` and `?code=WINTER25`.
  private static func otherCodes(in document: RequestDocument) -> [Finding] {
    let texts = ["title", "body"].compactMap { document.text("notification", $0) }
    let text = texts.joined(separator: " ").uppercased()
    guard text.utf8.count < 4000, text.utf8.contains(where: isDigit) else { return [] }
    let words = Dictionary(grouping: text.split { !$0.isLetter && !$0.isNumber }.map(String.init), by: letters(in:))
    return document.links.compactMap { link -> Finding? in
      let pairs = link.url.split { "?&#".contains($0) }.map { $0.split(separator: "=", maxSplits: 1) }
      let named = pairs.first { $0.count == 2 && codeNames.contains($0[0].lowercased()) }
      guard let code = named?[1].uppercased(), code.utf8.contains(where: isDigit), letters(in: code).count > 2,
        let same = words[letters(in: code)], !same.contains(code),
        let word = same.first(where: { $0.utf8.contains(where: isDigit) })
      else { return nil }
      return Finding(
        "the text has the code \(word.quoted), and the link \(code.quoted)", platforms: link.platforms,
        at: document.place(of: link.path))
    }
  }

  private static func letters(in code: String) -> String { code.filter { !$0.isNumber } }

  /// The percentages, prices and days of texts.
  private static func values(in texts: [String]) -> [(kind: String, values: Set<String>)] {
    let text = texts.joined(separator: "\n")
    guard text.utf8.count < 1000, text.utf8.contains(where: isDigit) else { return [] }
    let percents = text.matches(of: /[0-9]+(?:[.,][0-9]+)?\s?%|%\s?[0-9]+/).map { $0.output.filter(\.isNumber) }
    let prices = text.matches(
      of:
        /[€$£¥]\s?[0-9](?:[0-9.,]*[0-9])?|[0-9](?:[0-9.,]*[0-9])?\s?(?:[€£¥]|(?:kr|SEK|NOK|DKK|EUR|USD|GBP|CHF|PLN|zł|Kč|Ft|lei|TL)\b)/
    ).map { cents($0.output) }
    return [
      ("percentage", Set(percents)), ("price", Set(prices)), ("day", Set(WrittenDate.days(in: text).map { "\($0)" })),
    ]
  }

  /// `3,90 €` and `€3.90` are one price, and so are `5 €` and `5,00 €`.
  private static func cents(_ price: Substring) -> String {
    let number = price.filter { $0.isNumber || ".,".contains($0) }
    return number.filter(\.isNumber) + (number.contains(/[.,][0-9]{2}$/) ? "" : "00")
  }
}

// What APNs and FCM require of the payload: only overrides can break these rules.
extension RequestRules {
  static let appleImagePlace = Rule<RequestDocument>("ios.image-place") { document in
    guard document.isSet("apns") else { return [] }
    let hasImage = document.image(for: .ios) != nil
    return appleImagePlaces(in: document).map { path in
      // Keys next to `aps` belong to the app, and FCM refuses those that it does not know.
      let isOwn = path.count == 3 && path[1] == "payload"
      return Finding(
        "FCM's service extension does not look for a picture in \(path.joined(separator: "."))",
        severity: isOwn || hasImage && path.count > 3 ? .warning : .error,
        platforms: document.refusesName(on: path) ? Set(Platform.allCases) : nil, at: document.place(of: path))
    }
  }

  private static let imageNames = Array(WordTable.requests.rows("picture-key").joined())

  /// The paths to places where no client reads a picture, by the objects on the way.
  private static let appleImagePlaces: [(object: [String], ways: [[String]])] = [
    (["apns"], [["image"], ["notification", "image"]]),
    (["apns", "payload"], imageNames.map { [$0] } + [["fcmOptions", "image"], ["notification", "image"]]),
    (
      ["apns", "payload", "aps"],
      imageNames.map { [$0] } + ["fcm_options", "fcmOptions", "alert"].map { [$0, "image"] }
    ),
  ]

  /// The places among these that have a picture.
  private static func appleImagePlaces(in document: RequestDocument) -> [[String]] {
    appleImagePlaces.flatMap { place -> [[String]] in
      guard let object = document.node(place.object) else { return [] }
      return place.ways.filter { way in object.node(at: way)?.mayBeText == true }
        .map { place.object + $0 }
    }
  }

  static let appleImageTwice = Rule<RequestDocument>("ios.image-twice") { document in
    let path = ["apns", "payload", "fcm_options", "image"]
    let others = [["apns", "fcm_options", "image"], ["notification", "image"]]
    guard let own = document.node(path)?.text,
      let other = others.first(where: { document.node($0)?.mayBeText == true }), document.node(other)?.text != own
    else { return [] }
    return .one(
      "\(other.joined(separator: ".")) names another picture, and which of the two arrives is not known",
      at: document.place(of: path))
  }

  static let aps = Rule<RequestDocument>("ios.aps") { document in
    guard let payload = document["apns", "payload"], payload.isObject, !payload.isOpen else { return [] }
    guard let aps = payload["aps"] else {
      return .one("the payload for APNs has no aps, and FCM answers 400", at: document.place("apns", "payload"))
    }
    guard !aps.isExpression, aps.members.isEmpty else { return [] }
    return .one(
      aps.isObject ? "aps is empty, and FCM answers 400" : "aps is \(aps.kind) and no object, and FCM answers 400",
      at: document.place("apns", "payload", "aps"))
  }

  static let pushType = Rule<RequestDocument>("ios.push-type") { document in
    guard let type = document.header("apns-push-type"), type.value.text == "background",
      document.isNotification(for: .ios)
    else { return [] }
    return .one(
      "the message has words to show and the push type background, which shows nothing",
      at: document.place("apns", "headers", type.name))
  }

  static let apsKey = Rule<RequestDocument>("ios.aps-key") { document in
    let aps = ["apns", "payload", "aps"]
    return (document.node(aps)?.members ?? []).compactMap { member in
      // Another rule reports it.
      guard member.name != "mutable-content" else { return nil }
      let path = aps + [member.name]
      if member.name == "badge", let text = member.value.text {
        return Finding(
          "the badge is the text \(text.quoted), and Apple's systems take a number", at: document.place(of: path))
      }
      guard !appleKeys.contains(member.name), let name = appleKey(almost: member.name) else { return nil }
      return Finding(
        "\(member.name.quoted) has no effect in aps", remedy: "write it as \(name)", at: document.place(of: path))
    }
  }

  /// Apple's name for a key that differs only in hyphens and case.
  private static func appleKey(almost name: String) -> String? {
    let key = appleKeysByLetters[letters(of: name)]
    return key == name ? nil : key
  }

  private static func letters(of name: String) -> String { name.lowercased().filter { $0 != "-" && $0 != "_" } }

  private static let appleKeysByLetters = Dictionary(uniqueKeysWithValues: appleKeys.map { (letters(of: $0), $0) })

  /// Except `mutable-content`, which another rule reports.
  private static let appleKeys = Array(WordTable.requests.rows("aps-key").joined())
}
