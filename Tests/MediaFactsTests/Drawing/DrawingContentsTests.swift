import MediaFacts
import TestSupport
import Testing

/// Differences between the SVG renderer and browsers.
@Suite struct DrawingContentsTests {
  private func contents(_ text: String) -> DrawingContents {
    DrawingContents(ByteView(Array("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'>\(text)</svg>".utf8)))
  }

  @Test(arguments: [
    ("<foreignObject width='90' height='9'/>", "<foreignObject>"),
    ("<text><textPath href='#p'>a</textPath></text>", "<textPath>"),
    ("<flowRoot/>", "<flowRoot>"),
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
    ("<text textLength='90'>a</text>", "textLength"),
    ("<rect style='transform:translate3d(1px,2px,0)'/>", "transform"), ("<text x='1 2 3'>abc</text>", "one by one"),
    ("<text style='inline-size:60px'>a</text>", "inline-size"),
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
    "<text dy='0.35em'>a</text>",
    "<g style='mix-blend-mode:multiply;isolation:isolate;cursor:pointer'/>",
    "<path d='M0 0l9 9'/><a href='https://x.example/'/>",
    "<g clip-path='url(#c)' mask='none'/>", "<inkscape:path-effect rotate='3'/>", "<text font-family='Brand'>a</text>",
    "<style media='print'>rect{fill:var(--x)}</style><rect/>", "<g transform-origin='0 0'/>",
    "<filter><feDisplacementMap scale='30'/></filter>", "<style>rect{padding:4px;background:red}</style><rect/>",
    "<rect width='1em' rx='2' vector-effect='none'/>", "<style>svg{border:0 none;padding:0 0px}</style>",
    "<text style='text-decoration:none'>a</text>",
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
