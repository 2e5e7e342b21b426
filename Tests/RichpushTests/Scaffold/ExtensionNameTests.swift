import Testing
import richpush

@Suite struct ExtensionNameTests {
  @Test(arguments: ["NotificationService", "Push", "P", "Push_2", "NSE", String(repeating: "A", count: 64)])
  func plainIdentifiersAreNames(text: String) throws { #expect(try ExtensionName(text).text == text) }

  @Test(arguments: [
    "", "push", "_Push", "2Push", "Push Service", "Push.Service", "../Push", "Push/Service", "Pusch\u{E4}", "Push\n",
    "Push<string>", "$(PRODUCT_NAME)", String(repeating: "A", count: 65),
  ])
  func nothingElseIs(text: String) { #expect(throws: FlagRefusal.self) { try ExtensionName(text) } }
}
