import Findings
import Testing

@Suite struct EntityTagTests {
  private let md5 = "5d41402abc4b2a76b9719d911017c592"

  @Test(arguments: [
    ("\"a\"", "a", false), ("W/\"a\"", "a", true), ("a", "a", false), ("\"", "\"", false), ("", "", false),
  ])
  func isReadWithAndWithoutQuotes(field: String, opaque: String, isWeak: Bool) {
    let tag = EntityTag(field: field)
    #expect(tag.opaque == opaque && tag.isWeak == isWeak)
  }

  @Test func aDigestIsOneInEitherCase() {
    let bytes = EntityTag(field: "\"\(md5)\"").md5
    #expect(bytes?.count == 16 && bytes?.first == 0x5d && bytes?.last == 0x92)
    #expect(EntityTag(field: "\"\(md5.uppercased())\"").md5 == bytes)
  }

  /// Of several parts, weak, too short, no digits.
  @Test func othersAreNoDigest() {
    for field in ["\"\(md5)-3\"", "W/\"\(md5)\"", "\"5d41\"", "\"\(String(repeating: "g", count: 32))\""] {
      #expect(EntityTag(field: field).md5 == nil)
    }
  }
}
