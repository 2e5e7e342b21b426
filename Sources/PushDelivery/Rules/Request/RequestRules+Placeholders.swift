import Findings

extension RequestRules {
  static let placeholder = Rule<RequestDocument>("request.placeholder", reads: [.target, .link, .data]) { document in
    placeholderTargets(document) + placeholderLinks(document) + placeholderPictures(document)
  }

  private static func placeholderTargets(_ document: RequestDocument) -> [Finding] {
    MessageFieldTable.targets.compactMap { name in
      guard let text = document[name]?.text,
        TemplateName.isPart(of: text) || ["token", "fid"].contains(name) && TemplateName.isCutShort(text)
      else { return nil }
      return placeholder(text, name, at: document.place(name))
    }
  }

  /// URLs of pictures that are to be filled in.
  private static func placeholderPictures(_ document: RequestDocument) -> [Finding] {
    document.images.compactMap { field in
      guard let text = field.url, TextRemains.isPlaceholder(text) else { return nil }
      return placeholder(text, "address", at: document.place(of: field.path), platforms: field.platforms)
    }
  }

  private static func placeholder(
    _ text: String, _ what: String, at place: TextPlace?, platforms: Set<Platform>? = nil
  ) -> Finding {
    Finding(
      "\(text.quoted) is a placeholder of a template, and no \(what) of yours",
      remedy: "fill it in before the request is sent, or say that it is a trial: `--trial`", platforms: platforms,
      at: place)
  }

  /// The URLs for a tap: the one for browsers, and URLs among the values for the apps.
  private static func placeholderLinks(_ document: RequestDocument) -> [Finding] {
    if let opened = document.node(LinkField.web)?.text, TextRemains.isPlaceholder(opened) {
      return [placeholder(opened, "address", at: document.place(of: LinkField.web))]
    }
    return document.links.compactMap { link in
      if let url = try? StrictURL(link.url) {
        guard url.host.isReserved, !url.host.isPrivate else { return nil }
        return Finding(
          "the link leads to a name that is reserved for documents and tests, where there is nothing to see",
          at: document.place(of: link.path))
      }
      // Then the whole link for browsers is refused.
      guard link.path != LinkField.web, let found = TextRemains.placeholder(in: link.url) else { return nil }
      return Finding(
        "the link has \(found.quoted) in it, a placeholder that was not filled in", at: document.place(of: link.path))
    }
  }

  /// The rules about the form of targets and links.
  static let ofForm = Set([topic, condition, token, installation, webLink].map(\.description.id))
}

extension RequestDocument {
  /// The paths to targets, links and pictures that are only placeholders.
  var placeholders: [[String]] {
    let ways = MessageFieldTable.targets.map { [$0] } + [LinkField.web] + images.map(\.path)
    return ways.filter { node($0)?.text.map(TextRemains.isPlaceholder) == true }
  }
}

/// Names of templates and samples that you should replace: `YOUR_TOPIC`, `<token>`, `{{token}}`, `example-news`.
enum TemplateName {
  /// Whether a target is one, or its condition has one.
  static func isPart(of target: String) -> Bool {
    guard target.utf8.contains(UInt8(ascii: "'")) else { return isOne(target) }
    let quoted = target.split(separator: "'", omittingEmptySubsequences: false).enumerated()
      .compactMap { $0.offset.isMultiple(of: 2) ? nil : String($0.element) }
    return ([target] + quoted).contains(where: isOne)
  }

  /// Whether a device's token is shortened at its end, as in documents, such as Google's sample.
  static func isCutShort(_ token: String) -> Bool { token.hasSuffix("...") || token.hasSuffix("…") }

  private static func isOne(_ name: String) -> Bool {
    ["YOUR_", "YOUR-", "FILL_IN", "example-"].contains(where: name.hasPrefix) || name == "example"
      || name.hasPrefix("<") && name.hasSuffix(">") || TextRemains.isPlaceholder(name)
  }
}
