import Findings
import MediaFacts
import PushDelivery

/// What page parts know of the whole.
struct PageParts: Sendable {
  let sheet: ContactSheetContents
  let media: EmbeddedMedia
  let look: LookFirst
  /// The campaign's files by their paths.
  private let files: [String: Anchor]
  /// The clients that show a file, by its address.
  private let clients: [String: Set<Platform>]

  init(_ sheet: ContactSheetContents, media: EmbeddedMedia) {
    (self.sheet, self.media) = (sheet, media)
    look = LookFirst(sheet)
    clients = sheet.messages.flatMap(\.pictures).reduce(into: [:]) { $0[$1.value.url, default: []].insert($1.key) }
    files = Dictionary(sheet.files.enumerated().map { ($1.path, Anchor.file($0)) }) { first, _ in first }
  }

  /// An element that links lead to, by its number in the order of the sheet.
  enum Anchor: Hashable, CustomStringConvertible {
    case message(Int)
    case file(Int)
    case look(Int)

    var description: String {
      switch self {
      case .message(let number): "message-\(number + 1)"
      case .file(let number): "file-\(number + 1)"
      case .look(let number): "look-\(number + 1)"
      }
    }
  }

  /// The words of a link to it.
  func name(of anchor: Anchor) -> String {
    switch anchor {
    case .message(let number): sheet.messages[number].id
    case .file(let number): sheet.files[number].path.printable
    case .look(let number): look.items[number].rule
    }
  }

  /// The clients for which a message shows a file.
  func clients(of rendition: RenditionOutcome) -> [Platform] {
    [.android, .ios, .web].filter { clients[rendition.url]?.contains($0) == true }
  }

  func anchor(ofFile path: String) -> Anchor? { files[path] }

  /// A count in the page's head.
  struct Total: Hashable {
    let count: String
    let words: String
    var isBad = false
  }

  var totals: [Total] {
    let counts = Dictionary(sheet.messages.map { ($0.status, 1) } + sheet.omitted.map { ($0, $1) }) { $0 + $1 }
    let files = Dictionary(sheet.renditions.map { ($0.url, $0.bytes) }) { first, _ in first }.values
    let messages = [RequestOutcome.Status.refused, .withheld, .ready].compactMap { status -> Total? in
      let count = counts[status] ?? 0
      guard count > 0 || status == .ready else { return nil }
      let words = "\(count == 1 ? "message" : "messages") \(status.rawValue)"
      return Total(count: "\(count)", words: words, isBad: status != .ready)
    }
    let words = "\(files.count == 1 ? "file" : "files"), \(readable(bytes: files.reduce(0, +)))"
    return messages + [Total(count: "\(files.count)", words: words)]
  }

  /// The messages by status, those first that you must act on.
  @HTMLBuilder var sections: HTML {
    section(.refused, "What does not go out")
    section(
      .withheld, "What is withheld",
      note:
        "The run did not get to its end, so no request was written. Run it again; the former requests are untouched.")
    section(.ready, "What goes out")
  }

  @HTMLBuilder private func section(
    _ status: RequestOutcome.Status, _ title: String, note: String? = nil
  ) -> HTML {
    let numbers = sheet.messages.indices.filter { sheet.messages[$0].status == status }
    if !numbers.isEmpty {
      HTML.tag("section") {
        HTML.tag("h2") { title }
        if let note { HTML.tag("p", ["class": "note"]) { note } }
        for number in numbers { article(of: sheet.messages[number], number: number) }
        if let omitted = sheet.omitted[status] {
          HTML.tag("p", ["class": "note"]) { "\(omitted) more for which this page has no room." }
        }
      }
    }
  }

  /// Who gets the messages: the rarest first, since typing errors are among them.
  @HTMLBuilder var audiences: HTML {
    let hasChoices = sheet.audiences.contains { !$0.locales.isEmpty || !$0.variants.isEmpty }
    if !sheet.audiences.isEmpty {
      HTML.tag("section") {
        HTML.tag("h2") { "Who gets it" }
        HTML.tag("table", ["class": "audiences"]) {
          HTML.tag("thead") {
            HTML.tag("tr") {
              HTML.tag("th", ["scope": "col"]) { "To" }
              HTML.tag("th", ["scope": "col", "class": "number"]) { "Messages" }
              if hasChoices { HTML.tag("th", ["scope": "col"]) { "Languages and variants" } }
            }
          }
          HTML.tag("tbody") { for group in sheet.audiences { row(group, hasChoices: hasChoices) } }
        }
      }
    }
  }

  private func row(_ group: Recipients.Group, hasChoices: Bool) -> HTML {
    let words = group.kind.audience(group.name ?? "").printable
    return HTML.tag("tr") {
      HTML.tag("td") {
        HTML.tag("a", ["href": "#messages", "data-filter": "target:\(words)"]) { HTML.tag("bdi") { words } }
      }
      HTML.tag("td", ["class": "number"]) { "\(group.requests)" }
      if hasChoices {
        HTML.tag("td") {
          (group.locales.sorted(by: <) + group.variants.sorted(by: <)).map { "\($0.key.printable) \($0.value)" }
            .joined(separator: ", ")
        }
      }
    }
  }
}

extension MessageTarget.Kind {
  /// An audience in words.
  fileprivate func audience(_ name: String) -> String {
    switch self {
    case .topic, .condition: "\(rawValue) \(name)"
    case .token: "devices by token"
    case .fid: "devices by installation"
    }
  }
}

extension MessageTarget {
  /// The audience, by which the page filters messages.
  var audienceWords: String { kind.audience(text) }

  /// The target in words. The name of a device stays private.
  var words: String {
    switch kind {
    case .topic, .condition: audienceWords
    case .token: "one device, token \(text.prefix(8))…"
    case .fid: "one device, installation \(text.prefix(4))…"
    }
  }
}
