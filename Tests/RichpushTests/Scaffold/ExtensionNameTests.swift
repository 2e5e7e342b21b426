import Testing
import richpush

@Suite struct ExtensionNameTests {
  @Test(arguments: ["NotificationService", "Push", "P", "Push_2", "NSE", String(repeating: "A", count: 64)])
  func plainIdentifiersAreNames(text: String) throws { #expect(try ExtensionName(text).text == text) }

  @Test(arguments: [
    "", "push", "_Push", "2Push", "Push Service", "Push.Service", "../Push", "Push/Service", "Pusch\u{E4}", "Push\n",
    "Push<string>", "$(PRODUCT_NAME)", String(repeating: "A", count: 65),
  ])
  func nothingElseIs(text: String) { #expect(throws: ExtensionNameError.noIdentifier) { try ExtensionName(text) } }

  /// Types of the sources and of what they import, words of the languages, and names that differ only in case: on many of Apple's file
  /// systems they are one file.
  @Test(arguments: [
    "AttachmentDownload", "ATTACHMENTDOWNLOAD", "Delivery", "SecondTry", "FileType", "URL", "URLSession", "String",
    "Data",
    "Messaging", "FIRMessaging", "FirebaseMessaging", "UserNotifications", "Foundation", "UNNotificationAttachment",
    "NSLock", "BOOL", "MAX", "LatestStart", "IsMP4", "Any", "Self", "Type", "Protocol",
  ])
  func wordsOfTheSourcesAreTaken(text: String) { #expect(throws: ExtensionNameError.taken) { try ExtensionName(text) } }
}
