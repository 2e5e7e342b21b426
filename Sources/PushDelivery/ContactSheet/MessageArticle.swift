/// A message: its words, how each client shows it, and its files.
struct MessageArticle {
  private let message: ContactSheet.Message
  private let anchor: PageParts.Anchor
  private let parts: PageParts

  init(_ message: ContactSheet.Message, number: Int, parts: PageParts) {
    self.message = message
    anchor = .message(number)
    self.parts = parts
  }

  var html: HTML {
    HTML.tag("article", ["class": "card message", "id": "\(anchor)", "aria-labelledby": "\(anchor)-title"]) {
      header
      if !message.findings.isEmpty { FindingList(message.findings, in: .message).html }
      if message.status != .refused || !message.pictures.isEmpty {
        HTML.tag("div", ["class": "clients"]) {
          for client in [Platform.android, .ios, .web] {
            ClientPreview(message, on: client, at: anchor, parts: parts).html
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
        RenditionFigure(rendition, clients: clients, at: anchor, parts: parts).html
      }
    }
  }
}

extension MessageTarget {
  /// Whom it goes to, for people. What names one device is nobody else's business.
  var words: String {
    switch self {
    case .topic(let name): "topic \(name)"
    case .condition(let condition): "condition \(condition)"
    case .token(let token): "one device, token \(token.prefix(8))…"
    case .fid(let identifier): "one device, installation \(identifier.prefix(4))…"
    }
  }
}
