/// What an expanded notification on Apple's systems shows of its attachment: all of it, as wide as there is room.
struct AttachmentView {
  private let attachment: RenditionOutcome
  private let message: ContactSheet.Message
  private let anchor: PageParts.Anchor
  private let parts: PageParts

  init(_ attachment: RenditionOutcome, of message: ContactSheet.Message, at anchor: PageParts.Anchor, parts: PageParts)
  {
    self.attachment = attachment
    self.message = message
    self.anchor = anchor
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
    if parts.player(of: attachment) == anchor {
      MoviePlayer(attachment, still: message.still, parts: parts).html
    } else {
      if let still = message.still, parts.shows(still) { picture(still, label: "The still of the movie") }
      HTML.tag("p", ["class": "absent"]) { AbsentView.words(attachment, parts: parts) }
    }
  }
}
