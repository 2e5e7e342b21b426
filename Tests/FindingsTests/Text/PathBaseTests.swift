import Findings
import Testing

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
