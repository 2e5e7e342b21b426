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
      // What such files begin with is put before the input, which would hardly ever have it.
      var writer = CompactWriter()
      writer.add(key, [ContentDigest?]())
      var memory = MemoryFile(StoredValues([writer.bytes, bytes]), under: key, sharing: ShapeTable())
      while memory?.next(100) != nil {}
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
