/// The files whose bytes are part of a page.
///
/// A page that holds everything of a large campaign could no longer be opened. So movies are part of it up to a size, and all
/// files together up to another: pictures first, then movies, each in the order of the page.
package struct EmbeddedMedia: Hashable, Sendable {
  /// The most bytes of a movie.
  package static let movieLimit = 5_000_000
  /// The most bytes of all files together.
  package static let totalLimit = 100_000_000

  private let bytes: [ContentDigest: [UInt8]]

  /// - Parameter read: gives a file's bytes; nil where they cannot be had.
  package init(
    of sheet: ContactSheet, totalLimit: Int = totalLimit, read: (RenditionOutcome) -> [UInt8]?
  ) {
    let movies = sheet.renditions.filter { $0.format.isMovie && $0.bytes <= Self.movieLimit }
    var total = 0
    bytes = (sheet.renditions.filter { !$0.format.isMovie } + movies).reduce(into: [:]) { bytes, rendition in
      guard bytes[rendition.digest] == nil, rendition.bytes <= totalLimit - total, let read = read(rendition) else {
        return
      }
      total += rendition.bytes
      bytes[rendition.digest] = read
    }
  }

  func bytes(of rendition: RenditionOutcome) -> [UInt8]? { bytes[rendition.digest] }

  func has(_ rendition: RenditionOutcome) -> Bool { bytes[rendition.digest] != nil }
}

extension MediaFormat {
  /// Whether browsers show it with a player and not as a picture.
  var isMovie: Bool { if case .video = self { true } else { false } }
}
