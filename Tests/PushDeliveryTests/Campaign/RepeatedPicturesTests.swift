import Findings
import MediaFacts
import PushDelivery
import TestSupport
import Testing

/// Pictures of a folder without messages that people take for one.
@Suite struct RepeatedPicturesTests {
  private func names(_ digests: [String: UInt8]) throws -> [String] {
    let digests = try digests.mapValues { byte in
      try #require(ContentDigest(bytes: [UInt8](repeating: byte, count: 32)))
    }
    let found = RepeatedPictures(Array(digests.keys), digests: digests).diagnostics
    #expect(found.allSatisfy { $0.severity == .warning && $0.rule == "campaign.repeated-picture" })
    return found.map { "\($0.subject.name): \($0.message.prefix { $0 != "," })" }
  }

  @Test func copiesAreToldOnceEach() throws {
    #expect(
      try names(["sale.jpg": 1, "sale (1).jpg": 1, "b/sale.jpg": 1, "other.jpg": 2]) == [
        "sale (1).jpg: it has the same bytes as `b/sale.jpg`", "sale.jpg: it has the same bytes as `b/sale.jpg`",
      ])
  }

  @Test func theMovieOfALivePhotoIsTold() throws {
    #expect(
      try names(["a/IMG_1234.HEIC": 1, "a/IMG_1234.MOV": 2, "b/IMG_1234.JPG": 3, "a/img_5.mov": 4]) == [
        "a/IMG_1234.MOV: it is named like `a/IMG_1234.HEIC`"
      ])
    #expect(try names(["a.mov": 1, "A.jpg": 2]) == ["a.mov: it is named like `A.jpg`"])
  }

  /// Neither is a still, so they are not a Live Photo.
  @Test(arguments: ["webm", "mov", "mkv", "3gp", "MPG", "avi"])
  func twoMoviesOfOneNameAreToldAsEncodings(_ other: String) throws {
    let names = [("a/b.mp4", UInt8(1)), ("a/b." + other, 2)].sorted { $0.0 < $1.0 }
    #expect(
      try self.names(Dictionary(uniqueKeysWithValues: names)) == ["\(names[1].0): it is named like `\(names[0].0)`"])
    let digests = try ["a.jpg", "a.mov", "a.mp4"].enumerated().map { number, name in
      (name, try #require(ContentDigest(bytes: [UInt8](repeating: UInt8(number), count: 32))))
    }
    let found = RepeatedPictures(digests.map(\.0), digests: Dictionary(uniqueKeysWithValues: digests)).diagnostics
    #expect(found.map { $0.message.contains("Live Photo") } == [true, false])
    #expect(found.map { $0.message.contains("two encodings of one video") } == [false, true])
  }

  /// Nor does a camera make these.
  @Test(arguments: ["gif", "png", "webp"]) func aPictureOfAnotherKindIsNoLivePhoto(_ ending: String) {
    let found = RepeatedPictures(["a." + ending, "a.mp4"], digests: [:]).diagnostics
    #expect(found.map { $0.message.contains("as two forms of one picture are") } == [true])
  }

  /// Pages have one picture in several formats and for several screens.
  @Test(arguments: [
    ("a.jpg", "a.webp"), ("b/A.heic", "b/a.jpg"), ("logo.png", "logo@2x.png"), ("x@2x.png", "x@3x.webp"),
  ])
  func twoFormsOfAPictureAreTold(_ first: String, _ second: String) throws {
    #expect(try names([first: 1, second: 2]) == ["\(second): it is named like `\(first)`"])
  }

  @Test func aCopyOfTheSameNameIsToldOnce() throws {
    #expect(try names(["b.mov": 1, "b.mp4": 1]) == ["b.mp4: it has the same bytes as `b.mov`"])
  }

  @Test func picturesOfTheirOwnAreNot() throws {
    #expect(try names(["a.jpg": 1, "b/a.jpg": 2, "b.mov": 3, "c": 5, "c.mp4": 6, "a2x.png": 7, "a-2.jpg": 8]) == [])
    #expect(RepeatedPictures(["a.jpg", "b.jpg"], digests: [:]).diagnostics == [])
  }
}
