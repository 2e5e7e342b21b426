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

/// Differences between the SVG renderer and browsers.
@Suite struct DrawingContentsTests {
  private func contents(_ text: String) -> DrawingContents {
    DrawingContents(ByteView(Array("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'>\(text)</svg>".utf8)))
  }

  @Test(arguments: [
    ("<foreignObject width='90' height='9'/>", "<foreignObject>"),
    ("<text><textPath href='#p'>a</textPath></text>", "<textPath>"), ("<flowRoot/>", "<flowRoot>"),
    ("<defs><filter id='f'><feDropShadow/></filter></defs><g filter='url(#f)'/>", "<feDropShadow>"),
    ("<rect fill='var(--brand)'/>", "var() in fill"), ("<rect style='fill: oklch(0.5 0.2 27)'/>", "oklch() in fill"),
    ("<rect style='width:calc(50% + 9px)'/>", "calc() in width"),
    ("<style>.a{fill:light-dark(red,blue)}</style><g class='b a'/>", "light-dark() in fill"),
    ("<style>@media screen{rect{fill:red}}</style><rect/>", "rules in @media"),
    ("<style>@supports (fill:red){.a{fill:red}}</style><g class='a'/>", "rules in @supports"),
    ("<style>g{fill:red; .a{fill:blue}}</style><g><rect class='a'/></g>", "rules inside of rules"),
    ("<style>:is(g,rect){fill:red}</style><g/>", "rules for :is(…)"),
    ("<path style=\"d:path('M0 0h9')\"/>", "the property d"),
    ("<image width='9' href='data:image/png,x'/>", "one side only"),
    ("<image href='data:image/webp;base64,AAAA'/>", "type image/webp"),
    ("<image href='data:image/png;base64,/9j/4AAQSkZJRg=='/>", "says it is PNG and is not"),
    ("<rect fill='Canvas'/>", "the colour Canvas"), ("<rect width='50vw'/>", "width: 50vw"),
    ("<rect style='height:5rem'/>", "height: 5rem"),
  ])
  func whatWouldBeMissingIsNamed(_ text: String, _ words: String) {
    let found = contents(text).missing
    #expect(found.count == 1 && found[0].contains(words), "\(found)")
  }

  @Test(arguments: [
    ("<rect style='clip-path:circle(9px)'/>", "clip-path: circle(9px)"),
    ("<text rotate='20'>a</text>", "rotated letters"),
    ("<rect style='mask-image:linear-gradient(red,blue)'/>", "mask-image"),
    ("<text textLength='90'>a</text>", "textLength"), ("<rect style='transform:translate3d(1px,2px,0)'/>", "transform"),
    ("<text x='1 2 3'>abc</text>", "one by one"), ("<text style='inline-size:60px'>a</text>", "inline-size"),
    ("<text dominant-baseline='middle'>a</text>", "dominant-baseline"),
    ("<text style='text-transform:uppercase'>a</text>", "text-transform"),
    ("<g transform-origin='9 9'/>", "transform-origin"),
    ("<rect><animate attributeName='x'/></rect>", "<animate>"), ("<symbol id='s' refX='5'/><use href='#s'/>", "refX"),
    ("<style>@import url(https://fonts.example/css);</style>", "fonts from the web"),
    ("<text style='text-decoration:underline'>a</text>", "text-decoration"),
    ("<style>svg{border:2px solid}</style>", "border: 2px solid"), ("<style>svg{padding:0 4px}</style>", "padding"),
    ("<style>svg{background:#e33}</style>", "background: #e33"), ("<style>:root{padding:4px}</style>", "padding: 4px"),
    ("<path pathLength='1' stroke-dasharray='.5'/>", "pathLength"), ("<rect><set attributeName='x'/></rect>", "<set>"),
    ("<path vector-effect='non-scaling-stroke'/>", "vector-effect"), ("<rect rx='9' ry='auto'/>", "ry: auto"),
    ("<linearGradient id='g' color-interpolation='linearRGB'/><g fill='url(#g)'/>", "color-interpolation"),
  ])
  func whatLooksDifferentIsNamed(_ text: String, _ words: String) {
    let found = contents(text)
    #expect(
      found.different.count == 1 && found.different[0].contains(words) && found.missing.isEmpty, "\(found.different)")
  }

  /// Parts that are not drawn, or are drawn as in browsers, are not reported.
  @Test(arguments: [
    "<defs><foreignObject width='90' height='9'/></defs>", "<!-- <foreignObject/> -->",
    "<g display='none'><textPath/></g>",
    "<style>/* @import 'a.css'; */ .gone{fill:var(--brand)} @media print{rect{fill:red}} @font-face{src:url(x)}</style><rect/>",
    "<style>:root{--brand:#c00}</style>",
    "<switch><foreignObject requiredExtensions='x' width='90' height='9'/></switch>",
    "<rect fill='rgba(1,2,3,.5)' stroke='hsl(0,100%,40%)' transform='rotate(20) scale(2)'/>",
    "<text dy='0.35em'>a</text>", "<g style='mix-blend-mode:multiply;isolation:isolate;cursor:pointer'/>",
    "<path d='M0 0l9 9'/><a href='https://x.example/'/>", "<g clip-path='url(#c)' mask='none'/>",
    "<inkscape:path-effect rotate='3'/>", "<text font-family='Brand'>a</text>",
    "<style media='print'>rect{fill:var(--x)}</style><rect/>", "<g transform-origin='0 0'/>",
    "<filter><feDisplacementMap scale='30'/></filter>", "<style>rect{padding:4px;background:red}</style><rect/>",
    "<rect width='1em' rx='2' vector-effect='none'/>", "<style>svg{border:0 none;padding:0 0px}</style>",
    "<text style='text-decoration:none solid rgb(0, 0, 0)'>a</text>",
    "<text style='text-decoration:initial;text-decoration-line:none;text-decoration-color:red'>a</text>",
  ])
  func theRestIsDrawn(_ text: String) {
    let found = contents(text)
    #expect(found.missing == [] && found.different == [] && found.files == [])
  }

  /// Browsers turn photographs inside of drawings, too.
  @Test func aTurnedPhotographLooksDifferent() {
    let photograph =
      "/9j/4QAiRXhpZgAATU0AKgAAAAgAAQESAAMAAAABAAYAAAAAAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtq"
      + "eJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/wAALCAAIAAgBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAf/EABcQAAMBAAAAAAAA"
      + "AAAAAAAAAAADBWL/2gAIAQEAAD8AFwsH/9k="
    let found = contents("<image href='data:image/jpeg;base64,\(photograph)'/>")
    #expect(found.different == ["an embedded photograph that its EXIF turns"] && found.missing == [])
  }

  @Test func textAndFontsAreCollected() {
    let found = contents(
      "<text font-family='\"My Brand\", Arial'>a&#233;<tspan style='font-family:sans-serif'>b</tspan></text><desc>c</desc>"
    )
    #expect(found.families == ["My Brand"] && found.text == "a\u{E9}b")
  }

  @Test(arguments: [
    "<", "<svg", "<style>", "<text x='", "<style>a{b:c", "<style>}}{{((\"</style>", "<image href='data:",
    "<g style=':;{'/>",
  ])
  func anyTextEnds(_ text: String) {
    _ = DrawingContents(ByteView(Array(text.utf8)))
    _ = contents(text)
  }
}
