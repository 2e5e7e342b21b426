/// A file of the campaign that no message shows, with what was made of it.
struct FileArticle {
  private let file: ContactSheet.File
  private let anchor: PageParts.Anchor
  private let parts: PageParts

  init(_ file: ContactSheet.File, number: Int, parts: PageParts) {
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
      if !file.findings.isEmpty { FindingList(file.findings, in: .subject).html }
      if !file.renditions.isEmpty {
        HTML.tag("section", ["class": "files"]) {
          for rendition in file.renditions { RenditionFigure(rendition, clients: [], at: anchor, parts: parts).html }
        }
      }
    }
  }
}

extension AssetOutcome.Status {
  fileprivate var words: String {
    switch self {
    case .published: "Published."
    case .planned: "Not made yet."
    case .refused: "Refused: nothing was published."
    case .failed: "Not finished, by no fault of its own."
    case .ignored: "Passed over."
    }
  }
}
