import MediaFacts
import MediaPipeline
import PushDelivery
import Testing

@Suite struct JobBoardTests {
  /// A photograph as a job to be rendered for all platforms.
  private func photograph(_ width: Int, _ height: Int, bytes: Int = 2_000_000) -> WorkerJob {
    let inspection = Inspection.still(Picture(format: .jpeg, size: PixelSize(width: width, height: height)))
    let source = SourceFile(path: "a.jpg", byteCount: bytes, digest: ContentDigest(of: [1]))
    let plan = StillPlan(for: inspection, source: source, profile: .universal)
    return WorkerJob(.render(inspection, .still(plan)), on: "/a.jpg", limits: .init(), to: "/b")
  }

  @Test func whatIsEncodedLargerTakesLonger() {
    let (wide, high, small) = (photograph(4000, 2700), photograph(2700, 4000), photograph(400, 300))
    #expect(wide.expectedWork > high.expectedWork, "a notification shows more of its width")
    #expect(high.expectedWork > small.expectedWork)
    #expect(photograph(8000, 5400).expectedWork > wide.expectedWork, "decoding takes time too")
    #expect(small.expectedWork == photograph(64, 64).expectedWork)
    let look = WorkerJob(.inspect, on: "/a.jpg", limits: .init())
    #expect(look.expectedWork > photograph(30_000, 30_000).expectedWork)
  }

  @Test func whatMovesTakesLongerThanAnyPicture() {
    let inspection = Inspection.still(Picture(format: .gif, size: PixelSize(width: 1280, height: 720)))
    let specification = MotionSpecification(
      profile: "test", format: .mp4, maximumBytes: 1_000_000, size: PixelSize(width: 1280, height: 720),
      maximumFrameRate: 30)
    let plan = MotionPlan(method: .encode, specification: specification, reasons: [.codec])
    let movie = WorkerJob(.render(inspection, .motion(plan)), on: "/a.mp4", limits: .init(), to: "/b")
    #expect(movie.expectedWork > photograph(8000, 5400).expectedWork)
  }

  @Test func theLargestIsTakenAndAmongEqualsTheFirst() {
    var names = ["b", "a", "ccc", "ddd", "c"]
    var taken: [String] = []
    while let name = names.removeLargest(by: \.count) { taken.append(name) }
    #expect(taken == ["ccc", "ddd", "b", "a", "c"])
  }
}
