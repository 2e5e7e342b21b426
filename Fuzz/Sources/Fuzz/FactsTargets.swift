import Findings
import GIFCodec
import MediaFacts
import Zlib

/// Something that reads bytes of strangers. It must end, with whatever result, for all of them; where a law holds for its result, it stops
/// the process when that is broken.
struct FuzzTarget: Sendable {
  let name: String
  let run: @Sendable ([UInt8]) -> Void

  static let all =
    pictures + cleaners + texts + [
      FuzzTarget(name: "movie") { bytes in
        _ = MovieHeader.duration(of: bytes)
        let scrubbed = MovieHeader.scrubbing(bytes)
        precondition(scrubbed.count == bytes.count, "scrubbing keeps every byte's place")
      },
      FuzzTarget(name: "gif-decoder") { bytes in _ = GIFDecoder(bytes) },
      FuzzTarget(name: "icc") { bytes in _ = ICCProfile(bytes) },
      FuzzTarget(name: "inflate") { bytes in
        precondition(Inflate.zlib(bytes.span, limit: 1 << 16)?.count ?? 0 <= 1 << 16, "the limit is kept")
        precondition(Gzip.content(ofGzip: bytes.span, limit: 1 << 16)?.bytes.count ?? 0 <= 1 << 16, "the limit is kept")
      },
      FuzzTarget(name: "sniff") { bytes in
        _ = SniffedFormat(firstBytes: bytes)
        for format in PictureFormat.allCases { _ = HeaderFacts(parsing: bytes, format: format) }
      },
    ]

  /// A target for each format: what its header says, and what damage has taken.
  private static let pictures = PictureFormat.allCases.map { format in
    FuzzTarget(name: format.rawValue) { bytes in
      let facts = HeaderFacts(parsing: bytes, format: format)
      let loss = PictureLoss(of: bytes, format: format)
      precondition((0...1).contains(loss?.part ?? 0), "no more is lost than there was")
      _ = facts
    }
  }

  /// What is cleaned is clean: cleaning it again changes nothing.
  private static let cleaners = [
    FuzzTarget(name: "strip-jpeg") { isStable($0) { try JPEGMetadataStripper().strip($0) } },
    FuzzTarget(name: "strip-png") { isStable($0) { try PNGMetadataStripper().strip($0) } },
    FuzzTarget(name: "rewrite-gif") { isStable($0) { try GIFRewriter().rewrite($0) } },
  ]

  private static func isStable(_ bytes: [UInt8], _ clean: ([UInt8]) throws -> [UInt8]) {
    guard let once = try? clean(bytes) else { return }
    precondition((try? clean(once)) == once, "cleaning what is clean changes nothing")
  }

  private static let texts = [
    FuzzTarget(name: "json") { bytes in
      for dialect in [JSONReader.Dialect.json, .program] {
        var reader = JSONReader(bytes, dialect: dialect)
        var careful = JSONReader(bytes, dialect: dialect, isCareful: true)
        precondition(reader.values() == careful.values(), "short cuts change nothing")
      }
    },
    FuzzTarget(name: "url") { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      guard let url = try? StrictURL(text) else { return }
      _ = url.host
    },
    FuzzTarget(name: "dates") { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      _ = (HTTPDate.seconds(text), CookieDate.seconds(text), CalendarDay(text), ProtobufTimestamp(rawValue: text))
    },
    FuzzTarget(name: "entity-tag") { bytes in _ = EntityTag(field: String(decoding: bytes, as: UTF8.self)) },
  ]
}
