package import Findings
import MediaFacts

extension RequestRules {
  static let longTitle = Rule<RequestDocument>("message.long-title", reads: [.words]) { document in
    guard let title = document.text("notification", "title") else { return [] }
    guard !title.trimmed.contains(where: \.isNewline) else {
      return .one(
        "the title has a line break, and Android shows a title on one line",
        at: document.place("notification", "title"))
    }
    let width = TextWidth.letters(of: title)
    guard width > ClientLimit.titleLetters.value else { return [] }
    return .one(
      "the title is as wide as \(width) letters, and phones show about \(ClientLimit.titleLetters.value) at most",
      at: document.place("notification", "title"))
  }

  static let longText = Rule<RequestDocument>("message.long-text", reads: [.words]) { document in
    let words = [document.text("notification", "title"), document.text("notification", "body")].compactMap(\.self)
    let width = words.reduce(0) { $0 + TextWidth.letters(of: $1) }
    let limit: ClientLimit =
      document.image(for: .ios) == nil ? .appleTextLetters : .appleTextLettersBesidePicture
    guard width > limit.value, document.text("notification", "body") != nil else { return [] }
    return .one(
      "title and body are as wide as \(width) letters, and the lock screen of Apple's systems shows about "
        + "\(limit.value)", at: document.place("notification", "body"))
  }

  package static let expired = Rule<RequestDocument>("message.expired") { document in
    let path = ["apns", "headers", "apns-expiration"]
    // 0 is now or never, not a moment.
    guard let now = document.now, let moment = document.node(path)?.text.flatMap({ Int($0) }), moment > 0 else {
      return []
    }
    let day = CalendarDay(daysSince1970: Int64(moment / 86_400))
    if moment <= now { return .one("it expired on \(day), so Apple's servers drop it", at: document.place(of: path)) }
    // It may be sent months later.
    guard moment - now > 366 * 86_400 else { return [] }
    return [
      Finding(
        "it expires on \(day), more than a year from now: phones that were off may show it weeks late",
        severity: .warning, remedy: "write the moment after which the message is no use, in seconds since 1970",
        at: document.place(of: path), consequence: .shown)
    ]
  }
}

// Parts of visible texts that were not written for people.
extension RequestRules {
  static let noValue = Rule<RequestDocument>("message.no-value", reads: [.words, .data]) { document in
    let texts = document.visibleTexts.compactMap { path, text -> Finding? in
      guard let found = TextRemains.noValue(in: text) else { return nil }
      let excerpt = found.isWhole ? "is \(found.excerpt.quoted)" : "has \(found.excerpt.quoted) in it"
      return Finding(
        "the text \(excerpt), which is \(found.origin)", severity: found.isSure ? .error : .warning,
        at: document.place(of: path), consequence: .shown)
    }
    return texts
      + document.data.compactMap { member, place -> Finding? in
        // An app may know what `null` is, and take places on a map with all their digits.
        guard let text = member.value.text, text.contains(where: { !$0.isNumber && !".,-".contains($0) }),
          let found = TextRemains.noValue(in: text), found.isSure, found.excerpt == text.trimmed
        else { return nil }
        return Finding(
          "the value is \(found.excerpt.quoted), which is \(found.origin)", severity: .warning, at: place(),
          consequence: .shown)
      }
  }

  static let leftover = Rule<RequestDocument>("message.placeholder", reads: [.words]) { document in
    // A campaign's placeholders were filled in; the two braces that are left were written as four.
    let isComposed = document.bytes.isEmpty
    return document.visibleTexts.compactMap { path, text in
      guard let found = TextRemains.placeholder(in: text), !isComposed || !found.hasPrefix("{{") else { return nil }
      let mayBeOrnament = found.hasPrefix("[[") || found.hasPrefix("|") && !found.hasPrefix("||")
      // A checked request may be a template; a campaign's texts go to people.
      let isSure = document.origin != nil && !mayBeOrnament && found.contains { $0 != "_" }
      return Finding(
        "the text has \(found.quoted) in it, a placeholder that was not filled in",
        severity: isSure ? .error : .warning, at: document.place(of: path), consequence: .shown)
    }
  }

  static let brokenLetters = Rule<RequestDocument>("message.broken-letters", reads: [.words]) { document in
    let texts = document.visibleTexts
    // Once for all of them: a file may have very many.
    lazy var mayBeFrench = FrequentWords.mayBe("fr", texts.map(\.text).joined(separator: " "))
    return texts.compactMap { path, text in
      guard let found = BrokenLetters(in: text, mayBeFrench: mayBeFrench) else { return nil }
      return Finding(
        "the text has \(found.excerpt.quoted) in it: \(found.cause)", severity: found.isSure ? .error : .warning,
        at: document.place(of: path), consequence: .shown)
    }
  }

  static let misplaced = Rule<RequestDocument>("message.misplaced-value", reads: [.words, .target]) { document in
    let topic = document.text("topic") ?? ""
    return document.visibleTexts.compactMap { path, text in
      let isTopic = text == topic && topic.contains { "-_".contains($0) }
      guard let found = isTopic ? TextRemains.Misplaced(kind: "the topic's name") : TextRemains.misplaced(text) else {
        return nil
      }
      // Some authors write their page's URL below a title.
      let isBody = path.last != "title"
      guard found.isSure || !isBody else { return nil }
      return Finding(
        "the text is \(found.kind), and no words",
        severity: found.isSure && !(isBody && found.isGoodBody) ? nil : .warning, at: document.place(of: path),
        consequence: .shown)
    }
  }

  static let draft = Rule<RequestDocument>("message.draft", reads: [.words]) { document in
    let texts = ["title", "body"].map { document.text("notification", $0) ?? "" }
    if texts.allSatisfy(TextRemains.isQuoted) {
      return .one(
        "title and body have quotes around them, as programs write texts", at: document.place("notification", "title")
      )
    }
    if texts == WordTable.leftovers["sample"] {
      return .one("title and body are the samples of `richpush init`", at: document.place("notification", "title"))
    }
    let visible = document.visibleTexts
    let found = visible.compactMap { path, text -> Finding? in
      let isDraft = TextRemains.isDraft(
        text, as: path.last ?? "", of: visible.map(\.text).joined(separator: " "))
      if isDraft, TextRemains.placeholder(in: text) == nil {
        return Finding("the text is \(text.quoted), as drafts and templates have it", at: document.place(of: path))
      }
      return TextRemains.twiceWritten(in: text).map { word in
        Finding("the text has \((word + " " + word).quoted) in it", at: document.place(of: path))
      }
    }
    guard found.isEmpty, TextRemains.isInCapitals(texts.joined(separator: " ")) else { return found }
    return .one("the text is in capital letters only", at: document.place("notification", "title"))
  }

  static let date = Rule<RequestDocument>("message.date", reads: [.words, .link, .data]) { document in
    let texts = document.visibleTexts
    return texts.compactMap { path, text in
      WrittenDate.doubt(in: text, now: document.now).map { Finding($0, at: document.place(of: path)) }
    } + oldLinks(document, texts.map(\.text).joined(separator: " "))
  }

  /// Links to last year's page of what the text gives this year. Archives have the month after the year.
  private static func oldLinks(_ document: RequestDocument, _ text: String) -> [Finding] {
    guard let now = document.now, text.utf8.count < 4000, text.hasDigits(4...4) else { return [] }
    let year = CalendarDay(daysSince1970: Int64(now / 86_400)).year
    guard [year, year + 1].contains(where: { text.contains(String($0)) }), !text.contains(String(year - 1)) else {
      return []
    }
    return document.links.compactMap { link in
      let parts = link.url.split { "/?#&=-_.".contains($0) }
      guard let index = parts.firstIndex(of: String(year - 1)[...]),
        !parts.contains(where: { [String(year)[...], String(year + 1)[...]].contains($0) }),
        index + 1 == parts.count || parts[index + 1].count > 2
      else { return nil }
      return Finding("the link has \(year - 1) in it, and the text a later year", at: document.place(of: link.path))
    }
  }

  static let sameText = Rule<RequestDocument>("message.same-text", reads: [.words]) { document in
    guard let title = document.text("notification", "title")?.trimmed, !title.isEmpty,
      document.text("notification", "body")?.trimmed == title
    else { return [] }
    return .one("title and body are the same text", at: document.place("notification", "body"))
  }

  static let markup = Rule<RequestDocument>("message.markup", reads: [.words]) { document in
    document.visibleTexts.compactMap { path, text in
      TextRemains.markup(in: text).map {
        Finding(
          "the text has \($0.quoted) in it, which is markup in a text that is plain", at: document.place(of: path))
      }
    }
  }
}

extension RequestDocument {
  /// The texts that some client shows as they are, with their paths.
  var visibleTexts: [(path: [String], text: String)] {
    let texts = Self.textPaths.flatMap { parent, names in
      guard let object = node(parent) else { return [] as [(path: [String], text: String)] }
      if let text = object.text { return [(parent, text)] }
      return names.compactMap { name in object[name]?.text.map { (parent + [name], $0) } }
    }
    let actions = ["webpush", "notification", "actions"]
    let labels = (node(actions)?.elements ?? []).compactMap { $0["title"]?.text }.map { (path: actions, text: $0) }
    return texts + labels
  }

  /// Objects with texts; an alert may be a text itself.
  private static let textPaths: [(parent: [String], names: [String])] = [
    (["notification"], ["title", "body"]),
    (["android", "notification"], ["title", "body", "ticker"]),
    (["android_v2", "remote_notification", "notification"], ["title", "body", "ticker"]),
    (["apns", "payload", "aps", "alert"], ["title", "subtitle", "body"]),
    (["webpush", "notification"], ["title", "body"]),
  ]
}

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
