import Foundation
import TestSupport
import Testing

/// What is published is what a browser shows of the source: each feature of a format in a picture of its own, made here, and both drawn by
/// Chromium. Otherwise the file was refused, or there is a warning.
@Suite(.enabled(if: FFmpeg.isInstalled && Chromium.path != nil), .timeLimit(.minutes(10))) struct BrowserPixelsTests {
  /// One frame: without an end, ffmpeg chooses no palette.
  private static let source = [
    "-f", "lavfi", "-i", "testsrc2=size=640x320:duration=0.04", "-frames:v", "1", "-bitexact",
  ]
  /// Transparent on the left, opaque on the right.
  private static let fade = "format=rgba,geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='255*X/W'"

  /// Extensions and names of files, and how ffmpeg writes them: a filter, if it is not the pixel format of the name, and options.
  private static let encoded = """
    jpg  yuvj420p    -        -q:v 2
    jpg  yuvj422p    -        -q:v 2
    jpg  yuvj444p    -        -q:v 2
    jpg  yuvj440p    -        -q:v 2
    jpg  gray        -        -q:v 2
    png  rgb24       -
    png  gray        -
    png  pal8        -
    png  monob       -
    png  rgb48be     -
    png  gray16be    -
    png  rgba        \(fade)
    png  rgba64      \(fade),format=rgba64be
    png  ya8         \(fade),format=ya8
    webp lossy       null     -c:v libwebp -q:v 90
    webp fade        \(fade)  -c:v libwebp -q:v 90
    webp lossless    \(fade)  -c:v libwebp -lossless 1
    avif yuv420p     -        -c:v libaom-av1 -crf 15 -cpu-used 8
    avif yuv444p     -        -c:v libaom-av1 -crf 15 -cpu-used 8
    avif yuv420p10le -        -c:v libaom-av1 -crf 15 -cpu-used 8
    avif gray        -        -c:v libaom-av1 -crf 15 -cpu-used 8
    gif  plain       split[a][b];[a]palettegen[p];[b][p]paletteuse
    bmp  bgr24       -
    bmp  rgb565le    -
    bmp  pal8        -
    bmp  gray        -
    """

  private static let drawings = [
    "units": "width='120mm' height='60mm'><rect x='10mm' y='5mm' width='2in' height='72pt' fill='#c33'/>",
    "box": "viewBox='0 0 40 20'><circle cx='12' cy='9' r='7' fill='teal'/>",
    "side": "width='400' viewBox='-10 -5 20 10'><rect x='-4' y='-4' width='9' height='8' fill='navy'/>",
    "sheet": "viewBox='0 0 40 20'><style>.a{fill:#c33;stroke:blue;stroke-width:2} rect.b{opacity:.4}</style>"
      + "<rect class='a' x='3' y='3' width='14' height='14'/><rect class='b' x='20' y='3' width='14' height='14'/>",
    "gradients":
      "viewBox='0 0 40 20'><linearGradient id='l'><stop stop-color='red'/><stop offset='1' stop-color='blue'/>"
      + "</linearGradient><radialGradient id='r'><stop stop-color='#fff'/><stop offset='1' stop-color='#084'/>"
      + "</radialGradient><rect width='20' height='20' fill='url(#l)'/>"
      + "<rect x='20' width='20' height='20' fill='url(#r)'/>",
    "clipped": "viewBox='0 0 40 20'><clipPath id='c'><circle cx='10' cy='10' r='8'/></clipPath><mask id='m'>"
      + "<rect x='22' y='2' width='9' height='16' fill='#fff'/></mask><g fill='purple'>"
      + "<rect clip-path='url(#c)' width='20' height='20'/><rect mask='url(#m)' x='20' width='20' height='20'/></g>",
    "reused": "viewBox='0 0 40 20'><symbol id='s' viewBox='0 0 10 10'><path d='M0 0h10L5 10z'/></symbol>"
      + "<use href='#s' x='2' y='2' width='16' height='16' fill='green'/>"
      + "<use href='#s' width='9' height='9' transform='translate(24 3) rotate(20)' fill='orange'/>",
    "nested":
      "viewBox='0 0 40 20'><svg x='5' y='3' width='12' height='12' viewBox='0 0 6 6'><rect width='9' height='9'/></svg>"
      + "<g transform='skewX(10)' stroke='red' stroke-dasharray='3 1' fill='none'><path d='M20 3h12v12h-12z'/></g>",
  ]

  private func writePictures(to folder: TemporaryFolder) async throws {
    for line in Self.encoded.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      let filter = words[2] == "-" ? "format=" + words[1] : words[2]
      let path = "campaign/\(words[1])-\(words[0]).\(words[0])"
      let output: [String] = ["-vf", "gblur=2," + filter] + Array(words.dropFirst(3)) + [path]
      _ = try await FFmpeg.run(Self.source + output, in: folder)
    }
    for (name, contents) in Self.drawings {
      try folder.write("<svg xmlns='http://www.w3.org/2000/svg' \(contents)</svg>", to: "campaign/\(name).svg")
    }
    let jpeg = try folder.bytes(of: "campaign/yuvj420p-jpg.jpg")
    for orientation in 2...8 {
      let exif = JPEGSample.segment(0xE1, ascii("Exif\0\0") + TIFFSample.exif(orientation: orientation))
      try folder.write(jpeg.prefix(2) + exif + jpeg.dropFirst(2), to: "campaign/turned\(orientation).jpg")
    }
    let png = try folder.bytes(of: "campaign/rgb24-png.png")
    for (type, data) in [("gAMA", big(100_000, 4)), ("tRNS", big(0, 6)), ("tEXt", ascii("a\0b"))] {
      try folder.write(png.prefix(33) + pngChunk(type, data) + png.dropFirst(33), to: "campaign/\(type).png")
    }
  }

  private func address(of path: String, in folder: TemporaryFolder) throws -> String {
    let types = ["svg": "svg+xml", "jpg": "jpeg"]
    let end = String(path.split(separator: ".").last ?? "")
    return "data:image/\(types[end] ?? end);base64," + Data(try folder.bytes(of: path)).base64EncodedString()
  }

  /// The mean difference of two pictures in all channels, and the one that 99 of 100 pixels do not exceed.
  private static let script = """
    const load = address => new Promise(done => {
      const image = new Image(); image.onload = () => done(image); image.onerror = () => done(null); image.src = address; });
    const pixels = image => {
      const [width, height] = [240, 120], canvas = Object.assign(document.createElement("canvas"), {width, height});
      const context = canvas.getContext("2d"); context.imageSmoothingQuality = "high";
      context.fillStyle = "#c060c0"; context.fillRect(0, 0, width, height); context.drawImage(image, 0, 0, width, height);
      return context.getImageData(0, 0, width, height).data; };
    async function difference(source, published) {
      const images = [await load(source), await load(published)];
      if (images.includes(null)) return null;
      const [a, b] = images.map(pixels), all = [];
      for (let i = 0; i < a.length; i += 4)
        all.push((Math.abs(a[i] - b[i]) + Math.abs(a[i + 1] - b[i + 1]) + Math.abs(a[i + 2] - b[i + 2])) / 3);
      all.sort((x, y) => x - y);
      return [all.reduce((x, y) => x + y) / all.length, all[Math.floor(all.length * .99)]]; }
    """

  /// They do not say that a rendition is unlike its source.
  private static let aboutClients: Set = ["image.cut", "image.narrow", "image.vanishes"]

  @Test func whatIsPublishedIsWhatABrowserShows() async throws {
    let workspace = try Workspace(pipeline: Workspace.pipelineOfOneStill)
    try await writePictures(to: workspace.folder)
    let report = try await workspace.report(ended: nil)
    let said = Set(
      report["diagnostics"].elements.filter { finding in
        finding["severity"] != "note" && !Self.aboutClients.contains(finding["rule"].string ?? "")
      }.map { $0["subject"]["name"].string ?? "" })
    let assets = report["assets"].elements.filter { !said.contains($0["path"].string ?? "") }
    try #require(assets.count >= 40, "\(report.problems)")
    let pairs = try assets.map { asset in
      let published = try #require(asset["renditions"].elements.first?["path"].string)
      return try "['\(address(of: "campaign/" + (asset["path"].string ?? ""), in: workspace.folder))', "
        + "'\(address(of: "public/" + published, in: workspace.folder))']"
    }
    let page = "<!doctype html><script>\(Self.script) const pairs = [\(pairs.joined(separator: ",\n"))];</script>"
    try workspace.folder.write(page, to: "page.html")
    let found = try await UsedPage(workspace.folder.absolute("page.html"), downloads: workspace.folder.path)
      .use(.ask("Promise.all(pairs.map(pair => difference(...pair)))"))
    for (asset, difference) in zip(assets, found[0].elements) {
      let (mean, largest) = (difference.elements.first?.number ?? 255, difference.elements.last?.number ?? 255)
      #expect(mean <= 2 && largest <= 16, "\(asset["path"].string ?? ""): \(mean) in the mean, \(largest) at most")
    }
  }
}
