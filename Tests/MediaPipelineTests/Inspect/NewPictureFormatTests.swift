import Findings
import MediaFacts
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// A new format of pictures is a value in its own file, and its name in the list of formats: it is recognised, named by `check`, and served
/// as what it is.
@Suite(.timeLimit(.minutes(10))) struct NewPictureFormatTests {
  /// Eight letters, a width and a height.
  private static let tiles = PictureFormat(
    FormatTraits(
      "tiles", "Tile picture", extensions: ["tiles", "til"], mediaTypes: ["image/x.tiles"],
      recognition: .signatures([Signature("TILESv01")]),
      support: ClientSupport(android: .everywhere, chrome: .partly("Chrome shows on Mondays"))), decoder: .png,
    readHeader: { view in
      var facts = HeaderFacts()
      guard let width = view.uint16(at: 8), let height = view.uint16(at: 10) else { return facts }
      facts.size = PixelSize(width: width, height: height)
      return facts
    })

  private static let formats = PictureFormat.allCases + [tiles]
  private static let bytes = Array("TILESv01".utf8) + [0x05, 0x00, 0x02, 0x80]

  @Test func isRecognised() throws {
    #expect(SniffedFormat(firstBytes: Self.bytes, among: Self.formats) == .media(.picture(Self.tiles)))
    #expect(SniffedFormat(firstBytes: Self.bytes) == .unknown)
    let folder = TemporaryFolder()
    try folder.write(Self.bytes, to: "a.tiles")
    let inspector = HeaderInspector(limits: .init(), formats: Self.formats)
    let picture = Picture(format: Self.tiles, size: PixelSize(width: 1280, height: 640), isWidelyDecodable: false)
    #expect(try inspector.inspect(folder.absolute("a.tiles")) == .known(.still(picture)))
  }

  @Test func checkNamesIt() async throws {
    let folder = TemporaryFolder()
    try folder.write(Self.bytes, to: "a.tiles")
    var run = try CheckRun(["--quick"])
    run.settings.formats = Self.formats
    let report = try await run([.media(path: folder.absolute("a.tiles"))])
    let named = report.diagnostics.filter { $0.message.contains("Tile picture") }
    #expect(named.map { "\($0.rule) \($0.severity)" } == ["ios.image-format error", "web.image-format warning"])
    #expect(named.last?.message.contains("Mondays") == true)
  }

  @Test func isServedAsWhatItIs() throws {
    let folder = TemporaryFolder()
    try folder.write(Self.bytes, to: "a.tiles")
    let served = try ServedFolder(folder.path, formats: Self.formats)
    let response = served.response(to: ServedRequest(method: "GET", target: "/a.tiles", fields: [:]))
    #expect(response.status == 200 && response.fields["Content-Type"] == "image/x.tiles")
  }
}
