import Findings

extension RequestRules {
  static let placeholder = Rule<RequestDocument>(
    .init(
      "request.placeholder", .request, .error,
      summary: "target and links are one's own, and none of a template or a sample",
      why:
        "a template that is sent as it stands reaches nobody, or everybody with a link that leads nowhere: names such "
        + "as example.com are reserved for documents and tests",
      remedy: "write your own, or say that it is a trial: `--trial`",
      source: "https://www.rfc-editor.org/rfc/rfc2606",
      failing: [
        .request(#"{"message": {"topic": "YOUR_TOPIC", "notification": {"title": "Spring is here"}}}"#),
        .request(#"{"message": {"fid": "<fid>", "notification": {"title": "Spring is here"}}}"#),
        .message(#""webpush": {"fcm_options": {"link": "https://www.example.com/spring"}}"#),
      ],
      passing: [.words, .message(#""webpush": {"fcm_options": {"link": "https://www.iana.org/"}}"#)])
  ) { document in
    placeholderTargets(document) + placeholderLinks(document)
  }

  private static func placeholderTargets(_ document: RequestDocument) -> [Finding] {
    MessageFieldTable.targets.compactMap { name in
      guard let text = document[name]?.text, TemplateName.isPart(of: text) else { return nil }
      return Finding(
        "\(text.quoted) is a placeholder of a template, and no \(name) of yours", at: document.place(name))
    }
  }

  /// Where a tap leads: what browsers open, and addresses among the data for the apps, of which the same one is no other.
  private static func placeholderLinks(_ document: RequestDocument) -> [Finding] {
    let link = ["webpush", "fcm_options", "link"]
    let opened = document.node(link)?.text
    // With the texts themselves: looking each name up again would take the square of their number.
    let data = (document["data"]?.members ?? []).map { (path: ["data", $0.name], text: $0.value.text) }
      .filter { opened == nil || $0.text != opened }
    return ([(path: link, text: opened)] + data).compactMap { path, text in
      guard let url = text.flatMap({ try? StrictURL($0) }), url.host.isReserved else { return nil }
      return Finding(
        "the link leads to a name that is reserved for documents and tests, where there is nothing to see",
        at: document.place(of: path))
    }
  }
}

/// Names that templates and samples have in the place of one's own: `YOUR_TOPIC`, `<token>`, `example-news`.
enum TemplateName {
  /// Whether a target is one, or a condition names one.
  static func isPart(of target: String) -> Bool {
    guard target.utf8.contains(UInt8(ascii: "'")) else { return isOne(target) }
    let quoted = target.split(separator: "'", omittingEmptySubsequences: false).enumerated()
      .compactMap { $0.offset.isMultiple(of: 2) ? nil : String($0.element) }
    return ([target] + quoted).contains(where: isOne)
  }

  private static func isOne(_ name: String) -> Bool {
    name.hasPrefix("YOUR_") || name.hasPrefix("YOUR-") || name == "example" || name.hasPrefix("example-")
      || name.hasPrefix("<") && name.hasSuffix(">")
  }
}
