import Foundation
import PushDelivery
import TestSupport
import Testing

@Suite struct SlugTests {
  @Test(arguments: TextRow.table("names as parts of addresses", in: "URLs")) func isLowerCaseASCII(_ row: TextRow) {
    #expect(Slug(row[0]).text == row[1])
  }

  @Test(arguments: TextRow.table("paths as parts of addresses", in: "URLs")) func aPathLosesItsExtension(_ row: TextRow)
  {
    #expect(Slug(path: row[0]).text == row[1])
  }

  @Test func isAtMostSixtyCharactersLong() {
    #expect(Slug(String(repeating: "a", count: 61)).text == String(repeating: "a", count: 60))
    #expect(Slug(String(repeating: "a", count: 59) + " b").text == String(repeating: "a", count: 59))
    #expect(Slug(String(repeating: "ß", count: 60)).text == String(repeating: "s", count: 60))
    #expect(Slug(String(repeating: "é", count: 1_000_000)).text.utf8.count == 60)
  }

  @Test func isUniqueAmongOthers() {
    let long = Slug(String(repeating: "a", count: 60))
    #expect(Slug("a").unique(among: []) == Slug("a"))
    #expect(Slug("a").unique(among: [Slug("a"), Slug("a-2")]) == Slug("a-3"))
    #expect(long.unique(among: [long]).text == String(repeating: "a", count: 58) + "-2")
  }

  @Test(arguments: (0..<0x3000).filter { $0 % 64 == 0 }.map(UInt32.init))
  func isSafeWhateverItIsMadeOf(_ start: UInt32) {
    for value in start..<start + 64 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = Slug("\(scalar)a\(scalar)").text
      let isSafe = text.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789-".utf8.contains($0) }
      #expect(isSafe && !text.hasPrefix("-") && !text.hasSuffix("-") && !text.contains("--") && !text.isEmpty)
      #expect(Slug(text).text == text)
    }
  }
}

@Suite struct ASCIIFoldingTests {
  @Test(arguments: [
    ("Crème Brûlée", "creme-brulee"), ("Ｓａｌｅ５０", "sale50"), ("ﬁne ②", "fine-2"), ("Łódź", "lodz"), ("ǅ™", "dztm"),
    ("ẞ", "ss"), ("春㎝", "--"), ("e\u{301}", "e"), ("İ", "i"),
  ])
  func letters(_ text: String, _ expected: String) { #expect(ASCIIFolding.folded(text) == expected) }

  /// For Latin letters the table says what Foundation's decomposition does. Scalars that are younger than the table are left out.
  @Test(arguments: [0x80..<0x250, 0x1E00..<0x1F00] as [Range<UInt32>])
  func isTheCompatibilityDecomposition(_ values: Range<UInt32>) {
    for scalar in values.compactMap(Unicode.Scalar.init) where scalar.properties.age.map({ $0.major <= 14 }) == true {
      let decomposed = String(scalar).decomposedStringWithCompatibilityMapping
      let expected = decomposed.unicodeScalars.map { ASCIIFolding.folded(String($0)) }.joined()
      let folded = ASCIIFolding.folded(String(scalar))
      // Hyphens behind each other become one in names.
      #expect(folded.split(separator: "-") == expected.split(separator: "-"), "U+\(String(scalar.value, radix: 16))")
    }
  }
}

@Suite struct PublishedAssetTests {
  @Test func isNamedByItsBytes() throws {
    let jpeg = try RenditionExample.rendition()
    #expect(PublishedAsset.name(slug: "spring-sale", rendition: jpeg) == "spring-sale.0123456789ab.jpg")
    let png = try RenditionExample.rendition(minimalPNG(width: 16, height: 8))
    #expect(PublishedAsset.name(slug: "logo", rendition: png) == "logo.0123456789ab.png")
  }

  @Test(arguments: ["jpg", "png", "gif", "mp4"]) func knowsItsOwnNames(fileExtension: String) {
    #expect(PublishedAsset.isName("spring-sale-2.0123456789ab." + fileExtension))
  }

  @Test(arguments: [
    "spring-sale.jpg", "0123456789ab.jpg", "spring-sale.0123456789AB.jpg", "spring-sale.0123456789abc.jpg",
    "spring-sale.0123456789a.jpg", "Spring.0123456789ab.jpg", "a--b.0123456789ab.jpg", ".0123456789ab.jpg",
    "a.b.0123456789ab.jpg", "spring-sale.0123456789ab.jpeg", "spring-sale.0123456789ab.txt", "spring-sale.0123456789ab",
    "x/spring-sale.0123456789ab.jpg",
  ])
  func knowsTheNamesOfOthers(name: String) { #expect(!PublishedAsset.isName(name)) }
}
