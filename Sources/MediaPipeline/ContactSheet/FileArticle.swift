import Findings
import MediaFacts
import PushDelivery

extension PageParts {
  /// A file of the campaign with its renditions.
  func article(of file: ContactSheetContents.File, number: Int) -> HTML {
    HTML.tag("article", ["class": "card", "id": "\(Anchor.file(number))"]) {
      HTML.tag("header") {
        HTML.tag("h3", ["dir": "auto", "lang": ""]) { file.path.printable }
        HTML.tag("p", ["class": "status"]) { file.status.words }
      }
      for rendition in file.renditions { figure(of: rendition) }
    }
  }

  /// A rendition: all of it, and its numbers.
  private func figure(of rendition: RenditionOutcome) -> HTML {
    let (isPicture, clients) = (shows(rendition), clients(of: rendition))
    let original = isPicture ? sheet.originals[rendition.url] : nil
    return HTML.tag(
      "div",
      [
        "class": "file", "data-original": original?.address == nil ? nil : original?.json.attribute,
        "data-p": rendition.pageClass,
        "data-moves": rendition.motion == nil ? nil : "",
        "data-w": "\(rendition.width)", "data-h": "\(rendition.height)",
      ]
    ) {
      HTML.tag("div", ["class": isPicture ? "whole" : "whole absent"]) {
        if isPicture { drawing(of: rendition, "All of \(rendition.path)") } else { absence(of: rendition) }
      }
      HTML.tag("dl", ["class": "facts"]) {
        HTML.fact("Size", "\(readable(bytes: rendition.bytes)) of \(readable(bytes: rendition.limit))")
        HTML.fact(
          rendition.format.isMovie ? "Movie" : "Picture",
          "\(rendition.format.displayName), \(rendition.width) × \(rendition.height)")
        HTML.fact(
          "Made",
          [rendition.making, rendition.scaling, rendition.fromCache ? "from the cache" : nil]
            .compactMap(\.self).joined(separator: ", "))
        if !clients.isEmpty { HTML.fact("Shown by", clients.map(\.previewName).joined(separator: ", ")) }
        HTML.fact("File", rendition.path)
        HTML.fact("Address", rendition.url, address: rendition.url)
      }
    }
  }

  /// Where to see what is not part of the page. The script plays a movie that is next to it.
  @HTMLBuilder private func absence(of rendition: RenditionOutcome) -> HTML {
    rendition.format.isMovie ? "A movie of " : "Not on this page, "
    readable(bytes: rendition.bytes) + ": "
    HTML.tag(
      "a",
      [
        "href": media.address(of: rendition), "rel": "noreferrer noopener",
        "data-movie": rendition.format.isMovie && media.isBeside(rendition) ? "" : nil,
      ]
    ) {
      rendition.format.isMovie ? "play it" : "open it"
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
