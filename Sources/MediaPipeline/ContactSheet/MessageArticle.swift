import Findings
import PushDelivery

/// A message: its words, what was found, and the values from which the page's script draws each client.
struct MessageArticle {
  private let message: ContactSheetContents.ShownMessage
  private let anchor: PageParts.Anchor
  private let parts: PageParts

  init(_ message: ContactSheetContents.ShownMessage, number: Int, parts: PageParts) {
    self.message = message
    anchor = .message(number)
    self.parts = parts
  }

  var html: HTML {
    let (found, shown) = (parts.look.numbers(of: message), self.shown)
    return HTML.tag(
      "article",
      [
        "class": "card message", "id": "\(anchor)", "aria-labelledby": "\(anchor)-title", "data-id": message.id,
        "data-sha": message.status == .withheld ? nil : message.digest, "data-locale": message.locale,
        "data-target": message.target?.audienceWords.printable, "data-rules": rules(found), "data-shown": shown,
      ]
    ) {
      header
      if !found.isEmpty { chips(found) }
      if shown != nil { HTML.tag("div", ["class": "clients"]) { picture } }
    }
  }

  private func rules(_ found: [Int]) -> String? {
    found.isEmpty ? nil : Set(found.map { parts.look.items[$0].rule }).sorted().joined(separator: " ")
  }

  /// JSON, by clients; nil if there is nothing to show.
  private var shown: String? {
    guard message.status != .refused || !message.pictures.isEmpty else { return nil }
    let clients = Platform.allCases.map { ($0.rawValue, ClientView(message, on: $0, parts: parts).json) }
    let bytes = try? JSONText.compact(JSONValue.object(Dictionary(uniqueKeysWithValues: clients)))
    return bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  /// For readers without the script, which draws the clients in its place.
  @HTMLBuilder private var picture: HTML {
    if let picture = message.renditions.map(\.rendition).first(where: parts.shows) {
      parts.drawing(of: picture, "The picture")
    }
  }

  private var header: HTML {
    HTML.tag("header") {
      HTML.tag("h3", ["id": "\(anchor)-title", "dir": "auto", "lang": message.locale ?? ""]) { message.heading }
      if message.title != nil, let body = message.body {
        HTML.tag("p", ["class": "body", "dir": "auto", "lang": message.locale ?? ""]) { body }
      }
      HTML.tag("dl", ["class": "facts"]) {
        if let target = message.target { Fact("To", target.words).html }
        if let link = message.link { Fact("Opens", link, address: link).html }
        if let locale = message.locale { Fact("Language", locale).html }
        if let variant = message.variant { Fact("Variant", variant).html }
        for path in message.files { Fact("File", path, address: parts.anchor(ofFile: path).map { "#\($0)" }).html }
        Fact("Message", message.id).html
      }
    }
  }

  /// One for each rule, to its first finding.
  private func chips(_ found: [Int]) -> HTML {
    let first = Dictionary(found.map { (parts.look.items[$0].rule, $0) }) { first, _ in first }.values.sorted()
    return HTML.tag("p", ["class": "chips"]) {
      for number in first {
        HTML.tag(
          "a", ["href": "#\(PageParts.Anchor.look(number))", "class": parts.look.items[number].severity.rawValue]
        ) {
          parts.look.items[number].rule
        }
      }
    }
  }
}

extension PageParts {
  /// Whether a file is part of the page as a picture.
  func shows(_ rendition: RenditionOutcome) -> Bool { media.bytes(of: rendition) != nil && !rendition.format.isMovie }

  /// All of a picture, which its class has as its background.
  func drawing(of rendition: RenditionOutcome, _ label: String) -> HTML {
    HTML.tag(
      "svg",
      [
        "class": "shot own \(PictureClass(rendition).text)", "width": "\(rendition.width)",
        "height": "\(rendition.height)", "viewBox": "0 0 \(rendition.width) \(rendition.height)", "role": "img",
        "aria-label": label,
      ])
  }
}

extension ContactSheetContents.ShownMessage {
  /// The shown name.
  var heading: String { title ?? body ?? id }
}

/// A name and its value.
struct Fact {
  private let name: String
  private let value: String
  private let address: String?

  /// - Parameter address: where a click leads; only https and http addresses, and places of the page, become links.
  init(_ name: String, _ value: String, address: String? = nil) {
    self.name = name
    self.value = value
    let starts = ["https://", "http://", "#"]
    self.address = address.flatMap { address in starts.contains(where: address.hasPrefix) ? address : nil }
  }

  var html: HTML {
    HTML.tag("div") {
      HTML.tag("dt") { name }
      HTML.tag("dd") {
        if let address {
          HTML.tag("a", ["href": address, "rel": "noreferrer noopener"]) { value.printable }
        } else {
          HTML.tag("bdi") { value.printable }
        }
      }
    }
  }
}
