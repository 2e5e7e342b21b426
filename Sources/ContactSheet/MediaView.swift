import MediaFacts
import PushDelivery

/// An attachment in an expanded notification on Apple's systems: all of it, as wide as possible.
struct AttachmentView {
  private let attachment: RenditionOutcome
  private let message: ContactSheetContents.ShownMessage
  private let parts: PageParts

  init(_ attachment: RenditionOutcome, of message: ContactSheetContents.ShownMessage, parts: PageParts) {
    self.attachment = attachment
    self.message = message
    self.parts = parts
  }

  var html: HTML {
    if attachment.format.isMovie { return movie }
    return parts.shows(attachment)
      ? picture(attachment, label: "The attachment as iOS shows it")
      : AbsentView(attachment, shape: "wide", parts: parts).html
  }

  private func picture(_ picture: RenditionOutcome, label: String) -> HTML {
    HTML.tag(
      "svg",
      [
        "class": "shot own \(PictureClass(picture).text)", "viewBox": "0 0 \(picture.width) \(picture.height)",
        "role": "img",
        "aria-label": label,
      ])
  }

  @HTMLBuilder private var movie: HTML {
    if let still = message.still, parts.shows(still) { picture(still, label: "The still of the movie") }
    HTML.tag("p", ["class": "absent"]) { AbsentView.words(attachment, parts: parts) }
  }
}

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
