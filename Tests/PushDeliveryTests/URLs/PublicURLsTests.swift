import MediaFacts
import PushDelivery
import Testing

@Suite struct PublicURLsTests {
  private let digest = ContentDigest(hex: String(repeating: "0123456789abcdef", count: 4))

  @Test func firebaseHasTheWholeKeyInOneComponent() throws {
    let prefix = try #require(ObjectPrefix("spring/sale 1"))
    let download = FirebaseDownload(bucket: "shop.appspot.com", prefix: prefix, usesToken: true)
    let urls = PublicURLs.firebase(download)
    let digest = try #require(digest)
    let token = "01234567-89ab-cdef-0123-456789abcdef"
    #expect(
      urls.url(ofFileNamed: "a.jpg", digest: digest)
        == "https://firebasestorage.googleapis.com/v0/b/shop.appspot.com/o/spring%2Fsale%201%2Fa.jpg?alt=media&token="
        + token)
    #expect(urls.downloadToken(for: digest) == token)
  }

  @Test func rulesNeedNoToken() throws {
    let urls = PublicURLs.firebase(FirebaseDownload(bucket: "b", prefix: .none, usesToken: false))
    let digest = try #require(digest)
    #expect(
      urls.url(ofFileNamed: "a.jpg", digest: digest)
        == "https://firebasestorage.googleapis.com/v0/b/b/o/a.jpg?alt=media")
    #expect(urls.downloadToken(for: digest) == nil)
  }

  /// Readable parts of a URL without a token must not reveal the token.
  @Test func theTokenSharesNothingWithTheName() throws {
    let hex = String(repeating: "a", count: 32) + String(repeating: "b", count: 32)
    let digest = try #require(ContentDigest(hex: hex))
    let urls = PublicURLs.firebase(FirebaseDownload(bucket: "b", prefix: .none, usesToken: true))
    #expect(urls.downloadToken(for: digest)?.contains("a") == false)
  }

  @Test(arguments: [("", ""), ("spring", "spring/"), ("spring/", "spring/"), ("a/b c/", "a/b c/")])
  func prefixesEndInASlash(text: String, prefix: String) { #expect(ObjectPrefix(text)?.text == prefix) }

  @Test(arguments: ["/", "/a", "a//b", "a//", ".", "a/../b", "a/.", "a\n", String(repeating: "a", count: 800)])
  func othersAreNone(_ text: String) { #expect(ObjectPrefix(text) == nil) }
}
