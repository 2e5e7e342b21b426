import Foundation

/// CSS made of this program's own text and of pictures in base64: nothing that others wrote can be in it.
package struct StyleSheet: Hashable, Sendable {
  package private(set) var text: String
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
