import Foundation
import FuzzSupport
import Libraries
import MediaFacts

@testable import MediaPipeline

/// What is remembered of former runs.
extension FuzzTarget {
  static let memory: [FuzzTarget] = [
    FuzzTarget("request-index") { bytes in _ = RequestIndex.read(bytes) },
    FuzzTarget("memory") { bytes in
      // The digest and what such files begin with are put before the input, which would hardly ever have them.
      let body = Array("richpush memory 4\n".utf8) + key.bytes + bytes
      guard let memory = MemoryFile(ContentDigest(of: body).bytes + body, under: key, sharing: ShapeTable()) else {
        return
      }
      precondition(
        MemoryFile(memory.bytes(under: key), under: key, sharing: ShapeTable())?.entries.count == memory.entries.count)
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
}
