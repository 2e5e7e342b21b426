import Cescape
import Cvips
import Foundation
import MediaPipeline
import PushDelivery

/// A worker whose process really crashes, hangs, ends, breaks its heap, runs out of memory, lies about its result, leaves things behind or
/// tries to get out when a file's name says so; with every other file it does what a worker does. Only for tests.
@main
struct FaultyWorker {
  /// Bytes of address space, a fraction of what the machines have that tests run on.
  private static let memoryLimit = 300_000_000

  static func main() async {
    await WorkerLoop.run(memoryLimit: memoryLimit) { job, progress in
      let path = job.path
      if path.contains("crash") { raise(SIGSEGV) }
      if path.contains("stiff"), case .render(_, .motion) = job.work { raise(SIGSEGV) }
      // Far longer than any time limit of a test.
      if path.contains("hang") { sleep(600) }
      if path.contains("exit") { exit(5) }
      if path.contains("memory") { exhaustMemory() }
      if path.contains("heap") { breakHeap() }
      if path.contains("stop") { raise(SIGSTOP) }
      if path.contains("kill") { raise(SIGKILL) }
      if path.contains("close") { closeEverything() }
      if path.contains("escape") { return .failed(.untrustworthy(detail: waysOut().joined(separator: ", "))) }
      if path.contains("deaf") { soon { raise(SIGSTOP) } }
      if path.contains("nest") { _ = escape_nest(outputFolder, nestedCount) }
      if path.contains("orphan") { return leaveBehind() }
      let reply = await WorkerLoop.perform(job, progress: progress)
      if path.contains("lie"), !job.output.isEmpty { try? Data("no picture".utf8).write(to: URL(filePath: job.output)) }
      return reply
    }
  }

  /// Gives the same block back twice. It is of a size for which the allocator holds its locks when it notices.
  private static func breakHeap() {
    let block = g_malloc(100_000)
    // Follows the block, so that the block is not part of the unused memory.
    _ = g_malloc(100_000)
    g_free(block)
    g_free(block)
  }

  /// Says nothing any more, and goes on. Its input stays open: a worker whose input ends, ends.
  private static func closeEverything() {
    for descriptor: Int32 in 1..<64 { close(descriptor) }
    sleep(600)
  }

  /// So deep that the path of the innermost folder is longer than the system takes paths.
  private static let nestedCount: Int32 = 5_000

  /// When the job in hand has been answered.
  private static func soon(_ act: @escaping @Sendable () -> Void) {
    Thread.detachNewThread {
      usleep(200_000)
      act()
    }
  }

  /// Starts a process, ends without it soon after, and answers with its number.
  private static func leaveBehind() -> WorkerReply {
    let child = escape_leave_behind()
    soon { _exit(0) }
    return .failed(.untrustworthy(detail: "\(child)"))
  }

  private static var outputFolder: String { ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp" }

  /// The ways by which it got out, to the folder that its first argument names.
  private static func waysOut() -> [String] {
    (0..<escape_count()).filter { escape_try($0, CommandLine.arguments[1], outputFolder) == 1 }
      .map { String(cString: escape_name($0)) }
  }

  /// Takes memory from GLib, as libvips does for its decoders, until the process reaches the limit of its address space, as with a file
  /// that needs too much; nothing here ends the process.
  ///
  /// Every page is written to, so that it is really there. Twice the limit is never asked for: a worker whose limit does not hold
  /// goes on with its job, and the test fails.
  private static func exhaustMemory() {
    let block = 1 << 20
    for _ in 0..<2 * memoryLimit / block { memset(g_malloc(gsize(block)), 1, block) }
  }
}
