import MediaFacts
import TestSupport
import Testing

/// The size of SVG documents as browsers have it.
@Suite struct DrawingDocumentTests {
  private func document(_ attributes: String) -> DrawingDocument {
    DrawingDocument(ByteView(Array("<?xml version='1.0'?><svg \(attributes)><rect/></svg>".utf8)))
  }

  @Test(arguments: [
    ("width='40' height='30'", 40, 30), ("width='12.5in' height='6.25in'", 1200, 600), ("viewBox='0 0 40 30'", 40, 30),
    ("width='30em' height='480px'", 480, 480), ("width='90pt' height='10pc'", 120, 160),
    ("height='60' viewBox='0,0 40 30'", 80, 60), ("width='100%' height='auto' viewBox='-5 -5 40 30'", 40, 30),
    ("width='100%' height='600' viewBox='0 0 40 30'", 800, 600), ("style='width:80px;height:60px' width='1'", 80, 60),
    ("width='0' height='0' viewBox='0 0 40 30'", 0, 0), ("width='1.5' height='1'", 3, 2),
  ])
  func sizesAreThoseOfBrowsers(_ attributes: String, _ width: Int, _ height: Int) {
    #expect(document(attributes).size == PixelSize(width: width, height: height))
  }

  @Test(arguments: [
    "", "width='40'", "width='50%' height='50%'", "viewBox='0 0 0 0' width='9' height='9'", "viewBox='0 0 9px 9px'",
  ])
  func aSizeThatIsNotSaidIsNotMadeUp(_ attributes: String) { #expect(document(attributes).size == nil) }

  @Test func theRootGetsTheSizeThatIsDrawn() {
    let bytes = document("width='210mm' height='105mm' fill='red'").bytes(drawnAt: PixelSize(width: 600, height: 300))
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("<svg   fill='red' width=\"600\" height=\"300\" viewBox=\"0 0 793.7"))
    #expect(text.hasSuffix("preserveAspectRatio=\"none\"><rect/></svg>"))
    #expect(DrawingDocument(ByteView(bytes)).size == PixelSize(width: 600, height: 300))
  }

  @Test func aBackgroundIsPainted() {
    let bytes = document("viewBox='0 0 4 3' style='color:red;background:#0b5d5e'").bytes(
      drawnAt: PixelSize(width: 4, height: 3))
    #expect(String(decoding: bytes, as: UTF8.self).contains("style=\"fill:#0b5d5e!important\"/><rect/></svg>"))
  }

  /// The renderer counts 72 pixels to an inch, and browsers 96.
  @Test func lengthsAreInPixels() {
    func lengths(_ contents: String) -> String {
      String(decoding: DrawingDocument(ByteView(Array("<svg>\(contents)</svg>".utf8))).view.bytes, as: UTF8.self)
    }
    #expect(lengths("<rect width='1in' height=\"2.54cm\"/>") == "<svg><rect width='96.0px' height=\"96.0px\"/></svg>")
    #expect(lengths("<a style='font:12pt x;r:-.5IN'/>") == "<svg><a style='font:16.0px x;r:-48.0px'/></svg>")
    #expect(
      lengths("<style>a{stroke-dasharray:1pc,6pt}</style>")
        == "<svg><style>a{stroke-dasharray:16.0px,8.0px}</style></svg>")
    for other in [
      "<text id='12pt' class='1in'>12pt</text>", "<a href='#1in' fill='#12in' d='M1 2'/>",
      "<a r='2px' x='1inch' y='a1in'/>",
    ] {
      #expect(lengths(other) == "<svg>\(other)</svg>")
    }
  }

  /// In either order, with a byte order mark or without, and whatever its declaration says.
  @Test(arguments: [true, false], ["", "<?xml version='1.0' encoding='utf-16'?>"])
  func utf16IsRead(isLittle: Bool, _ declaration: String) {
    let text = "<svg viewBox='0 0 40 30'><text>\u{E9}</text></svg>"
    for mark in ["\u{FEFF}", ""] {
      let bytes = (mark + declaration + text).utf16.flatMap { unit in
        let both = [UInt8(unit >> 8), UInt8(unit & 255)]
        return isLittle ? Array(both.reversed()) : both
      }
      let document = DrawingDocument(ByteView(bytes))
      #expect(document.size == PixelSize(width: 40, height: 30))
      #expect(Array(document.view.bytes) == Array(text.utf8))
      #expect(SniffedFormat(firstBytes: bytes, among: PictureFormat.allCases).format == .picture(.svg))
    }
  }

  /// Illustrator declares it in the document type, as an entity.
  @Test(arguments: [
    ("<svg width='9' height='9'/>", true), ("<!-- xmlns='http://www.w3.org/2000/svg' --><svg width='9'/>", true),
    ("<svg xmlns:xlink='http://www.w3.org/1999/xlink' width='9'/>", true),
    ("<svg xmlns='http://www.w3.org/2000/svg' width='9'/>", false), ("<svg xmlns=\"&ns_svg;\" width='9'/>", false),
    ("<svg:svg xmlns:svg='http://www.w3.org/2000/svg' width='9'/>", false),
    ("<!DOCTYPE svg [<!ATTLIST svg xmlns CDATA #FIXED 'http://www.w3.org/2000/svg'>]><svg width='9'/>", false),
  ])
  func browsersNeedTheNamespace(_ text: String, _ lacks: Bool) {
    #expect(DrawingDocument(ByteView(Array(text.utf8))).lacksNamespace == lacks)
  }
}
