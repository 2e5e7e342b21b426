import Findings
import MediaFacts
import PushDelivery

/// A message as one client shows it: expanded, and collapsed to a row with a thumbnail.
struct ClientPreview {
  private let message: ContactSheetContents.ShownMessage
  private let client: Platform
  private let parts: PageParts

  init(_ message: ContactSheetContents.ShownMessage, on client: Platform, parts: PageParts) {
    self.message = message
    self.client = client
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
      facts
    }
  }

  @HTMLBuilder private var caption: HTML {
    if let picture {
      if picture.format.isMovie {
        "plays it after a tap"
      } else if picture.motion != nil {
        "plays it by itself"
      } else if let part = shownPart(of: picture), part < CenteredCrop.wholeShare {
        "shows "
        HTML.tag("span", ["class": CenteredCrop.isDeep(part) ? "cut" : nil]) { CenteredCrop.percent(part) }
        client.crop(of: picture)?.isWhole == false ? " of it, from the middle" : " of it, as it was cut"
      } else {
        "shows all of it"
      }
    } else {
      "shows text alone"
    }
  }

  /// The share of the source's picture that shows; of the file's where only that is known.
  private func shownPart(of picture: RenditionOutcome) -> Double? {
    message.shownParts[client] ?? client.crop(of: picture)?.share
  }

  private func expanded(_ picture: RenditionOutcome) -> HTML {
    HTML.tag("div", ["class": "notification expanded"]) {
      if client == .ios {
        AttachmentView(picture, of: message, parts: parts).html
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

  /// The system takes a frame of a movie, which the page cannot show.
  private func thumbnail(_ picture: RenditionOutcome) -> HTML {
    picture.format.isMovie
      ? HTML.tag(
        "div", ["class": "shot square film", "role": "img", "aria-label": "The thumbnail: a frame of the movie"])
      : PictureView(picture, shape: .square, label: "The thumbnail beside the text", parts: parts).html
  }

  private var said: ClientWords { message.words[client] ?? ClientWords(title: message.title, body: message.body) }

  /// Screen readers have already read the words that equal the message's heading.
  private var words: HTML {
    let isSaid =
      said.title == message.title && said.body == message.body && said.subtitle == nil && said.actions.isEmpty
    return HTML.tag("div", ["class": "words", "aria-hidden": isSaid ? "true" : nil]) {
      if let title = said.title { HTML.tag("b", ["dir": "auto", "lang": ""]) { title } }
      if let subtitle = said.subtitle { HTML.tag("em", ["dir": "auto", "lang": ""]) { subtitle } }
      if let body = said.body { HTML.tag("span", ["dir": "auto", "lang": ""]) { body } }
      if !said.actions.isEmpty {
        HTML.tag("ul", ["class": "actions"]) {
          for action in said.actions { HTML.tag("li", ["dir": "auto", "lang": ""]) { action } }
        }
      }
    }
  }

  @HTMLBuilder private var facts: HTML {
    if said.expiry != nil || said.category != nil {
      HTML.tag("dl", ["class": "facts"]) {
        if let expiry = said.expiry { Fact("Expires", expiry).html }
        if let category = said.category { Fact(client == .ios ? "Category" : "Opens", category).html }
      }
    }
  }
}

extension Platform {
  /// The common names of what the previews imitate.
  var previewName: String {
    switch self {
    case .android: "Android"
    case .ios: "iOS"
    case .web: "Chrome"
    }
  }

  /// The part of a picture that an expanded notification shows; nil: all of it.
  func crop(of picture: RenditionOutcome) -> CenteredCrop? {
    crop(of: PixelSize(width: picture.width, height: picture.height))
  }
}

extension ContactSheetContents.ShownMessage {
  /// A still in place of a movie.
  var still: RenditionOutcome? { pictures[.android] ?? pictures[.web] }
}

/// A placeholder for a file whose bytes are missing.
struct AbsentView {
  private let file: RenditionOutcome
  private let shape: String
  private let parts: PageParts

  init(_ file: RenditionOutcome, shape: String, parts: PageParts) {
    self.file = file
    self.shape = shape
    self.parts = parts
  }

  var html: HTML {
    HTML.tag("div", ["class": "shot \(shape) absent"]) {
      if shape != "square" { HTML.tag("p") { Self.words(file, parts: parts) } }
    }
  }

  /// Where to see the file.
  @HTMLBuilder static func words(_ file: RenditionOutcome, parts: PageParts) -> HTML {
    file.format.isMovie ? "A movie of " : "Not on this page, "
    readable(bytes: file.bytes) + ": "
    HTML.tag("a", ["href": parts.media.address(of: file), "rel": "noreferrer noopener"]) {
      file.format.isMovie ? "play it" : "open it"
    }
  }
}
