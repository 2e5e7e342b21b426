import Findings
import PushDelivery

/// A message: its words, how each client shows it, and its files.
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
    HTML.tag("article", ["class": "card message", "id": "\(anchor)", "aria-labelledby": "\(anchor)-title"]) {
      header
      if !message.findings.isEmpty { DiagnosticList(message.findings, in: .message).html }
      if message.status != .refused || !message.pictures.isEmpty {
        HTML.tag("div", ["class": "clients"]) {
          for client in [Platform.android, .ios, .web] {
            ClientPreview(message, on: client, parts: parts).html
          }
        }
      }
      if !message.pictures.isEmpty { files }
    }
  }

  private var header: HTML {
    HTML.tag("header") {
      HTML.tag("h3", ["id": "\(anchor)-title", "dir": "auto", "lang": ""]) { message.heading }
      if message.title != nil, let body = message.body {
        HTML.tag("p", ["class": "body", "dir": "auto", "lang": ""]) { body }
      }
      HTML.tag("dl", ["class": "facts"]) {
        if let target = message.target { Fact("To", target.words).html }
        if let link = message.link { Fact("Opens", link, address: link).html }
        if let locale = message.locale { Fact("Language", locale).html }
        if let variant = message.variant { Fact("Variant", variant).html }
        Fact("Message", message.id).html
      }
    }
  }

  private var files: HTML {
    HTML.tag("section", ["class": "files"]) {
      HTML.tag("h4") { message.renditions.count == 1 ? "File" : "Files" }
      for (rendition, clients) in message.renditions {
        RenditionFigure(rendition, clients: clients, parts: parts).html
      }
    }
  }
}

extension MessageTarget {
  /// The target in words. The name of a device stays private.
  var words: String {
    switch self {
    case .topic(let name): "topic \(name)"
    case .condition(let condition): "condition \(condition)"
    case .token(let token): "one device, token \(token.prefix(8))…"
    case .fid(let identifier): "one device, installation \(identifier.prefix(4))…"
    }
  }
}

/// The messages with the same status.
struct MessageSection: Sendable {
  let status: RequestOutcome.Status
  let title: String
  let parts: PageParts
  var note: String?

  @HTMLBuilder var html: HTML {
    let numbers = parts.sheet.messages.indices.filter { parts.sheet.messages[$0].status == status }
    if !numbers.isEmpty {
      HTML.tag("section") {
        HTML.tag("h2") { title }
        if let note { HTML.tag("p", ["class": "note"]) { note } }
        for number in numbers {
          MessageArticle(parts.sheet.messages[number], number: number, parts: parts).html
        }
        if let omitted = parts.sheet.omitted[status] {
          HTML.tag("p", ["class": "note"]) { "\(omitted) more for which this page has no room." }
        }
      }
    }
  }
}

/// A message in the overview: a small crop that leads to it.
struct MessageTile {
  private let message: ContactSheetContents.ShownMessage
  private let number: Int
  private let parts: PageParts

  init(_ message: ContactSheetContents.ShownMessage, number: Int, parts: PageParts) {
    self.message = message
    self.number = number
    self.parts = parts
  }

  var html: HTML {
    HTML.tag("li") {
      HTML.tag("a", ["href": "#\(PageParts.Anchor.message(number))", "class": message.status == .ready ? nil : "bad"]) {
        if let picture {
          HTML.tag("span", ["class": "shot wide " + PictureClass(picture).text]) {}
        } else {
          HTML.tag("span", ["class": "shot wide"]) {}
        }
        HTML.tag("span", ["class": "name", "dir": "auto", "lang": ""]) { message.heading }
        if message.heading != message.id { HTML.tag("span", ["class": "id"]) { message.id } }
      }
    }
  }

  private var picture: RenditionOutcome? { message.renditions.map(\.rendition).first(where: parts.shows) }
}

extension PageParts {
  /// Whether a file is part of the page as a picture.
  func shows(_ rendition: RenditionOutcome) -> Bool { media.has(rendition) && !rendition.format.isMovie }
}

extension ContactSheetContents.ShownMessage {
  /// The shown name.
  var heading: String { title ?? body ?? id }
}
