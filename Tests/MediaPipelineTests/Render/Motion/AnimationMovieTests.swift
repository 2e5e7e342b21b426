import Foundation
import MediaFacts
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// Animations that become movies.
@Suite(.timeLimit(.minutes(10))) struct AnimationMovieTests {
  let clips: SampleClips

  init() throws { clips = try SampleClips() }

  static let colors: [[UInt8]] = [[255, 0, 0], [0, 255, 0], [0, 0, 255]]

  private func render(alpha: UInt8? = nil, delays: [Int], _ specification: MotionSpecification) async throws
    -> MotionRecord
  {
    let size = PixelSize(width: 63, height: 40)
    let plan = MotionPlan(method: .encode, specification: specification, reasons: [.format])
    return try await VideoRenderer(limits: .init()).render(
      size: size, delays: delays, hasAlpha: alpha != nil, plan: plan, to: clips.folder.absolute("result"),
      progress: { _ in },
      feed: { take in
        for index in delays.indices {
          let pixel = Self.colors[index % 3] + (alpha.map { [$0] } ?? [])
          try await take([[UInt8]](repeating: pixel, count: size.count).flatMap { $0 })
        }
      })
  }

  @Test func framesAreShownAsLongAsTheyWere() async throws {
    let record = try await render(delays: [100, 300, 200], .movie(1_000_000, 62, 40))
    #expect(record.method == .encode)
    #expect(record.size == PixelSize(width: 62, height: 40))
    #expect(record.frameCount == 6)
    #expect(abs(record.duration - 0.6) < 0.001)
    let output = clips.folder.absolute("result")
    for (time, color) in [(0.0, 0), (0.1, 1), (0.3, 1), (0.4, 2), (0.5, 2)] {
      let seen = try await clips.frame(output, at: time).color(0.5, 0.5)
      #expect(zip(seen, Self.colors[color]).allSatisfy { abs($0 - Int($1)) < 12 }, "\(time): \(seen)")
    }
    #expect(try clips.folder.names().sorted() == ["frame.ppm", "result"])
  }

  @Test func transparencyShowsTheBackground() async throws {
    let gold = RGBColor(red: 255, green: 200, blue: 0)
    _ = try await render(alpha: 0, delays: [100, 100], .movie(1_000_000, 62, 40, background: gold))
    let seen = try await clips.frame(clips.folder.absolute("result")).color(0.5, 0.5)
    #expect(zip(seen, [255, 200, 0]).allSatisfy { abs($0 - $1) < 8 }, "\(seen)")
  }

  @Test func whatFeedsCanFail() async throws {
    let plan = MotionPlan(method: .encode, specification: .movie(1_000_000, 62, 40), reasons: [.format])
    await #expect(throws: MediaError.outOfMemory) {
      try await VideoRenderer(limits: .init()).render(
        size: PixelSize(width: 62, height: 40), delays: [100], hasAlpha: false, plan: plan,
        to: clips.folder.absolute("result"), progress: { _ in }, feed: { _ in throw MediaError.outOfMemory })
    }
    #expect(try clips.folder.names() == [])
  }
}
