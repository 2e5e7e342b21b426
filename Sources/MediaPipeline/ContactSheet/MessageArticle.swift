import Findings
import PushDelivery

extension PageParts {
  /// A message: its words, what was found, and the values from which the page's script draws each client.
  func article(of message: ContactSheetContents.ShownMessage, number: Int) -> HTML {
    let (anchor, found, shown) = (Anchor.message(number), look.numbers(of: message), self.shown(message))
    let rules = Set(found.map { look.items[$0].rule }).sorted().joined(separator: " ")
    return HTML.tag(
      "article",
      [
        "class": "card message", "id": "\(anchor)", "aria-labelledby": "\(anchor)-title", "data-id": message.id,
        "data-sha": message.status == .withheld ? nil : message.digest, "data-locale": message.locale,
        "data-target": message.target?.audienceWords.printable, "data-rules": rules.isEmpty ? nil : rules,
        "data-shown": shown,
      ]
    ) {
      header(of: message, anchor)
      if !found.isEmpty { chips(found) }
      if shown != nil {
        HTML.tag("div", ["class": "clients"]) {
          // For readers without the script, which draws the clients in its place.
          if let picture = message.renditions.map(\.rendition).first(where: shows) {
            drawing(of: picture, "The picture")
          }
        }
      }
    }
  }

  /// JSON, by clients; nil if there is nothing to show.
  private func shown(_ message: ContactSheetContents.ShownMessage) -> String? {
    guard message.status != .refused || !message.pictures.isEmpty else { return nil }
    let clients = Platform.allCases.map { ($0.rawValue, ClientView(message: message, client: $0, parts: self).json) }
    return JSONValue.object(Dictionary(uniqueKeysWithValues: clients)).attribute
  }

  private func header(of message: ContactSheetContents.ShownMessage, _ anchor: Anchor) -> HTML {
    HTML.tag("header") {
      HTML.tag("h3", ["id": "\(anchor)-title", "dir": "auto", "lang": message.locale ?? ""]) { message.heading }
      if message.title != nil, let body = message.body {
        HTML.tag("p", ["class": "body", "dir": "auto", "lang": message.locale ?? ""]) { body }
      }
      HTML.tag("dl", ["class": "facts"]) {
        if let target = message.target { HTML.fact("To", target.words) }
        if let link = message.link { HTML.fact("Opens", link, address: link) }
        if let locale = message.locale { HTML.fact("Language", locale) }
        if let variant = message.variant { HTML.fact("Variant", variant) }
        for path in message.files { HTML.fact("File", path, address: self.anchor(ofFile: path).map { "#\($0)" }) }
        HTML.fact("Message", message.id)
      }
    }
  }

  /// One for each rule, to its first finding.
  private func chips(_ found: [Int]) -> HTML {
    let first = Dictionary(found.map { (look.items[$0].rule, $0) }) { first, _ in first }.values.sorted()
    return HTML.tag("p", ["class": "chips"]) {
      for number in first {
        HTML.tag("a", ["href": "#\(Anchor.look(number))", "class": look.items[number].severity.rawValue]) {
          look.items[number].rule
        }
      }
    }
  }

  /// Whether a file is part of the page as a picture.
  func shows(_ rendition: RenditionOutcome) -> Bool { media.bytes(of: rendition) != nil && !rendition.format.isMovie }

  /// All of a picture, which its class has as its background.
  func drawing(of rendition: RenditionOutcome, _ label: String) -> HTML {
    HTML.tag(
      "svg",
      [
        "class": "shot own \(rendition.pageClass)", "width": "\(rendition.width)",
        "height": "\(rendition.height)", "viewBox": "0 0 \(rendition.width) \(rendition.height)", "role": "img",
        "aria-label": label,
      ])
  }
}

extension JSONValue {
  /// For the page's script; nil with a number that is not finite.
  var attribute: String? { isFinite ? String(decoding: JSONText.compact(self), as: UTF8.self) : nil }
}

extension ContactSheetContents.ShownMessage {
  /// The shown name.
  var heading: String { title ?? body ?? id }
}

extension HTML {
  /// A name and its value.
  ///
  /// - Parameter address: where a click leads; only https and http addresses, and places of the page, become links.
  static func fact(_ name: String, _ value: String, address: String? = nil) -> HTML {
    HTML.tag("div") {
      HTML.tag("dt") { name }
      HTML.tag("dd") {
        if let address, ["https://", "http://", "#"].contains(where: address.hasPrefix) {
          HTML.tag("a", ["href": address, "rel": "noreferrer noopener"]) { value.printable }
        } else {
          HTML.tag("bdi") { value.printable }
        }
      }
    }
  }
}
