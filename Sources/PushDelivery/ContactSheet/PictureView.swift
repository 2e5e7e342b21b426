/// A picture that fills a frame, or why it is not on the page.
struct PictureView {
  enum Shape: String { case wide, square }

  private let picture: RenditionOutcome
  private let shape: Shape
  private let label: String
  private let parts: PageParts

  init(_ picture: RenditionOutcome, shape: Shape, label: String, parts: PageParts) {
    self.picture = picture
    self.shape = shape
    self.label = label
    self.parts = parts
  }

  var html: HTML {
    guard parts.shows(picture) else { return AbsentView(picture, shape: shape.rawValue, parts: parts).html }
    return HTML.tag(
      "div",
      ["class": "shot \(shape.rawValue) \(PictureClass(picture).text)", "role": "img", "aria-label": label])
  }
}
