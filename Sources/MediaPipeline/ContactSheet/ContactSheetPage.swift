import Findings
import PushDelivery

/// A contact sheet as one HTML document without other files or connections. Movies are next to it, and it plays them.
///
/// Its Content-Security-Policy only allows its own style sheet, its own script, embedded data, and files next to it. Even a mistake in
/// escaping could run nothing and load nothing from another host.
package struct ContactSheetPage: Sendable {
  private let sheet: ContactSheetContents
  private let parts: PageParts
  /// The style sheet of the document, which names its digest.
  package let style: StyleSheet
  /// The script of the document, which names its digest: it draws messages, filters them and approves them.
  package static let script = EmbeddedFile.text("contact-sheet/page.js")

  package init(_ sheet: ContactSheetContents, media: EmbeddedMedia) {
    self.sheet = sheet
    parts = PageParts(sheet, media: media)
    style = StyleSheet(of: sheet.shownRenditions, media: media, icon: sheet.head.appIcon)
  }

  /// The whole document in UTF-8.
  ///
  /// - Parameters:
  ///   - styleDigest: the SHA-256 digest of `style.text` in base64, by which browsers accept the style sheet
  ///     (https://www.w3.org/TR/CSP3/#grammardef-hash-source).
  ///   - scriptDigest: the same of `script`.
  package func html(styleDigest: String, scriptDigest: String) -> [UInt8] {
    let omitted = sheet.omitted.values.reduce(0, +)
    let root = HTML.tag("html", ["lang": "en"]) {
      HTML.tag("head") { head(styleDigest, scriptDigest) }
      HTML.tag(
        "body",
        [
          "data-campaign": sheet.title.printable, "data-trial": sheet.head.isTrial ? "" : nil,
          "data-omitted": omitted > 0 ? "\(omitted)" : nil, "data-app": sheet.head.appName?.printable,
          "data-proven": sheet.head.provenAt, "data-proof-lasts": "\(sheet.head.proofLife)",
          "data-expired": sheet.head.provenAt.map(ProofText.expired),
        ]
      ) {
        header
        parts.lookFirst
        parts.audiences
        HTML.tag("main", ["id": "messages"]) { parts.sections }
        files
        PageNotes.html
        HTML.script(Self.script)
      }
    }
    return HTML.document(root).utf8
  }

  @HTMLBuilder private func head(_ styleDigest: String, _ scriptDigest: String) -> HTML {
    HTML.void("meta", ["charset": "utf-8"])
    HTML.void(
      "meta",
      [
        "http-equiv": "Content-Security-Policy",
        "content": "default-src 'none'; img-src data: 'self' file:; media-src 'self' file:; "
          + "style-src 'sha256-\(styleDigest)'; script-src 'sha256-\(scriptDigest)'; base-uri 'none'; form-action 'none'",
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
      if sheet.head.isTrial {
        HTML.tag("p", ["class": "trial"]) { "A trial: do not send these requests. They cannot be approved." }
      }
      HTML.tag("ul", ["class": "totals"]) {
        for total in parts.totals {
          HTML.tag("li", ["class": total.isBad ? "bad" : nil]) {
            HTML.tag("strong") { total.count }
            " " + total.words
          }
        }
      }
      HTML.tag("dl", ["class": "facts"]) { for (name, value) in facts { if let value { HTML.fact(name, value) } } }
    }
  }

  private var facts: KeyValuePairs<String, String?> {
    [
      "Made": sheet.head.madeAt, "Destination": sheet.head.destination, "Proof": sheet.head.proof,
      "richpush": sheet.head.version,
    ]
  }

  /// Folded away: what was made of each file, how, and where it is.
  @HTMLBuilder private var files: HTML {
    if !sheet.files.isEmpty {
      HTML.tag("section") {
        HTML.tag("h2") { "Files" }
        HTML.tag("details") {
          HTML.tag("summary") { "\(sheet.files.count) of the campaign, with their addresses" }
          for number in sheet.files.indices { parts.article(of: sheet.files[number], number: number) }
        }
      }
    }
  }
}

/// How to read the page, and the sources for that.
enum PageNotes {
  static var html: HTML {
    HTML.tag("footer") {
      HTML.tag("details") {
        HTML.tag("summary") { "How to read this page" }
        HTML.tag("ul") { for note in notes { HTML.tag("li") { note } } }
      }
    }
  }

  private static let notes = [
    "Every picture here is the very file that is sent, and every text that of the requests; only the frames are drawn. Phones differ in "
      + "fonts, colours and lines of text.",
    "Android shows one line of each text when collapsed. Expanded, the middle of the picture fills a frame about 291 dp wide and 150 to "
      + "210 dp high, whatever the text leaves (AOSP, notification_2025_*), next to one line of the body "
      + "(\(ClientLimit.androidPictureBodyCharacters.source)). Of the original, what is crossed out never shows; what is hatched shows in "
      + "some of these frames.",
    "iOS shows two lines of the body in a banner, about four on the lock screen, and all of it expanded, with the attachment as wide as "
      + "the notification. GIFs play by themselves, movies after a tap; the thumbnail stands still.",
    "Chrome scales what is larger to fit \(ClientLimit.webVisibleWidth.value) × \(ClientLimit.webVisibleHeight.value) "
      + "(\(ClientLimit.webVisibleWidth.source)), and the system crops it: on Windows to 364 × 180, with four lines of text. On macOS, "
      + "and in Firefox and Safari, there is no picture.",
    "Links lead to what is not part of the page: movies, files that no message shows, and pictures after the first "
      + "\(readable(bytes: EmbeddedMedia.totalLimit)). Without scripts the page has no frames, filters and approval.",
  ]
}
