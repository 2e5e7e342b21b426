import Foundation
import PushDelivery
import Testing

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
