package import MediaFacts
import PushDelivery

/// What an expanded notification on Apple's systems shows of its attachment: all of it, as wide as there is room.
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

/// The part of a picture that remains where a client fills a frame of another shape with it: as much as possible, from the middle.
package struct CenteredCrop: Hashable, Sendable {
  /// In pixels of the picture.
  package let x, y, width, height: Double
  /// How much of the picture remains, 0 to 1.
  package let share: Double

  /// - Parameter aspect: how many times wider than high the frame is; above 0.
  package init(of size: PixelSize, aspect: Double) {
    // A picture without pixels has nothing to cut.
    let (fullWidth, fullHeight) = (Double(max(size.width, 1)), Double(max(size.height, 1)))
    width = min(fullWidth, fullHeight * aspect)
    height = min(fullHeight, fullWidth / aspect)
    x = (fullWidth - width) / 2
    y = (fullHeight - height) / 2
    share = (width / fullWidth) * (height / fullHeight)
  }

  /// Whether nothing that one could see falls off.
  package var isWhole: Bool { share > 0.995 }

  /// Whether so much falls off that someone should look: more than half.
  var isDeep: Bool { share < 0.5 }

  /// How much remains, for people.
  var percent: String { "\(Int((share * 100).rounded())) %" }
}
