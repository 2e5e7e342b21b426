/// A message in the overview: a small crop that leads to it.
struct MessageTile {
  private let message: ContactSheet.Message
  private let number: Int
  private let parts: PageParts

  init(_ message: ContactSheet.Message, number: Int, parts: PageParts) {
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

extension ContactSheet.Message {
  /// What stands for it.
  var heading: String { title ?? body ?? id }
}
