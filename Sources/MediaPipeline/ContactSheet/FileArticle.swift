import Findings
import MediaFacts
import PushDelivery

/// A file of the campaign with its renditions.
struct FileArticle {
  private let file: ContactSheetContents.File
  private let anchor: PageParts.Anchor
  private let parts: PageParts

  init(_ file: ContactSheetContents.File, number: Int, parts: PageParts) {
    self.file = file
    anchor = .file(number)
    self.parts = parts
  }

  var html: HTML {
    HTML.tag("article", ["class": "card", "id": "\(anchor)"]) {
      HTML.tag("header") {
        HTML.tag("h3", ["dir": "auto", "lang": ""]) { file.path.printable }
        HTML.tag("p", ["class": "status"]) { file.status.words }
      }
      for rendition in file.renditions { RenditionFigure(rendition, of: file, parts: parts).html }
    }
  }
}

extension AssetOutcome.Status {
  fileprivate var words: String {
    switch self {
    case .published: "Published."
    case .planned: "Not published yet."
    case .refused: "Refused: nothing was published."
    case .failed: "Not finished: the machine or the network failed."
    case .unused: "Not published: no message shows it."
    case .ignored: "Passed over."
    }
  }
}

/// A file: all of it, with outlined crops, and its numbers.
struct RenditionFigure {
  private let rendition: RenditionOutcome
  private let file: ContactSheetContents.File
  private let parts: PageParts
  /// Those that show it; empty if no message does.
  private let clients: [Platform]

  init(_ rendition: RenditionOutcome, of file: ContactSheetContents.File, parts: PageParts) {
    (self.rendition, self.file, self.parts) = (rendition, file, parts)
    clients = parts.clients(of: rendition)
  }

  var html: HTML {
    let isPicture = parts.shows(rendition)
    return HTML.tag(
      "div",
      [
        "class": "file", "data-original": isPicture ? file.original : nil, "data-p": PictureClass(rendition).text,
        "data-w": "\(rendition.width)", "data-h": "\(rendition.height)",
      ]
    ) {
      if isPicture {
        CropOutlines(rendition, clients: clients).html
      } else {
        HTML.tag("div", ["class": "whole absent"]) { absence }
      }
      HTML.tag("dl", ["class": "facts"]) {
        Fact("Size", "\(readable(bytes: rendition.bytes)) of \(readable(bytes: rendition.limit))").html
        Fact(rendition.format.isMovie ? "Movie" : "Picture", picture).html
        Fact("Made", made).html
        if !clients.isEmpty { Fact("Shown by", clients.map(\.previewName).joined(separator: ", ")).html }
        Fact("File", rendition.path).html
        Fact("Address", rendition.url, address: rendition.url).html
      }
    }
  }

  /// Where to see what is not part of the page. The script plays a movie that is next to it.
  @HTMLBuilder private var absence: HTML {
    rendition.format.isMovie ? "A movie of " : "Not on this page, "
    readable(bytes: rendition.bytes) + ": "
    HTML.tag(
      "a",
      [
        "href": parts.media.address(of: rendition), "rel": "noreferrer noopener",
        "data-movie": rendition.format.isMovie && parts.media.isBeside(rendition) ? "" : nil,
      ]
    ) {
      rendition.format.isMovie ? "play it" : "open it"
    }
  }

  private var picture: String { "\(rendition.format.displayName), \(rendition.width) × \(rendition.height)" }

  private var made: String {
    [rendition.making, rendition.scaling, rendition.fromCache ? "from the cache" : nil]
      .compactMap { $0 }.joined(separator: ", ")
  }
}

/// A whole picture with outlined crops, outside of which it is darker.
struct CropOutlines {
  private let rendition: RenditionOutcome
  private let crops: [CenteredCrop]

  init(_ rendition: RenditionOutcome, clients: [Platform]) {
    self.rendition = rendition
    let cropping = clients.isEmpty && rendition.motion == nil ? Platform.allCases : clients
    crops = cropping.compactMap { $0.crop(of: rendition) }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  var html: HTML {
    HTML.tag("figure", ["class": "whole"]) {
      HTML.tag(
        "svg",
        [
          "class": "shot own " + PictureClass(rendition).text,
          "width": "\(rendition.width)", "height": "\(rendition.height)",
          "viewBox": "0 0 \(rendition.width) \(rendition.height)", "role": "img",
          "aria-label": "All of \(rendition.path)",
        ]
      ) {
        for crop in crops where !crop.isWhole {
          HTML.tag("path", ["class": "off", "fill-rule": "evenodd", "d": shade(crop)])
          outline(crop)
        }
      }
      HTML.tag("figcaption") { caption }
    }
  }

  private var caption: String {
    let crop = crops.first { !$0.isWhole }
    return crop.map { "Outlined: the 2:1 crop, \($0.percent)" }
      ?? (crops.isEmpty ? "Shown whole" : "2:1 keeps all of it")
  }

  /// Everything but the crop.
  private func shade(_ crop: CenteredCrop) -> String {
    "M0 0H\(rendition.width)V\(rendition.height)H0Z"
      + "M\(pixels(crop.x)) \(pixels(crop.y))h\(pixels(crop.width))v\(pixels(crop.height))h\(pixels(-crop.width))Z"
  }

  /// Light on dark, so that it shows on every picture.
  @HTMLBuilder private func outline(_ crop: CenteredCrop) -> HTML {
    for layer in ["under", "over"] {
      HTML.tag(
        "rect",
        [
          "class": "crop \(layer)", "x": pixels(crop.x), "y": pixels(crop.y), "width": pixels(crop.width),
          "height": pixels(crop.height),
        ])
    }
  }
}

/// A length in a drawing, to a tenth.
private func pixels(_ length: Double) -> String {
  let tenths = (length * 10).rounded() / 10
  return tenths == tenths.rounded() ? String(tenths).replacing(".0", with: "") : String(tenths)
}
