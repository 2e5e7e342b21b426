import Findings
import MediaFacts
import PushDelivery

/// A file of the campaign with its renditions.
struct FileArticle {
  private let file: ContactSheetContents.File
  private let anchor: PageParts.Anchor
  private let parts: PageParts

  init(_ file: ContactSheetContents.File, number: Int, parts: PageParts) {
    self.file = file
    anchor = .file(number)
    self.parts = parts
  }

  var html: HTML {
    HTML.tag("article", ["class": "card", "id": "\(anchor)"]) {
      HTML.tag("header") {
        HTML.tag("h3", ["dir": "auto", "lang": ""]) { file.path.printable }
        HTML.tag("p", ["class": "status"]) { file.status.words }
      }
      for rendition in file.renditions { RenditionFigure(rendition, of: file, parts: parts).html }
    }
  }
}

extension AssetOutcome.Status {
  fileprivate var words: String {
    switch self {
    case .published: "Published."
    case .planned: "Not published yet."
    case .refused: "Refused: nothing was published."
    case .failed: "Not finished: the machine or the network failed."
    case .unused: "Not published: no message shows it."
    case .ignored: "Passed over."
    }
  }
}

/// A file: all of it, and its numbers.
struct RenditionFigure {
  private let rendition: RenditionOutcome
  private let file: ContactSheetContents.File
  private let parts: PageParts
  /// Those that show it; empty if no message does.
  private let clients: [Platform]

  init(_ rendition: RenditionOutcome, of file: ContactSheetContents.File, parts: PageParts) {
    (self.rendition, self.file, self.parts) = (rendition, file, parts)
    clients = parts.clients(of: rendition)
  }

  var html: HTML {
    let isPicture = parts.shows(rendition)
    return HTML.tag(
      "div",
      [
        "class": "file", "data-original": isPicture ? file.original : nil, "data-p": PictureClass(rendition).text,
        "data-w": "\(rendition.width)", "data-h": "\(rendition.height)",
      ]
    ) {
      HTML.tag("div", ["class": isPicture ? "whole" : "whole absent"]) {
        if isPicture { parts.drawing(of: rendition, "All of \(rendition.path)") } else { absence }
      }
      HTML.tag("dl", ["class": "facts"]) {
        Fact("Size", "\(readable(bytes: rendition.bytes)) of \(readable(bytes: rendition.limit))").html
        Fact(rendition.format.isMovie ? "Movie" : "Picture", picture).html
        Fact("Made", made).html
        if !clients.isEmpty { Fact("Shown by", clients.map(\.previewName).joined(separator: ", ")).html }
        Fact("File", rendition.path).html
        Fact("Address", rendition.url, address: rendition.url).html
      }
    }
  }

  /// Where to see what is not part of the page. The script plays a movie that is next to it.
  @HTMLBuilder private var absence: HTML {
    rendition.format.isMovie ? "A movie of " : "Not on this page, "
    readable(bytes: rendition.bytes) + ": "
    HTML.tag(
      "a",
      [
        "href": parts.media.address(of: rendition), "rel": "noreferrer noopener",
        "data-movie": rendition.format.isMovie && parts.media.isBeside(rendition) ? "" : nil,
      ]
    ) {
      rendition.format.isMovie ? "play it" : "open it"
    }
  }

  private var picture: String { "\(rendition.format.displayName), \(rendition.width) × \(rendition.height)" }

  private var made: String {
    [rendition.making, rendition.scaling, rendition.fromCache ? "from the cache" : nil]
      .compactMap { $0 }.joined(separator: ", ")
  }
}
