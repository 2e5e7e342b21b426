import Findings
import Libraries
import MediaFacts
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// What headers tell of a picture before anything decodes it. Pictures without any pixels are damaged: a decoder would make something up.
@Suite(.timeLimit(.minutes(10))) struct EmptyPictureTests {
  let folder = TemporaryFolder()

  init() throws { try VipsLibrary.start() }

  private static let flatFrame = GIFSample.frame(width: 20, height: 0)
  private static let flatStart = GIFSample.start(width: 20, height: 0)

  static let pictures: [(String, [UInt8])] = [
    ("still GIF", flatStart + flatFrame + GIFSample.end),
    ("animated GIF", flatStart + flatFrame + flatFrame + GIFSample.end),
    ("JPEG", JPEGSample.start + JPEGSample.tables + JPEGSample.frame(height: 0) + JPEGSample.scan + JPEGSample.end),
    ("BMP", BMPSample.file(width: 0, height: 4, bits: 24, pixelCount: 16)),
  ]

  @Test(arguments: pictures) func isDamaged(_ name: String, _ bytes: [UInt8]) async throws {
    try folder.write(bytes, to: "source")
    let problem = await #expect(throws: MediaError.self) {
      try await Inspector(limits: .init()).inspect(folder.absolute("source"))
    }
    #expect(problem?.diagnostic(for: "x").rule == "image.damaged", "\(name)")
  }

  /// A bitmap's header tells how much is missing.
  @Test(arguments: [1, 100]) func aBitmapThatIsCutIsTold(_ missing: Int) async throws {
    try folder.write(
      Array(BMPSample.file(width: 9, height: 9, bits: 24, pixelCount: 252).dropLast(missing)), to: "source")
    let problem = await #expect(throws: MediaError.self) {
      try await Inspector(limits: .init()).inspect(folder.absolute("source"))
    }
    let diagnostic = try #require(problem).diagnostic(for: "x")
    #expect(diagnostic.rule == "image.truncated" && diagnostic.remedy.contains("transfer it again"))
  }

  /// The cover of a sequence may be a first frame from which the others appear.
  @Test func theCoverOfASequenceIsNotAllOfIt() {
    var picture = Picture(format: .avif, size: PixelSize(width: 4, height: 4))
    #expect(MediaError.nothingVisible(of: picture) == .invisible)
    picture.coveredFrameCount = 9
    let diagnostic = MediaError.nothingVisible(of: picture).diagnostic(for: "x")
    #expect(diagnostic.rule == "image.unsupported" && diagnostic.remedy.contains("animated GIF"))
    #expect(diagnostic.message.contains("AVIF sequence whose cover"))
  }

  /// A canvas of nothing is as large as its first frame.
  @Test func aFrameCanGiveTheSize() throws {
    try folder.write(Self.flatStart + GIFSample.frame() + GIFSample.end, to: "source")
    let result = try HeaderInspector(limits: .init()).inspect(folder.absolute("source"))
    guard case .known(.still(let picture)) = result else {
      Issue.record("unexpected: \(result)")
      return
    }
    #expect(picture.size == PixelSize(width: 20, height: 10))
  }
}
