import Findings

/// A contact sheet as one HTML document without scripts, other files or connections. Movies are next to it, and it links to them.
///
/// Its Content-Security-Policy only allows its own style sheet and embedded data. Even a mistake in escaping could load or run
/// nothing.
public struct ContactSheetPage: Sendable {
  private let sheet: ContactSheetContents
  private let parts: PageParts
  /// The style sheet of the document, which names its digest.
  public let style: StyleSheet

  public init(_ sheet: ContactSheetContents, media: EmbeddedMedia) {
    self.sheet = sheet
    parts = PageParts(sheet, media: media)
    style = .contactSheet(of: sheet.shownRenditions, media: media)
  }

  /// The whole document in UTF-8.
  ///
  /// - Parameter styleDigest: the SHA-256 digest of `style.text` in base64, by which browsers accept the style sheet
  ///   (https://www.w3.org/TR/CSP3/#grammardef-hash-source).
  public func html(styleDigest: String) -> [UInt8] {
    let root = HTML.tag("html", ["lang": "en"]) {
      HTML.tag("head") { head(styleDigest) }
      HTML.tag("body") {
        header
        overview
        HTML.tag("main") {
          for section in parts.sections { section.html }
          otherFiles
          otherFindings
        }
        PageNotes.html
      }
    }
    return HTML.document(root).utf8
  }

  @HTMLBuilder private func head(_ styleDigest: String) -> HTML {
    HTML.void("meta", ["charset": "utf-8"])
    HTML.void(
      "meta",
      [
        "http-equiv": "Content-Security-Policy",
        "content": "default-src 'none'; img-src data:; style-src 'sha256-\(styleDigest)'; "
          + "base-uri 'none'; form-action 'none'",
      ])
    HTML.void("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
    HTML.void("meta", ["name": "color-scheme", "content": "light dark"])
    HTML.void("meta", ["name": "referrer", "content": "no-referrer"])
    HTML.void("meta", ["name": "robots", "content": "noindex"])
    HTML.tag("title") { "Contact sheet: \(sheet.title.printable)" }
    HTML.style(style)
  }

  private var header: HTML {
    HTML.tag("header", ["class": "top"]) {
      HTML.tag("p", ["class": "eyebrow"]) { "Contact sheet" }
      HTML.tag("h1", ["dir": "auto", "lang": ""]) { sheet.title.printable }
      HTML.tag("ul", ["class": "totals"]) {
        for total in parts.totals {
          HTML.tag("li", ["class": total.isBad ? "bad" : nil]) {
            HTML.tag("strong") { total.count }
            " " + total.words
          }
        }
      }
    }
  }

  /// Small crops of all messages, where there are several.
  @HTMLBuilder private var overview: HTML {
    if sheet.messages.count > 1 {
      HTML.tag("nav", ["class": "overview", "aria-label": "All messages"]) {
        HTML.tag("ol") {
          for number in sheet.messages.indices {
            MessageTile(sheet.messages[number], number: number, parts: parts).html
          }
        }
      }
    }
  }

  @HTMLBuilder private var otherFiles: HTML {
    if !sheet.files.isEmpty {
      HTML.tag("section") {
        HTML.tag("h2") { "Files that no message shows" }
        for number in sheet.files.indices { FileArticle(sheet.files[number], number: number, parts: parts).html }
      }
    }
  }

  @HTMLBuilder private var otherFindings: HTML {
    if !sheet.findings.isEmpty {
      HTML.tag("section") {
        HTML.tag("h2") { "Found beside" }
        HTML.tag("div", ["class": "card"]) { DiagnosticList(sheet.findings, in: .nothing).html }
      }
    }
  }
}

/// How to read the page, and the sources for that.
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
    "Texts are those of the requests: what each client is told, with what the request says to it alone.",
    "Movies, files that no message shows, and whatever comes after \(readable(bytes: EmbeddedMedia.totalLimit)) of pictures "
      + "are not part of the page: links lead to them.",
  ]
}
