import MediaPipeline
import PushDelivery
import TestSupport
import Testing

@Suite struct ServedFolderTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func page() throws -> ServedFolderPage? {
    guard case .folder(let page) = try ServedFolder(folder.path).content(at: .root) else { return nil }
    return page
  }

  @Test func aPageHasTheFirstThousandNames() throws {
    let names = (0..<1001).map { "\(1000 + $0).txt" }
    for name in names { try folder.write("a", to: name) }
    let page = try #require(try page())
    #expect(page.names == Array(names.dropLast()))
    #expect(page.omitsNames)
    // The others are still served.
    let path = try #require(RequestPath(target: "/2000.txt"))
    guard case .file = try ServedFolder(folder.path).content(at: path) else {
      return #expect(Bool(false), "what is not on the page is not served")
    }
  }

  @Test func aPageHasWhatMayBeAskedFor() throws {
    for name in ["a.txt", ".hidden", "below/b.txt"] { try folder.write("a", to: name) }
    try folder.link("out", to: "/etc/hostname")
    #expect(try page() == ServedFolderPage(path: "", names: ["a.txt", "below/"]))
  }
}
