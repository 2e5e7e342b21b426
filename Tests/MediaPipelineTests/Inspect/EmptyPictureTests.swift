import Findings
import MediaFacts
import MediaPipeline
import PushDelivery
import TestSupport
import Testing
import Vips

/// Pictures without any pixels are damaged: a decoder would make something up.
@Suite(.timeLimit(.minutes(10))) struct EmptyPictureTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try VipsLibrary.start()
  }

  private static let flatFrame = GIFSample.frame(width: 20, height: 0)
  private static let flatStart = GIFSample.start(width: 20, height: 0)

  static let pictures: [(String, [UInt8])] = [
    ("still GIF", flatStart + flatFrame + GIFSample.end),
    ("animated GIF", flatStart + flatFrame + flatFrame + GIFSample.end),
    (
      "JPEG",
      JPEGSample.start + JPEGSample.tables + JPEGSample.frame(height: 0) + JPEGSample.scan + JPEGSample.end
    ),
    ("BMP", BMPSample.file(width: 0, height: 4, bits: 24, pixelCount: 16)),
  ]

  @Test(arguments: pictures)
  func isDamaged(_ name: String, _ bytes: [UInt8]) async throws {
    try folder.write(bytes, to: "source")
    let problem = await #expect(throws: MediaError.self) {
      try await Inspector(limits: .init()).inspect(folder.absolute("source"))
    }
    #expect(problem?.diagnostic(for: "x").rule == "image.damaged", "\(name)")
  }

  @Test func headersTell() throws {
    try folder.write(Self.pictures[1].1, to: "source")
    let error = MediaError.damaged(format: .picture(.gif), detail: "it has no pixels: its size is 20x0")
    #expect(throws: error) { try HeaderInspector(limits: .init()).inspect(folder.absolute("source")) }
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
