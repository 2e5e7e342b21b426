import MediaFacts
import PushDelivery
import Testing

/// Numbers from a worker are checked against possible values before they are used.
@Suite struct SourceLimitsTests {
  private func isRefused(_ inspection: Inspection) -> Bool {
    do { try SourceLimits().check(inspection) } catch { return true }
    return false
  }

  @Test(arguments: [(0, .max), (.max, 0), (-1, 5), (.min, 1), (1, .max), (1 << 31, 0), (185, 0)] as [(Int, Int)])
  func sizesThatThereAreNot(width: Int, height: Int) {
    let size = PixelSize(width: width, height: height)
    #expect(isRefused(.still(Picture(format: .jpeg, size: size))))
    #expect(isRefused(.animation(Picture(format: .gif, size: size), Animation(delays: [100, 100]))))
    #expect(isRefused(.video(Video(format: .mp4, size: size, duration: 1, codec: "h264", frameRate: 25))))
    let coded = PixelSize(width: 640, height: 360)
    #expect(
      isRefused(.video(Video(format: .mp4, size: size, codedSize: coded, duration: 1, codec: "h264", frameRate: 25))))
  }

  @Test func numbersThatNoFileHas() {
    let size = PixelSize(width: 640, height: 360)
    #expect(isRefused(.still(Picture(format: .jpeg, size: size, orientation: 9))))
    #expect(isRefused(.still(Picture(format: .jpeg, size: size, bitDepth: -1))))
    #expect(isRefused(.animation(Picture(format: .gif, size: size), Animation(delays: []))))
    #expect(isRefused(.video(Video(format: .mp4, size: size, duration: 1e300, codec: "h264", frameRate: 25))))
    #expect(isRefused(.video(Video(format: .mp4, size: size, duration: 1, codec: "h264", frameRate: .infinity))))
    #expect(isRefused(.video(Video(format: .mp4, size: size, rotation: 45, duration: 1, codec: "h264", frameRate: 25))))
  }

  @Test func whatThereIsMayBe() {
    let size = PixelSize(width: 640, height: 360)
    #expect(!isRefused(.still(Picture(format: .jpeg, size: size, orientation: 8))))
    #expect(!isRefused(.animation(Picture(format: .gif, size: size), Animation(delays: [0, 100]))))
    #expect(!isRefused(.video(Video(format: .mp4, size: size, duration: 1.5, codec: "h264", frameRate: 29.97))))
  }
}
