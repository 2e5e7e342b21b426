import Findings
import MediaFacts
import PushDelivery

/// A whole picture with outlined crops; outside the widest crop it is darker.
struct CropOutlines {
  private let rendition: RenditionOutcome
  private let crops: [CenteredCrop]
  private let thumbnail: CenteredCrop

  init(_ rendition: RenditionOutcome, clients: [Platform]) {
    self.rendition = rendition
    let cropping = clients.isEmpty && rendition.motion == nil ? Platform.allCases : clients
    crops = cropping.compactMap { $0.crop(of: rendition) }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    thumbnail = CenteredCrop(of: PixelSize(width: rendition.width, height: rendition.height), aspect: 1)
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
          outline(crop, "crop")
        }
        if !thumbnail.isWhole { outline(thumbnail, "thumbnail") }
      }
      HTML.tag("figcaption") { caption }
    }
  }

  private var caption: String {
    let crop = crops.first { !$0.isWhole }
    let kept =
      crop.map { "Solid: the 2:1 crop, \($0.percent)" } ?? (crops.isEmpty ? "Shown whole" : "2:1 keeps all of it")
    return kept + (thumbnail.isWhole ? "" : ". Dashed: the thumbnail")
  }

  /// Everything but the crop.
  private func shade(_ crop: CenteredCrop) -> String {
    "M0 0H\(rendition.width)V\(rendition.height)H0Z"
      + "M\(pixels(crop.x)) \(pixels(crop.y))h\(pixels(crop.width))v\(pixels(crop.height))h\(pixels(-crop.width))Z"
  }

  /// Light on dark, so that it shows on every picture.
  @HTMLBuilder private func outline(_ crop: CenteredCrop, _ name: String) -> HTML {
    for layer in ["under", "over"] {
      HTML.tag(
        "rect",
        [
          "class": "\(name) \(layer)", "x": pixels(crop.x), "y": pixels(crop.y), "width": pixels(crop.width),
          "height": pixels(crop.height),
        ])
    }
  }
}

/// A length in a drawing, to a tenth.
func pixels(_ length: Double) -> String {
  let tenths = (length * 10).rounded() / 10
  return tenths == tenths.rounded() ? String(tenths).replacing(".0", with: "") : String(tenths)
}
