import Essentials
import Foundation
import Libraries
import MediaPipeline
import Synchronization
import SystemPackage
import TestSupport
import Testing

/// Waiting calls must not block Swift's other tasks.
@Suite(.timeLimit(.minutes(10))) struct BlockingThreadsTests {
  /// More than Swift has threads.
  private static let waiterCount = ProcessInfo.processInfo.activeProcessorCount * 2 + 2

  let folder = TemporaryFolder()

  @Test func otherTasksGoOnWhileManyWaitForALock() async throws {
    let path = folder.path
    let held = try LockedFolder(path)
    let release = Release { held.unlock() }
    let waiting = Counter()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<Self.waiterCount {
        group.addTask { _ = try await FolderLock(folders: [path], waiting: { _ in waiting.add(1) }) }
      }
      group.addTask {
        try await waitUntil("all wait") { waiting.count == Self.waiterCount }
        release.begin()
      }
      try await group.waitForAll()
    }
    #expect(release.wasInTime)
  }

  @Test func oneFolderNamedTwiceIsLockedOnce() async throws {
    try folder.createFolder("a")
    _ = try await FolderLock(
      folders: [folder.absolute("a"), folder.absolute("a/."), folder.absolute("a/../a")], waiting: { _ in })
    #expect(try folder.names(in: "a") == [])
  }

  @Test func noMoreAreAtWorkThanTheLimit() async {
    let threads = BlockingThreads(limit: 3)
    let work = Counter()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<200 {
        group.addTask {
          await threads.run {
            work.add(1)
            _ = (0..<20_000).reduce(0, ^)
            work.add(-1)
          }
        }
      }
    }
    #expect(work.count == 0 && (1...3).contains(work.highest))
  }

  /// Child tasks inherit the preference, and what waits in them does not hold up others either.
  @Test func childTasksRunThereToo() async {
    let isOnOwn = await BlockingThreads.forFiles.run {
      await withTaskGroup(of: Bool.self) { group in
        for _ in 0..<8 { group.addTask { Self.isOnOwnThread() } }
        return await group.allSatisfy { $0 }
      }
    }
    #expect(isOnOwn)
    #expect(!Self.isOnOwnThread())
  }

  private static func isOnOwnThread() -> Bool { DetachedThread.currentName == BlockingThreads.threadName }
}

/// Counts from several threads.
private final class Counter: Sendable {
  private let counts = Mutex((now: 0, highest: 0))

  var count: Int { counts.withLock { $0.now } }
  var highest: Int { counts.withLock { $0.highest } }

  func add(_ difference: Int) {
    counts.withLock {
      $0.now += difference
      $0.highest = max($0.highest, $0.now)
    }
  }
}

/// Lets waiting calls go on, on demand or after a timeout: from its own thread, so that the test also ends if all of Swift's threads wait.
private final class Release: Sendable {
  private let signal = DispatchSemaphore(value: 0)
  private let inTime = Mutex(false)

  init(_ release: @escaping @Sendable () -> Void) {
    Thread.detachNewThread { [self] in
      let isInTime = signal.wait(timeout: .now() + 60) == .success
      inTime.withLock { $0 = isInTime }
      release()
    }
  }

  func begin() { signal.signal() }

  var wasInTime: Bool { inTime.withLock { $0 } }
}

/// A folder that another process has locked.
private final class LockedFolder: Sendable {
  private let descriptor: Int32

  init(_ path: String) throws {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    try #require(descriptor >= 0 && flock(descriptor, LOCK_EX) == 0)
  }

  /// Said and not left to the last reference: a process that another test is just starting may have one.
  func unlock() {
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
