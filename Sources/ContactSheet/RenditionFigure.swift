import Findings
import MediaFacts
import PushDelivery

/// A file: all of it, with outlined crops, and its numbers.
struct RenditionFigure {
  private let rendition: RenditionOutcome
  private let clients: [Platform]
  private let parts: PageParts

  /// - Parameter clients: those that show it; empty where no message does.
  init(_ rendition: RenditionOutcome, clients: [Platform], parts: PageParts) {
    self.rendition = rendition
    self.clients = clients
    self.parts = parts
  }

  var html: HTML {
    HTML.tag("div", ["class": "file"]) {
      if parts.shows(rendition) {
        CropOutlines(rendition, clients: clients).html
      } else {
        HTML.tag("div", ["class": "whole words"]) { AbsentView.words(rendition, parts: parts) }
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
