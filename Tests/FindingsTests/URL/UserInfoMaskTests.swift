import Findings
import Testing

@Suite struct UserInfoMaskTests {
  @Test(arguments: [
    ("https://press:secret@a.example/b.jpg", "https://***@a.example/b.jpg"),
    ("https://token@a.example", "https://***@a.example"), ("ftp://a:b@c@d.example?e=f@g", "ftp://***@d.example?e=f@g"),
    ("https://a.example/b@c.jpg", "https://a.example/b@c.jpg"),
    ("https://a.example?b=c:d@e", "https://a.example?b=c:d@e"),
    ("photos/me@home.jpg", "photos/me@home.jpg"), ("", ""),
  ])
  func hidesWhatStandsBeforeTheHost(text: String, masked: String) {
    #expect(text.maskingUserInfo == masked)
    #expect(masked.maskingUserInfo == masked)
  }
}
