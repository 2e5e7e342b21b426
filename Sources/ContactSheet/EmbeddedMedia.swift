import Foundation
import MediaFacts
public import PushDelivery

/// The files whose bytes are part of a page.
///
/// A page that holds everything of a large campaign could no longer be opened. So movies are part of it up to a size, and all
/// files together up to another: pictures first, then movies, each in the order of the page.
public struct EmbeddedMedia: Hashable, Sendable {
  /// The most bytes of a movie.
  public static let movieLimit = 5_000_000
  /// The most bytes of all files together.
  public static let totalLimit = 100_000_000

  private let bytes: [ContentDigest: [UInt8]]

  /// - Parameter read: gives a file's bytes; nil where they cannot be had.
  public init(
    of sheet: ContactSheetContents, totalLimit: Int = totalLimit, read: (RenditionOutcome) -> [UInt8]?
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

/// CSS made of this program's own text and of pictures in base64: nothing that others wrote can be in it.
public struct StyleSheet: Hashable, Sendable {
  public private(set) var text: String
  private var names: Set<PictureClass> = []

  init(_ text: StaticString) { self.text = "\(text)" }

  /// Adds a class whose elements have a picture as background, so that its bytes stand in the page once, however often and in
  /// whatever crops it is shown.
  mutating func add(_ name: PictureClass, bytes: [UInt8]) {
    guard names.insert(name).inserted else { return }
    text += ".\(name.text){background-image:url(\(DataURL(bytes, of: name.format).text))}\n"
  }
}

/// The class of elements that show a picture.
struct PictureClass: Hashable, Sendable {
  let text: String
  fileprivate let format: MediaFormat

  init(_ rendition: RenditionOutcome) {
    text = "p" + rendition.digest.short
    format = rendition.format
  }
}

/// Bytes as an address (RFC 2397).
struct DataURL: Hashable, Sendable {
  let text: String

  init(_ bytes: [UInt8], of format: MediaFormat) {
    text = "data:\(format.mediaType);base64,\(Data(bytes).base64EncodedString())"
  }
}
