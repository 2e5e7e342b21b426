import Findings
import PushDelivery
import Testing

@Suite struct ResponseExampleTests {
  @Test func examplesAreWrittenForPeople() {
    let example = ResponseExample(
      "/a.jpg",
      [
        .redirect("/a.jpg", to: "/photo.jpg"),
        .photo(for: "Chrome", type: nil, length: .stated(7), delay: 2.5),
        ServerAnswer("/photo.jpg", status: 404, body: .text("not\nhere\n"), length: .absent),
      ], checking: .untrusted)
    #expect(
      "\(example)" == """
        GET /a.jpg, with a certificate that nobody trusts
          /a.jpg: 302; Location: /photo.jpg
          /photo.jpg, to Chrome: 200; Cache-Control: public, max-age=86400; Content-Length: 7; body photo.jpg; \
        after 2.5 seconds
          /photo.jpg: 404; no Content-Length; body "not here"
        """)
  }
}
