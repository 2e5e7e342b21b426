/// How to read the page, and where it is known from.
enum PageNotes {
  static var html: HTML {
    HTML.tag("footer") {
      HTML.tag("h2") { "How to read this page" }
      HTML.tag("ul") {
        for note in notes { HTML.tag("li") { note } }
      }
    }
  }

  private static let notes = [
    "Every picture here is the very file that is sent; only the frames are drawn. Phones differ in fonts, colours and lines of text.",
    "The frames are light or dark as this browser is set, and transparent pictures with them, as on phones.",
    "Android fills a frame of about \(ClientLimit.recommendedAspect.value):1 with the middle of the picture "
      + "(\(ClientLimit.recommendedAspect.source)), beside one line of the text (\(ClientLimit.androidPictureBodyCharacters.source)), "
      + "and a square with its middle in the collapsed notification.",
    "iOS shows the attachment as wide as the notification, with the height that follows. Apple documents no limit of its shape "
      + "(\(ClientLimit.appleImageBytes.source)). GIFs play by themselves, movies after a tap; the thumbnail stands still.",
    "Chrome scales what is larger to fit \(ClientLimit.webVisibleWidth.value) × \(ClientLimit.webVisibleHeight.value) "
      + "(\(ClientLimit.webVisibleWidth.source)), and the system crops it, mostly to 2:1. On macOS, and in Firefox and Safari, "
      + "there is no picture.",
    "Movies of more than \(readable(bytes: EmbeddedMedia.movieLimit)), and whatever comes after "
      + "\(readable(bytes: EmbeddedMedia.totalLimit)) of files, are not part of the page.",
  ]
}
