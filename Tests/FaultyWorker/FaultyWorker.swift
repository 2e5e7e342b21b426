import Foundation
import MediaPipeline

/// A worker whose process really crashes, hangs, talks nonsense or runs out of memory when a file's name says so; with every other
/// file it does what a worker does. Only for tests.
@main
struct FaultyWorker {
  static func main() async {
    await WorkerLoop.run(memoryLimit: 300_000_000) { job, progress in
      let path =
        switch job {
        case .inspect(let path, _), .probe(let path, _, _), .verify(let path, _, _), .render(let path, _, _, _, _),
          .renderMotion(let path, _, _, _, _):
          path
        }
      if path.contains("crash") { raise(SIGSEGV) }
      if path.contains("hang") { while true { sleep(1) } }
      if path.contains("exit") { exit(5) }
      if path.contains("memory") { exhaustMemory() }
      if path.contains("stop") { raise(SIGSTOP) }
      return await WorkerLoop.perform(job, progress: progress)
    }
  }

  /// Takes memory until there is no more, as a decoder of a bomb does.
  private static func exhaustMemory() {
    var blocks: [UnsafeMutableRawPointer] = []
    while true {
      guard let block = malloc(16 << 20) else { exit(77) }
      memset(block, 1, 16 << 20)
      blocks.append(block)
    }
  }
}
