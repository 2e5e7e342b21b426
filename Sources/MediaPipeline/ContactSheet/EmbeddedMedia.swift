import Essentials
import Findings
import MediaFacts
package import PushDelivery

/// The files whose bytes are part of a page.
///
/// A page with all files of a large campaign could not be opened. So only pictures that messages show are embedded, up to a total
/// size. Movies are next to the page, and it links to them.
package struct EmbeddedMedia: Hashable, Sendable {
  /// The most bytes of all files together.
  package static let totalLimit = 100_000_000

  private let bytes: [ContentDigest: [UInt8]]
  /// The addresses of files next to the page.
  private let addresses: [ContentDigest: String]

  /// - Parameters:
  ///   - read: gives a file's bytes; nil where it cannot.
  ///   - locate: gives a file's address relative to the page; nil for its published URL.
  package init(
    of sheet: ContactSheetContents, totalLimit: Int = totalLimit, locate: (RenditionOutcome) -> String? = { _ in nil },
    read: (RenditionOutcome) -> [UInt8]?
  ) {
    addresses = sheet.renditions.reduce(into: [:]) { $0[$1.digest] = locate($1) ?? $1.url }
    var total = 0
    bytes = sheet.shownRenditions.filter { !$0.format.isMovie }.reduce(into: [:]) { bytes, rendition in
      guard bytes[rendition.digest] == nil, rendition.bytes <= totalLimit - total, let read = read(rendition) else {
        return
      }
      total += rendition.bytes
      bytes[rendition.digest] = read
    }
  }

  func bytes(of rendition: RenditionOutcome) -> [UInt8]? { bytes[rendition.digest] }

  /// Where a file can be opened.
  func address(of rendition: RenditionOutcome) -> String { addresses[rendition.digest] ?? rendition.url }

  /// Whether it is next to the page, so that no other host is asked for it.
  func isBeside(_ rendition: RenditionOutcome) -> Bool { address(of: rendition).hasPrefix("./") }
}

extension MediaFormat {
  /// Whether browsers show it in a player instead of as a picture.
  var isMovie: Bool { if case .video = self { true } else { false } }
}

/// CSS made only of this program's text and of pictures in base64, so that it holds no foreign text.
package struct StyleSheet: Hashable, Sendable {
  package let text: String

  /// The style of a page that shows these files, and perhaps an app's icon. Each is the background of a class: its bytes are in the page once,
  /// whatever the number of uses and crops.
  init(of renditions: [RenditionOutcome], media: EmbeddedMedia, icon: [UInt8]?) {
    var (text, names) = (EmbeddedFile.text("contact-sheet/page.css"), Set<String>())
    func add(_ name: String, _ format: MediaFormat, _ bytes: [UInt8]) {
      guard names.insert(name).inserted else { return }
      let base64 = Data(bytes).base64EncodedString()
      text += ".\(name){background-image:url(data:\(format.mediaType);base64,\(base64))}\n"
    }
    for rendition in renditions where !rendition.format.isMovie {
      if let bytes = media.bytes(of: rendition) { add(rendition.pageClass, rendition.format, bytes) }
    }
    if let icon, let format = SniffedFormat(firstBytes: icon).format { add("icon", format, icon) }
    self.text = text
  }
}

extension RenditionOutcome {
  /// The class of elements that show it.
  var pageClass: String { "p" + digest.short }
}
