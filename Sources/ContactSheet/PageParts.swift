import Findings
import MediaFacts
import PushDelivery

/// What page parts know of the whole.
struct PageParts: Sendable {
  let sheet: ContactSheetContents
  let media: EmbeddedMedia

  init(_ sheet: ContactSheetContents, media: EmbeddedMedia) {
    self.sheet = sheet
    self.media = media
  }

  /// An element that links lead to, by its number in the order of the sheet.
  enum Anchor: Hashable, CustomStringConvertible {
    case message(Int)
    case file(Int)

    var description: String {
      switch self {
      case .message(let number): "message-\(number + 1)"
      case .file(let number): "file-\(number + 1)"
      }
    }
  }

  /// A count in the page's head.
  struct Total: Hashable {
    let count: String
    let words: String
    var isBad = false
  }

  var totals: [Total] {
    let counts = Dictionary(sheet.messages.map { ($0.status, 1) } + sheet.omitted.map { ($0, $1) }) { $0 + $1 }
    let files = Dictionary(sheet.renditions.map { ($0.url, $0.bytes) }) { first, _ in first }.values
    let refused = counts[.refused] ?? 0
    let withheld = counts[.withheld] ?? 0
    let ready = counts[.ready] ?? 0
    return [
      refused > 0
        ? Total(count: "\(refused)", words: refused == 1 ? "message refused" : "messages refused", isBad: true) : nil,
      withheld > 0
        ? Total(count: "\(withheld)", words: withheld == 1 ? "message withheld" : "messages withheld", isBad: true)
        : nil,
      Total(count: "\(ready)", words: ready == 1 ? "message ready" : "messages ready"),
      Total(
        count: "\(files.count)", words: "\(files.count == 1 ? "file" : "files"), \(readable(bytes: files.reduce(0, +)))"
      ),
    ].compactMap { $0 }
  }

  /// The messages by status, those first that you must act on.
  var sections: [MessageSection] {
    [
      MessageSection(status: .refused, title: "What does not go out", parts: self),
      MessageSection(
        status: .withheld, title: "What is withheld", parts: self,
        note:
          "The run did not get to its end, so no request was written. Run it again; the former requests are untouched."),
      MessageSection(status: .ready, title: "What goes out", parts: self),
    ]
  }
}
