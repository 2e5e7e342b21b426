import MediaFacts
import MediaPipeline
import PushDelivery

/// Something to publish.
struct PublishedBytes: PublishableRendition {
  let bytes: [UInt8]
  var digest: ContentDigest { ContentDigest(of: bytes) }
  var mediaFormat: MediaFormat { .picture(.jpeg) }

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Bytes of every value, those that mean something to text protocols among them.
  init(seed: Int, count: Int = 40_000) {
    bytes = (0..<count).map { UInt8(truncatingIfNeeded: ($0 &* 31) ^ ($0 >> 8) ^ seed) } + Array("\r\n--\r\n\0".utf8)
  }
}
