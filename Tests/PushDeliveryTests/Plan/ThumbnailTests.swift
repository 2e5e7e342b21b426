import MediaFacts
import PushDelivery
import Testing

@Suite struct ThumbnailTests {
  @Test(arguments: [
    (1920, 1080, 96, 54), (1080, 1920, 54, 96), (40, 30, 40, 30), (10_000, 1, 96, 1), (1, 1, 1, 1), (97, 97, 96, 96),
  ])
  func size(_ width: Int, _ height: Int, _ expectedWidth: Int, _ expectedHeight: Int) {
    let size = Thumbnail.size(of: PixelSize(width: width, height: height))
    #expect(size == PixelSize(width: expectedWidth, height: expectedHeight))
  }

  @Test func samplesMustFillTheSize() {
    let size = PixelSize(width: 2, height: 1)
    #expect(Thumbnail(size: size, samples: [UInt8](repeating: 0, count: 8)) != nil)
    #expect(Thumbnail(size: size, samples: [UInt8](repeating: 0, count: 7)) == nil)
    #expect(Thumbnail(size: PixelSize(width: 0, height: 0), samples: []) == nil)
    #expect(Thumbnail(size: PixelSize(width: .max, height: .max), samples: [0]) == nil)
  }

  @Test func transparency() throws {
    func thumbnail(_ alphas: UInt8...) -> Thumbnail? {
      Thumbnail(size: PixelSize(width: alphas.count, height: 1), samples: alphas.flatMap { [9, 9, 9, $0] })
    }
    #expect(try #require(thumbnail(255, 255)).isOpaque)
    #expect(try !#require(thumbnail(255, 254)).isOpaque)
    #expect(try #require(thumbnail(0, 1)).isVisible)
    #expect(try !#require(thumbnail(0, 0)).isVisible)
  }
}
