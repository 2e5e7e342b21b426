import Foundation
import MediaFacts
import PushDelivery
import TestSupport
import Testing

/// Sequences whose best frame is plain to see.
@Suite struct PosterSelectionTests {
  private typealias Frame = PosterFrames

  private static let scene = Frame.scene(1)
  private static let blurred = Frame.blurred(scene, by: 4)
  private static let revealed = (1...8).map { Frame.revealed(scene, Double($0) / 8) }

  /// Sequences with the frame that is chosen; of equal ones it is the earliest.
  private static let sequences: [(String, [Thumbnail], Int?)] = [
    ("nothing", [], nil), ("one frame", [scene], 0), ("one frame of one colour", [Frame.uniform(0)], 0),
    ("equal frames", Array(repeating: scene, count: 9), 0),
    ("equal frames of one colour", Array(repeating: Frame.uniform(128), count: 9), 0),
    ("a fade to black", (0..<10).map { Frame.mixed(scene, Frame.uniform(0), Double($0) / 9) }, 0),
    (
      "a flash of white",
      [Frame.uniform(255), Frame.mixed(scene, Frame.uniform(255), 0.7)] + Array(repeating: scene, count: 5), 2
    ),
    ("black", Array(repeating: Frame.uniform(0), count: 20) + [Frame.scene(2)], 20),
    ("gray", Array(repeating: Frame.uniform(128), count: 20) + [Frame.scene(2)], 20),
    ("white", Array(repeating: Frame.uniform(255), count: 20) + [Frame.scene(2)], 20),
    ("blur", [blurred, blurred, blurred, scene, blurred], 3),
    // A drawing that builds up is shown when most of it is there.
    ("a drawing", revealed, 7), ("a drawing that is wiped", revealed + [Frame.revealed(scene, 0)], 7),
    ("nothing to see", Array(repeating: Frame.revealed(scene, 0), count: 3), 0),
  ]

  @Test(arguments: sequences) func theBestFrameIsChosen(_ name: String, _ frames: [Thumbnail], _ best: Int?) {
    let selection = PosterSelection(frames)
    #expect(selection.bestIndex == best)
    #expect(selection.marks.allSatisfy { $0.isFinite && $0 >= 0 })
  }

  /// Out of the fade is anything from its last frame on.
  @Test func fadeFromBlackIsPassed() throws {
    let fade = (0..<6).map { Frame.mixed(Frame.uniform(0), Frame.scene(1), Double($0) / 6) }
    let best = try #require(PosterSelection(fade + Array(repeating: Frame.scene(1), count: 6)).bestIndex)
    #expect(best >= 6)
  }

  /// A dissolve has the colours of both scenes, so it is near the average, but still a mixture.
  @Test func dissolveIsPassed() throws {
    let before = Array(repeating: Frame.scene(1), count: 3)
    let after = Array(repeating: Frame.scene(2), count: 3)
    let between = (1..<4).map { Frame.mixed(Frame.scene(1), Frame.scene(2), Double($0) / 4) }
    let selection = PosterSelection(before + between + after)
    let best = try #require(selection.bestIndex)
    #expect(!(3..<6).contains(best))
    let marks = selection.marks
    #expect(try #require(marks[3..<6].max()) < 0.6 * #require((marks[..<3] + marks[6...]).min()))
  }

  @Test func whatIsSeenMostStandsForAll() throws {
    let frames = [Frame.scene(5)] + Array(repeating: Frame.scene(1), count: 8) + [Frame.scene(9)]
    let best = try #require(PosterSelection(frames).bestIndex)
    #expect((1...8).contains(best))
  }

  /// The colours of half and half are near the average of both, and yet it is the moment of a change.
  @Test func halfOfEachSceneIsPassed() throws {
    let dark = Frame.mixed(Frame.scene(2), Frame.uniform(0), 0.3)
    let bright = Frame.mixed(Frame.scene(1), Frame.uniform(255), 0.3)
    let half = Frame.beside(bright, dark)
    let frames = Array(repeating: bright, count: 9) + [half] + Array(repeating: dark, count: 3)
    #expect(PosterSelection([half] + frames).bestIndex == 1)
  }

  /// Motion is not a transition.
  @Test func motionIsNoTransition() throws {
    let frames = (0..<12).map { Frame.scene(1, movedBy: $0 * 3) }
    let marks = PosterSelection(frames).marks
    #expect(try #require(marks.min()) > 0.7 * #require(marks.max()))
  }
}

/// Small frames with known content, for choosing between them.
enum PosterFrames {
  static let size = PixelSize(width: 48, height: 27)

  static func frame(_ pixel: (_ x: Int, _ y: Int) -> [Double]) -> Thumbnail {
    let samples = (0..<size.count).flatMap { place in
      pixel(place % size.width, place / size.width).map { UInt8(max(0, min(255, $0.rounded()))) }
    }
    guard let frame = Thumbnail(size: size, samples: samples) else { fatalError("wrong count of samples") }
    return frame
  }

  static func uniform(_ level: UInt8) -> Thumbnail {
    frame { _, _ in [Double(level), Double(level), Double(level), 255] }
  }

  /// Blocks of light and colour, other ones for each number.
  static func scene(_ number: UInt64, movedBy offset: Int = 0) -> Thumbnail {
    frame { x, y in
      var random = SeededGenerator(seed: number &* 1000 &+ UInt64((x + offset) / 4) &* 37 &+ UInt64(y / 4))
      return (0..<3).map { _ in Double.random(in: 20...235, using: &random) } + [255]
    }
  }

  /// `part` of the second, the rest of the first.
  static func mixed(_ first: Thumbnail, _ second: Thumbnail, _ part: Double) -> Thumbnail {
    frame { x, y in
      let start = (y * size.width + x) * 4
      return (0..<4).map { Double(first.samples[start + $0]) * (1 - part) + Double(second.samples[start + $0]) * part }
    }
  }

  /// Each pixel the mean of those around it in its row.
  static func blurred(_ sharp: Thumbnail, by radius: Int) -> Thumbnail {
    frame { x, y in
      let columns = max(0, x - radius)...min(size.width - 1, x + radius)
      return (0..<4).map { band in
        columns.reduce(0) { $0 + Double(sharp.samples[(y * size.width + $1) * 4 + band]) } / Double(columns.count)
      }
    }
  }

  /// The left half of the first, the right half of the second.
  static func beside(_ first: Thumbnail, _ second: Thumbnail) -> Thumbnail {
    frame { x, y in
      let samples = x * 2 < size.width ? first.samples : second.samples
      return (0..<4).map { Double(samples[(y * size.width + x) * 4 + $0]) }
    }
  }

  /// Only a part of the columns is there, the rest is transparent.
  static func revealed(_ whole: Thumbnail, _ part: Double) -> Thumbnail {
    frame { x, y in
      let start = (y * size.width + x) * 4
      let isThere = Double(x) < Double(size.width) * part
      return isThere ? (0..<4).map { Double(whole.samples[start + $0]) } : [0, 0, 0, 0]
    }
  }
}

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
