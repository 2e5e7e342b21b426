/// Stands for a file whose bytes are not there.
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

  /// Where it is to be seen.
  @HTMLBuilder static func words(_ file: RenditionOutcome, parts: PageParts) -> HTML {
    if let player = parts.player(of: file) {
      HTML.tag("a", ["href": "#\(player)"]) { "It plays in another message" }
    } else {
      "Not on this page (\(readable(bytes: file.bytes))): "
      HTML.tag("a", ["href": file.url, "rel": "noreferrer noopener"]) { "open it" }
    }
  }
}
