import TestSupport
import Testing

#if os(Linux)
  /// What the Swift extension shows, with its second try at a real server. Only Linux has no frameworks of the stub modules'
  /// names.
  struct ExtensionDeliveryTests {
    let folder = TemporaryFolder()
    let server: RunningServer

    init() throws {
      try folder.write(minimalJPEG(width: 8, height: 8), to: "p/jpeg")
      try folder.write(minimalPNG(width: 8, height: 8), to: "p/wrong.webp")
      try folder.write("GIF89a, or so", to: "p/gif.jpg")
      try folder.write("\0\0\0\u{18}ftypmp42 and more", to: "p/movie")
      try folder.write("\0\0\0\u{18}ftypqt   and more", to: "p/quicktime")
      try folder.write("\0\0\0\u{18}ftypheic and more", to: "p/heic.jpg")
      try folder.write("GIF", to: "p/short")
      try folder.write("", to: "p/empty")
      try folder.write("<!doctype html><title>Log in</title>", to: "p/page.jpg")
      let gif = Array("GIF89a".utf8) + [UInt8](repeating: 0, count: 10_000_000 - 6)
      try folder.write(gif, to: "p/largest.gif")
      try folder.write(gif + [0], to: "p/too-large.gif")
      server = try RunningServer(["p"], workingDirectory: folder.path)
    }

    private func wasAskedFor(_ file: String) -> Bool { server.errors.contains(" GET /\(file) ") }

    @Test(arguments: [
      ("jpeg", "jpg"), ("wrong.webp", "png"), ("gif.jpg", "gif"), ("movie", "mp4"), ("largest.gif", "gif"),
    ])
    func aFileThatTheHelperMissedIsNamedAfterItsBytes(file: String, type: String) async throws {
      let length = try folder.bytes(of: "p/" + file).count
      #expect(try await RunningExtension.run(.failed, image: server.url + file) == ["text \(type) \(length)"])
    }

    @Test(arguments: ["quicktime", "heic.jpg", "short", "empty", "page.jpg", "too-large.gif", "missing.jpg"])
    func whatCannotBeShownLeavesTheText(file: String) async throws {
      #expect(try await RunningExtension.run(.failed, image: server.url + file) == ["text"])
      #expect(wasAskedFor(file))
    }

    @Test(arguments: ["http://127.0.0.1:1/a.jpg", "file:///etc/passwd", "", "not an address", nil])
    func anAddressThatLeadsNowhereLeavesTheText(image: String?) async throws {
      #expect(try await RunningExtension.run(.failed, image: image) == ["text"])
    }

    @Test func whatTheHelperBringsIsShownAndNotLoadedAgain() async throws {
      #expect(try await RunningExtension.run(.helped, image: server.url + "jpeg") == ["text jpg elsewhere"])
      #expect(!wasAskedFor("jpeg"))
    }

    @Test func theSecondTryIsForHelpersThatFailWithinTenSeconds() async throws {
      let shown = try await RunningExtension.run(.failedInTime, image: server.url + "movie")
      #expect(shown.count == 1 && shown[0].hasPrefix("text mp4 "))
      #expect(try await RunningExtension.run(.failedLate, image: server.url + "jpeg") == ["text"])
      #expect(!wasAskedFor("jpeg"))
    }

    @Test func theHandlerIsCalledOnceWhoeverComesFirst() async throws {
      let image = server.url + "jpeg"
      #expect(try await RunningExtension.run(.twice, image: image) == ["text jpg elsewhere"])
      #expect(try await RunningExtension.run(.silent, image: image) == ["text"])
      #expect(try await RunningExtension.run(.race, image: nil) == [String](repeating: "text", count: 1000))
    }
  }
#endif
