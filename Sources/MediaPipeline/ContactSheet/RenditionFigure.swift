import Findings
import MediaFacts
import PushDelivery

/// A file: all of it, with outlined crops, and its numbers.
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
      if isPicture {
        CropOutlines(rendition, clients: clients).html
      } else {
        HTML.tag("div", ["class": "whole absent"]) { absence }
      }
      HTML.tag("dl", ["class": "facts"]) {
        HTML.tag("div", ["class": "weight"]) {
          HTML.tag("dt") { "Size" }
          HTML.tag("dd") {
            HTML.tag("strong") { readable(bytes: rendition.bytes) }
            " of " + readable(bytes: rendition.limit)
            bar
          }
        }
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

  /// How much of the limit is used; the words next to it say the same.
  private var bar: HTML {
    let share = rendition.limit > 0 ? min(1, Double(rendition.bytes) / Double(rendition.limit)) : 1
    return HTML.tag(
      "svg", ["class": "bar", "viewBox": "0 0 100 4", "preserveAspectRatio": "none", "aria-hidden": "true"]
    ) {
      HTML.tag("rect", ["width": pixels(share * 100), "height": "4"])
    }
  }
}
