import Cryptography
import Foundation
import FuzzSupport
import MediaFacts

@testable import MediaPipeline

/// Plans of shards, their results, and what is remembered of former runs.
extension FuzzTarget {
  static let shards: [FuzzTarget] = [
    FuzzTarget("run-plan", run: tryPlan),
    FuzzTarget("shard-result") { bytes in
      guard let result = ShardResult(lines: bytes) else { return }
      precondition(ShardResult(lines: result.lines)?.lines == result.lines, "what is written is read as the same")
    },
    FuzzTarget("request-index") { bytes in _ = RequestIndex.read(bytes) },
    FuzzTarget("memory") { bytes in
      // The digest and what such files begin with are put before the input, which would hardly ever have them.
      let body = Array("richpush memory 1\n".utf8) + key.bytes + bytes
      guard let memory = MemoryFile(ContentDigest(of: body).bytes + body, under: key, sharing: ShapeTable()) else {
        return
      }
      precondition(
        memory.bytes(under: key).map { MemoryFile($0, under: key, sharing: ShapeTable())?.entries.count }
          == memory.entries.count)
    },
    FuzzTarget("compact") { bytes in
      var reader = CompactReader(bytes)
      while !reader.isAtEnd {
        guard (try? reader.integer()) != nil, (try? reader.string()) != nil, (try? reader.count()) != nil else {
          return
        }
      }
    },
  ]

  private static let key = ContentDigest(of: [])

  /// A plan with the digest of what it says behind it, as a machine could write that is another's.
  private static func tryPlan(_ bytes: [UInt8]) {
    let end = Array("],\"sha256\":\"\(ContentDigest(of: bytes).hex)\"}\n".utf8)
    let path = "/dev/shm/richpush-fuzz-plan-\(ProcessInfo.processInfo.processIdentifier)"
    guard FileManager.default.createFile(atPath: path, contents: Data(bytes + end)) else { return }
    defer { unlink(path) }
    let file = RunPlanFile(path: path)
    _ = try? file.header()
    guard let contents = try? file.read() else { return }
    precondition((try? file.read(shard: 1))?.assets.allSatisfy { $0.shard == 1 } ?? true, "a shard gets its own")
    _ = (contents, try? file.largestShare())
  }
}
