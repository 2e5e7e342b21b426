import MediaFacts
import PushDelivery
import TestSupport
import Testing

@Suite struct CenteredCropTests {
  @Test func cutsWhatIsTooHighAndWhatIsTooWide() {
    let high = CenteredCrop(of: PixelSize(width: 400, height: 400), aspect: 2)
    #expect([high.x, high.y, high.width, high.height, high.share] == [0, 100, 400, 200, 0.5])
    let wide = CenteredCrop(of: PixelSize(width: 400, height: 100), aspect: 2)
    #expect([wide.x, wide.y, wide.width, wide.height, wide.share] == [100, 0, 200, 100, 0.5])
  }

  @Test func whatFitsStaysWhole() {
    let crop = CenteredCrop(of: PixelSize(width: 1200, height: 600), aspect: 2)
    #expect([crop.x, crop.y, crop.width, crop.height, crop.share] == [0, 0, 1200, 600, 1])
    #expect(crop.isWhole)
    #expect(CenteredCrop(of: PixelSize(width: 1664, height: 831), aspect: 2).isWhole)
    #expect(!CenteredCrop(of: PixelSize(width: 1600, height: 840), aspect: 2).isWhole)
  }

  @Test(arguments: 0..<200) func isTheLargestFrameOfItsShapeInTheMiddle(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let size = PixelSize(width: generator.logarithmic(1...5000), height: generator.logarithmic(1...5000))
    let aspect = Double.random(in: 0.2...5, using: &generator)
    let crop = CenteredCrop(of: size, aspect: aspect)
    #expect(abs(crop.width / crop.height / aspect - 1) < 1e-9)
    #expect(crop.width == Double(size.width) || crop.height == Double(size.height))
    #expect(abs(crop.x * 2 + crop.width - Double(size.width)) < 1e-6 && crop.x >= 0)
    #expect(abs(crop.y * 2 + crop.height - Double(size.height)) < 1e-6 && crop.y >= 0)
    #expect(crop.share > 0 && crop.share <= 1)
  }
}
