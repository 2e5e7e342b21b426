import Findings
import MediaFacts
import PushDelivery
import TestSupport
import Testing

/// Pictures of a folder without messages that people take for one.
@Suite struct RepeatedPicturesTests {
  private func names(_ files: [String: UInt8]) throws -> [String] {
    let digests = try files.mapValues { byte in
      try #require(ContentDigest(bytes: [UInt8](repeating: byte, count: 32)))
    }
    let found = Campaign.repeatedPictures(Array(files.keys), digests: digests)
    #expect(found.allSatisfy { $0.severity == .warning && $0.rule == "campaign.repeated-picture" })
    return found.map { "\($0.subject.name): \($0.message.prefix { $0 != "," })" }
  }

  @Test func copiesAreToldOnceEach() throws {
    #expect(
      try names(["sale.jpg": 1, "sale (1).jpg": 1, "b/sale.jpg": 1, "other.jpg": 2]) == [
        "sale (1).jpg: it has the same bytes as `b/sale.jpg`", "sale.jpg: it has the same bytes as `b/sale.jpg`",
      ])
    #expect(try names(["b.mov": 1, "b.mp4": 1]) == ["b.mp4: it has the same bytes as `b.mov`"])
  }

  /// Cameras have a movie with a Live Photo, and pages one picture in several formats and for several screens.
  @Test(arguments: [
    ("a/IMG_1.HEIC", "a/IMG_1.MOV"), ("A.jpg", "a.mov"), ("a.gif", "a.mp4"), ("a/b.avi", "a/b.mp4"),
    ("a.jpg", "a.webp"), ("b/A.heic", "b/a.jpg"), ("logo.png", "logo@2x.png"), ("x@2x.png", "x@3x.webp"),
  ])
  func twoFormsOfAPictureAreTold(_ first: String, _ second: String) throws {
    #expect(try names([first: 1, second: 2]) == ["\(second): it is named like `\(first)`"])
  }

  @Test func picturesOfTheirOwnAreNot() throws {
    #expect(try names(["a.jpg": 1, "b/a.jpg": 2, "b.mov": 3, "c": 5, "c.mp4": 6, "a2x.png": 7, "a-2.jpg": 8]) == [])
    #expect(Campaign.repeatedPictures(["a.jpg", "b.jpg"], digests: [:]) == [])
  }
}
