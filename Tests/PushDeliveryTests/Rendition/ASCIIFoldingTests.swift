import Foundation
import PushDelivery
import Testing

@Suite struct ASCIIFoldingTests {
  @Test(arguments: [
    ("Crème Brûlée", "creme-brulee"), ("Ｓａｌｅ５０", "sale50"), ("ﬁne ②", "fine-2"), ("Łódź", "lodz"), ("ǅ㎝Ⅷ", "dzcmviii"),
    ("𝐀𝟗𝓏", "a9z"), ("ẞ", "ss"), ("春", "-"), ("e\u{301}", "e"), ("İ", "i"),
  ])
  func letters(_ text: String, _ expected: String) { #expect(ASCIIFolding.folded(text) == expected) }

  /// The table says what Foundation's decomposition does. Scalars that are younger than the table are left out.
  @Test func isTheCompatibilityDecomposition() {
    // Sound marks of half-width kana, which are marks once they are decomposed.
    let kana: Set<UInt32> = [0xFF9E, 0xFF9F]
    for value in UInt32(0x80)...0x1FFFF where !kana.contains(value) {
      guard let scalar = Unicode.Scalar(value), let age = scalar.properties.age, age.major <= 14 else { continue }
      let decomposed = String(scalar).decomposedStringWithCompatibilityMapping
      let expected = decomposed.unicodeScalars.map { ASCIIFolding.folded(String($0)) }.joined()
      let folded = ASCIIFolding.folded(String(scalar))
      // Hyphens behind each other become one in names.
      #expect(folded.split(separator: "-") == expected.split(separator: "-"), "U+\(String(value, radix: 16))")
    }
  }
}
