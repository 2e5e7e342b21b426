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
}
