/// A movie that plays when it is told to.
struct MoviePlayer {
  private let movie: RenditionOutcome
  private let still: RenditionOutcome?
  private let parts: PageParts

  /// - Parameter still: what shines through as long as the movie has no picture.
  init(_ movie: RenditionOutcome, still: RenditionOutcome?, parts: PageParts) {
    self.movie = movie
    self.still = still.flatMap { parts.shows($0) ? $0 : nil }
    self.parts = parts
  }

  var html: HTML {
    HTML.tag(
      "video",
      [
        "class": ["shot own", still.map { PictureClass($0).text }].compactMap { $0 }.joined(separator: " "),
        "controls": "", "muted": "", "loop": "", "playsinline": "", "preload": "metadata", "width": "\(movie.width)",
        "height": "\(movie.height)", "aria-label": "The movie \(movie.path)",
        "src": parts.media.bytes(of: movie).map { DataURL($0, of: movie.format).text },
      ])
  }
}
