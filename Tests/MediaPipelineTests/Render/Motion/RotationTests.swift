import Foundation
import MediaFacts
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// Videos whose coded frames lie on their side.
@Suite(.timeLimit(.minutes(10))) struct RotationTests {
  let clips = SampleClips()

  /// Black with a red upper left corner and a blue lower right one.
  static let corners =
    "color=c=black:s=320x180:r=10:d=1,format=yuv420p,drawbox=w=60:h=60:c=red:t=fill,"
    + "drawbox=x=260:y=120:w=60:h=60:c=blue:t=fill"

  private func rotated(by degrees: Int) async throws -> (path: String, video: Video) {
    let path = try await clips.make("a.mp4", pictures: Self.corners)
    try clips.folder.write(MovieMatrix.turning(try clips.folder.bytes(of: "a.mp4"), clockwise: degrees), to: "a.mp4")
    var video = Video.clip(duration: 1, frameRate: 10)
    video.rotation = degrees
    if degrees % 180 != 0 { video.size = video.codedSize.transposed }
    return (path, video)
  }

  /// Where the red corner goes, in parts of the sides.
  static let redCorners: [Int: (Double, Double)] = [
    0: (0.05, 0.05), 90: (0.95, 0.05), 180: (0.95, 0.95), 270: (0.05, 0.95),
  ]

  @Test(arguments: [0, 90, 180, 270], [MotionPlan.Method.remux, .encode])
  func framesStandUpright(_ degrees: Int, _ method: MotionPlan.Method) async throws {
    let (path, video) = try await rotated(by: degrees)
    let (record, output) = try await clips.render(
      path, video, method: method, reasons: [.codec], .movie(1_000_000, video.size.width, video.size.height))
    #expect(record.size == video.size)
    #expect(record.method == method)
    let frame = try await clips.frame(output)
    #expect(frame.size == video.size)
    let place = try #require(Self.redCorners[degrees])
    let red = frame.color(place.0, place.1)
    let blue = frame.color(1 - place.0, 1 - place.1)
    #expect(red[0] > 200 && red[2] < 60, "\(red)")
    #expect(blue[2] > 200 && blue[0] < 60, "\(blue)")
    let matrix = try await clips.probe(output, "stream_side_data=rotation")
    #expect(matrix.isEmpty == (method == .encode || degrees == 0))
  }
}
