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
