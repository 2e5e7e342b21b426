import Findings
import Foundation
import MediaFacts
import Testing

@Suite struct MediaFormatTests {
  @Test(arguments: [
    "a.jpg", "a.JPG", "b/c.Jpeg", "a.jfif", "a.png", "a.apng", "a.gif", "a.webp", "a.heic", "a.HEIF", "a.avif", "a.tif",
    "a.bmp", "a.svg", "a.svgz", "a.jxl", "a.psd", "a.dng", "a.mp4", "a.mov", "a.tar.png", ".png",
  ])
  func claimsToBeMedia(_ path: String) { #expect(MediaFormat.isMediaName(path)) }

  @Test(arguments: ["", ".", "jpg", "a", "a.", "a.txt", "a.jpg.txt", "a.jpg ", "a.jpgx", "a.yml", "jpg/a", "a.jpg/b"])
  func claimsNothing(_ path: String) { #expect(!MediaFormat.isMediaName(path)) }

  @Test func everyFormatHasItsOwnName() throws {
    #expect(Set(MediaFormat.allCases.map(\.rawValue)).count == MediaFormat.allCases.count)
    #expect(Set(MediaFormat.allCases.map(\.displayName)).count == MediaFormat.allCases.count)
    let encoded = try JSONEncoder().encode(MediaFormat.allCases)
    #expect(try JSONDecoder().decode([String].self, from: encoded) == MediaFormat.allCases.map(\.rawValue))
    #expect(try JSONDecoder().decode([MediaFormat].self, from: encoded) == MediaFormat.allCases)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(PictureFormat.self, from: Data(#""tga""#.utf8)) }
  }

  @Test func everyTrueExtensionIsAClaim() {
    for format in MediaFormat.allCases {
      #expect(format.trueExtensions.contains(format.fileExtension))
      for name in format.trueExtensions { #expect(MediaFormat.isMediaName("a.\(name)")) }
    }
  }

  @Test func theTableOfFormatsIsOfTheseFormats() {
    var kinds: [String: Set<String>] = [:]
    for line in EmbeddedFile.text("texts/formats.txt").split(separator: "\n") where !line.hasPrefix("# ") {
      let parts = line.prefix { $0 != " " }.split(separator: "-").map(String.init)
      kinds[parts[0], default: []].insert(parts[1])
    }
    #expect(kinds.removeValue(forKey: "attachment") == Set(AppleAttachment.allCases.map(\.rawValue)))
    #expect(Set(kinds.keys) == Set(MediaFormat.allCases.map(\.rawValue)))
    for kinds in kinds.values { #expect(kinds.subtracting(["mistaken", "apple"]) == ["name", "extensions", "types"]) }
  }
}

@Suite struct PixelSizeTests {
  @Test(arguments: [(3, 4, 12), (0, 9, 0), (.max, 1, .max), (.max, 2, .max), (1 << 32, 1 << 32, .max)])
  func countSaturates(_ width: Int, _ height: Int, _ count: Int) {
    #expect(PixelSize(width: width, height: height).count == count)
  }

  @Test func turnsAndDescribesItself() {
    let size = PixelSize(width: 3, height: 4)
    #expect(size.transposed == PixelSize(width: 4, height: 3))
    #expect(size.description == "3x4")
  }
}

@Suite struct ContentDigestTests {
  let hex = String(repeating: "0123456789abcdef", count: 4)

  @Test func bytesAndDigitsAgree() {
    let bytes = (0..<4).flatMap { _ in [0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef] as [UInt8] }
    #expect(ContentDigest(bytes: bytes) == ContentDigest(hex: hex))
    #expect(ContentDigest(hex: hex)?.short == "0123456789ab")
  }

  @Test(arguments: ["", "abc", String(repeating: "A", count: 64), String(repeating: "g", count: 64)])
  func refusesWhatIsNoDigest(_ text: String) { #expect(ContentDigest(hex: text) == nil) }
}
