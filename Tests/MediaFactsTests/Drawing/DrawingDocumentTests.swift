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
  func aSizeThatIsNotSaidIsNotMadeUp(_ attributes: String) {
    #expect(document(attributes).size == nil)
  }

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

  @Test func utf16IsRead() {
    let text = "<svg viewBox='0 0 40 30'><text>\u{E9}</text></svg>"
    let document = DrawingDocument(ByteView([0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }))
    #expect(document.size == PixelSize(width: 40, height: 30))
    #expect(Array(document.view.bytes) == Array(text.utf8))
  }
}
