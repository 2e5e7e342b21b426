import Findings
import TestSupport
import Testing

@Suite struct PathPatternTests {
  @Test(arguments: [
    ("banners/*", "banners/a.jpg"), ("banners/*", "banners/"), ("*.jpg", "a.jpg"), ("*", "a"), ("a*c*e", "abcde"),
    ("**", "a/b/c"), ("**", ""), ("**/a.jpg", "a.jpg"), ("**/a.jpg", "x/y/a.jpg"), ("x/**/a.jpg", "x/a.jpg"),
    ("x/**", "x/y/z"), ("x/**", "x"), ("**/b/**/d", "a/b/c/b/d"), ("a.json", "a.json"),
    ("https://cdn.example.com/**/*.jpg", "https://cdn.example.com/p/a.jpg"), ("[a]?", "[a]?"), ("ü*", "ü☕"),
  ])
  func matches(pattern: String, path: String) { #expect(PathPattern(pattern).matches(path)) }

  @Test(arguments: [
    ("banners/*", "banners/x/a.jpg"), ("banners/*", "x/banners/a.jpg"), ("*.jpg", "a.jpg.png"), ("*.jpg", "x/a.jpg"),
    ("a.json", "aXjson"), ("**/a", "ba"), ("x/**/a", "x/b"), ("a?", "ab"), ("", "a"), ("A", "a"), ("x**y", "x/y"),
  ])
  func doesNotMatch(pattern: String, path: String) { #expect(!PathPattern(pattern).matches(path)) }

  @Test func everyTextMatchesItself() {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<500 {
      let text = String(
        (0..<Int.random(in: 0...12, using: &random)).map { _ in "ab/.-☕".randomElement(using: &random) ?? "a" })
      #expect(PathPattern(text).matches(text))
      #expect(PathPattern("**").matches(text))
      #expect(PathPattern("**/" + text).matches("x/y/" + text))
    }
  }

  @Test func manyWildcardsTakeNoTime() {
    let text = String(repeating: "a", count: 2000)
    #expect(!PathPattern(String(repeating: "*a", count: 500) + "b").matches(text))
    #expect(!PathPattern(String(repeating: "**/", count: 300) + "b").matches(String(repeating: "a/", count: 300)))
  }
}

@Suite struct PathBaseTests {
  let here = PathBase(workingDirectory: "/home/me/shop")

  @Test(arguments: [
    ("a.json", "a.json"), ("./a//b.json", "a/b.json"), ("x/../a.json", "a.json"),
    ("../other/a.json", "../other/a.json"),
    ("/home/me/shop/a.json", "a.json"), ("/home/me/a.json", "../a.json"), ("/etc/a", "../../../etc/a"), (".", "."),
    ("/../..", "../../.."), ("/home/me/shopping/a", "../shopping/a"), ("ü ☕/a:b%.json", "ü ☕/a:b%.json"),
  ])
  func tellsPathsFromTheWorkingDirectory(path: String, expected: String) { #expect(here.relative(path) == expected) }

  @Test func tellsPathsFromAnotherFolder() {
    let checks = PathBase(folder: "ci/checks", workingDirectory: "/home/me/shop")
    #expect(checks.relative("ci/checks/a.json") == "a.json")
    #expect(checks.relative("payloads/a.json") == "../../payloads/a.json")
    #expect(checks.absolute("payloads/a.json") == "/home/me/shop/payloads/a.json")
    #expect(PathBase(folder: "/srv", workingDirectory: "/home/me").relative("/srv/a") == "a")
  }

  @Test func knowsTheWorkingDirectoryByTheNameOfALinkToo() {
    let base = PathBase(workingDirectory: "/private/tmp/shop", alias: "/tmp/shop")
    #expect(base.relative("/tmp/shop/a.json") == "a.json")
    #expect(base.relative("/private/tmp/shop/a.json") == "a.json")
    #expect(base.relative("/tmp/shopping/a.json") == "../../../tmp/shopping/a.json")
  }

  @Test func leadsBackToTheSameFile() {
    let folders = ["/", "/a", "/a/b", "/a/c/d", "/x y"]
    for (folder, file) in folders.flatMap({ folder in folders.map { (folder, $0 + "/file") } }) {
      let base = PathBase(folder: folder, workingDirectory: "/a/b")
      let seen = PathBase(workingDirectory: folder).absolute(base.relative(file))
      #expect(seen == PathBase(workingDirectory: "/").absolute(file))
    }
  }
}
