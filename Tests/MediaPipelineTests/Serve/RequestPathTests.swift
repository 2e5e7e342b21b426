import MediaPipeline
import PushDelivery
import Testing

@Suite struct RequestPathTests {
  @Test(arguments: [
    ("/", ""), ("/a.jpg", "a.jpg"), ("/a/b.jpg", "a/b.jpg"), ("/a%20b.jpg?v=1", "a b.jpg"), ("/%C3%A4.png#x", "ä.png"),
    ("http://host:80/a.jpg", "a.jpg"), ("/http://host/a", nil), ("/a/", "a"), ("/a..b", "a..b"), ("/%2561", "%61"),
    // No separator but on Windows, so it is part of a name.
    ("/..\\a", nil), ("/a\\..\\b", "a\\..\\b"), ("/a%5c..%5Cb", "a\\..\\b"),
  ])
  func namesWhatItDecodesTo(target: String, relative: String?) {
    #expect(RequestPath(target: target)?.names.joined(separator: "/") == relative)
  }

  @Test(arguments: [
    "", "*", "a.jpg", "http://host", "/..", "/../a", "/a/../../b", "/%2e%2e/a", "/%2E./a", "/a%2Fb", "/a%2f..%2f..%2fb",
    "/./a", "//a", "/a//b", "/.hidden", "/a/.git/config", "/%2ehidden", "/a%00b", "/a%0d%0ab", "/%", "/%4", "/%zz",
    "/%ff", "/a%C3", "/%+1",
  ])
  func namesNothingOutside(target: String) { #expect(RequestPath(target: target) == nil) }

  @Test func aSlashAtTheEndMeansAFolder() {
    #expect(RequestPath(target: "/").map { $0.isFolder && $0.names.isEmpty } == true)
    #expect(RequestPath(target: "/a/")?.isFolder == true)
    #expect(RequestPath(target: "/a")?.isFolder == false)
  }
}
