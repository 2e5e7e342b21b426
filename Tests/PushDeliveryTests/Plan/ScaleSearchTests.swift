import Foundation
import MediaFacts
import PushDelivery
import TestSupport
import Testing

@Suite struct ScaleSearchTests {
  /// It starts whole, follows the square root, takes no tiny steps, and ends at the smallest side.
  @Test func itsSteps() {
    var search = ScaleSearch(fullSize: PixelSize(width: 1000, height: 500), limit: 100)
    #expect(search.scale == 1 && search.size == PixelSize(width: 1000, height: 500))
    let shrank = search.shrink(after: 400)
    #expect(shrank && abs(search.scale - 0.485) < 1e-12 && search.size == PixelSize(width: 485, height: 243))
    var near = ScaleSearch(fullSize: PixelSize(width: 1000, height: 1000), limit: 1000)
    let hardly = near.shrink(after: 1001)
    #expect(hardly && near.scale == 0.95)
    var thin = ScaleSearch(fullSize: PixelSize(width: 10, height: 640), limit: 1)
    let answers = [thin.shrink(after: .max), thin.shrink(after: .max)]
    #expect(answers == [true, false] && thin.size == PixelSize(width: 1, height: 64))
  }

  @Test(arguments: [1, 20, 64]) func leavesSmallPicturesAlone(_ side: Int) {
    var search = ScaleSearch(fullSize: PixelSize(width: side, height: 1), limit: 0)
    let shrank = search.shrink(after: 1000)
    #expect(!shrank)
    #expect(search.size == PixelSize(width: side, height: 1))
  }

  /// With any encoder the scale falls at each step by at least a twentieth, and the search ends.
  @Test func endsForEveryEncoder() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<1000 {
      let full = PixelSize(width: random.logarithmic(1...20_000), height: random.logarithmic(1...20_000))
      var search = ScaleSearch(fullSize: full, limit: Int.random(in: 0...1_000_000, using: &random))
      var rounds = 0
      var last = search.scale
      while search.shrink(after: Int.random(in: 0...10_000_000, using: &random)), rounds < 200 {
        rounds += 1
        #expect(search.scale < last)
        #expect(search.size == search.size.limited(to: full))
        #expect(max(search.size.width, search.size.height) >= min(64, full.width, full.height))
        last = search.scale
      }
      #expect(rounds <= 113)
    }
  }

  /// Where bytes grow with a power of the pixels, as they do, it takes few rounds to fit.
  @Test func fitsInFewRounds() {
    var random = SeededGenerator(seed: 6)
    for _ in 0..<1000 {
      let power = Double.random(in: 0.7...1.1, using: &random)
      let excess = Double.random(in: 1.01...20, using: &random)
      var search = ScaleSearch(fullSize: PixelSize(width: 1600, height: 1100), limit: 100_000)
      var rounds = 0
      func bytes() -> Int { Int(100_000 * excess * pow(search.scale, 2 * power)) }
      while bytes() > 100_000, search.shrink(after: bytes()) { rounds += 1 }
      #expect(bytes() <= 100_000)
      #expect(rounds <= 5, "\(power) \(excess)")
    }
  }
}
