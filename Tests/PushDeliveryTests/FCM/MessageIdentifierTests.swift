import PushDelivery
import Testing

@Suite struct MessageIdentifierTests {
  @Test(arguments: ["a", "2026-10-sale_1.de", "_", "indexes", String(repeating: "a", count: 200)])
  func takesFileNames(_ text: String) { #expect(MessageIdentifier(rawValue: text)?.description == text) }

  @Test(arguments: [
    "", ".", "..", ".a", "-a", "a/b", "a\\b", "a b", "é", "a~", "a\0", "index", "INDEX",
    String(repeating: "a", count: 201),
  ])
  func refusesOthers(_ text: String) { #expect(MessageIdentifier(rawValue: text) == nil) }
}
