import Findings
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
