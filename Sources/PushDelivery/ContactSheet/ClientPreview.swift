/// A message as one client shows it: expanded, and collapsed to a row with a thumbnail.
struct ClientPreview {
  private let message: ContactSheet.Message
  private let client: Platform
  private let anchor: PageParts.Anchor
  private let parts: PageParts

  init(_ message: ContactSheet.Message, on client: Platform, at anchor: PageParts.Anchor, parts: PageParts) {
    self.message = message
    self.client = client
    self.anchor = anchor
    self.parts = parts
  }

  private var picture: RenditionOutcome? { message.pictures[client] }

  var html: HTML {
    HTML.tag("figure", ["class": "client \(client.rawValue)"]) {
      HTML.tag("figcaption") {
        HTML.tag("strong") { client.previewName }
        " "
        caption
      }
      HTML.tag("div", ["class": "screen"]) {
        if let picture { expanded(picture) }
        if picture == nil || client != .web { collapsed }
      }
    }
  }

  @HTMLBuilder private var caption: HTML {
    if let picture {
      if picture.format.isMovie {
        "plays it after a tap"
      } else if picture.motion != nil {
        "plays it by itself"
      } else if let crop = client.crop(of: picture), !crop.isWhole {
        "shows "
        HTML.tag("span", ["class": crop.isDeep ? "cut" : nil]) { crop.percent }
        " of it, from the middle"
      } else {
        "shows all of it"
      }
    } else {
      "shows text alone"
    }
  }

  private func expanded(_ picture: RenditionOutcome) -> HTML {
    HTML.tag("div", ["class": "notification expanded"]) {
      if client == .ios {
        AttachmentView(picture, of: message, at: anchor, parts: parts).html
        words
      } else {
        words
        PictureView(picture, shape: .wide, label: "The picture as \(client.previewName) crops it", parts: parts).html
      }
    }
  }

  private var collapsed: HTML {
    HTML.tag("div", ["class": "notification collapsed"]) {
      words
      if let picture { thumbnail(picture) }
    }
  }

  /// Of a movie the system takes a frame, which the page cannot show.
  private func thumbnail(_ picture: RenditionOutcome) -> HTML {
    picture.format.isMovie
      ? HTML.tag(
        "div", ["class": "shot square film", "role": "img", "aria-label": "The thumbnail: a frame of the movie"])
      : PictureView(picture, shape: .square, label: "The thumbnail beside the text", parts: parts).html
  }

  /// Said once already for those who listen to the page.
  private var words: HTML {
    HTML.tag("div", ["class": "words", "aria-hidden": "true"]) {
      if let title = message.title { HTML.tag("b", ["dir": "auto", "lang": ""]) { title } }
      if let body = message.body { HTML.tag("span", ["dir": "auto", "lang": ""]) { body } }
    }
  }
}
