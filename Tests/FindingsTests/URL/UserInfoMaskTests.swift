import Findings
import Testing

@Suite struct UserInfoMaskTests {
  @Test(arguments: [
    ("https://press:secret@a.example/b.jpg", "https://***@a.example/b.jpg"),
    ("https://token@a.example", "https://***@a.example"), ("ftp://a:b@c@d.example?e=f@g", "ftp://***@d.example?e=f@g"),
    ("https://a.example/b@c.jpg", "https://a.example/b@c.jpg"),
    ("https://a.example?b=c:d@e", "https://a.example?b=c:d@e"), ("photos/me@home.jpg", "photos/me@home.jpg"), ("", ""),
  ])
  func hidesWhatStandsBeforeTheHost(text: String, masked: String) {
    #expect(text.maskingUserInfo == masked)
    #expect(masked.maskingUserInfo == masked)
  }

  /// Also if it is not a URL, and a password has characters that should have been encoded.
  @Test(arguments: [
    ("https://press:secret@a.example", "https://***@a.example"), ("a:secret@b.example", "***@b.example"),
    ("https://a:se/cr?et@b.example/c", "https://***@b.example/c"), ("https://a.example/b", "https://a.example/b"),
    ("https://a.example/b?sig=secret", "https://a.example/b?***"),
    ("https://a b:secret@c.example/#secret", "https://***@c.example/#***"),
    ("s3://bucket/prefix", "s3://bucket/prefix"), ("", ""),
  ])
  func hidesWhateverMayBeASecret(text: String, masked: String) {
    #expect(text.maskingSecrets == masked)
    #expect(masked.maskingSecrets == masked)
  }
}
