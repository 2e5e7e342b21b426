import Foundation
import MediaPipeline
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct FolderLockTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func theSecondWaitsForTheFirst() async throws {
    let path = folder.path
    let events = Mutex<[String]>([])
    let started = AsyncStream.makeStream(of: Void.self)
    async let second: Void = {
      for await _ in started.stream { break }
      let lock = try await FolderLock(folders: [path], waiting: { _ in events.withLock { $0.append("waits") } })
      events.withLock { $0.append("second") }
      _ = consume lock
    }()
    do {
      let lock = try await FolderLock(folders: [path], waiting: { _ in events.withLock { $0.append("unexpected") } })
      started.continuation.finish()
      try await waitUntil("the second waits") { events.withLock { $0.contains("waits") } }
      events.withLock { $0.append("first ends") }
      _ = consume lock
    }
    try await second
    #expect(events.withLock { $0 } == ["waits", "first ends", "second"])
  }

  @Test func oneFolderNamedTwiceIsLockedOnce() async throws {
    try folder.createFolder("a")
    _ = try await FolderLock(
      folders: [folder.absolute("a"), folder.absolute("a/."), folder.absolute("a/../a")], waiting: { _ in })
    #expect(try folder.names(in: "a") == [])
  }
}
