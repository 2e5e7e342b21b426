import Essentials
import Findings
import FuzzSupport
import GIFCodec
import MediaFacts

/// What tells from bytes what they are.
extension FuzzTarget {
  static let all: [FuzzTarget] =
    pictures + cleaners + texts + [
      FuzzTarget("movie", of: .boxes) { bytes in
        let scrubbed = MovieHeader.scrubbing(bytes)
        precondition(scrubbed.count == bytes.count, "scrubbing keeps every byte's place")
      },
      FuzzTarget("gif-decoder") { bytes in _ = GIFDecoder(bytes) },
      FuzzTarget("icc") { bytes in _ = ICCProfile(bytes) },
      FuzzTarget("inflate") { bytes in
        precondition(Inflate.zlib(bytes.span, limit: 1 << 16)?.count ?? 0 <= 1 << 16, "the limit is kept")
        precondition(Gzip.content(ofGzip: bytes.span, limit: 1 << 16)?.bytes.count ?? 0 <= 1 << 16, "the limit is kept")
      },
      FuzzTarget("sniff") { bytes in
        _ = SniffedFormat(firstBytes: bytes)
        for format in PictureFormat.allCases { _ = HeaderFacts(parsing: bytes, format: format) }
      },
    ]

  /// A target for each format: what its header says, and what damage has taken.
  private static let pictures = PictureFormat.allCases.map { format in
    FuzzTarget(format.rawValue, of: structures[format]) { bytes in
      let facts = HeaderFacts(parsing: bytes, format: format)
      let loss = PictureLoss(of: bytes, format: format)
      precondition((0...1).contains(loss?.part ?? 0), "no more is lost than there was")
      _ = facts
    }
  }

  private static let structures: [PictureFormat: Structure] = [
    .jpeg: .jpeg, .png: .png, .heic: .boxes, .avif: .boxes, .jxl: .boxes,
  ]

  /// What is cleaned is clean: cleaning it again changes nothing.
  private static let cleaners = [
    FuzzTarget("strip-jpeg", of: .jpeg) { clean($0, .jpeg) }, FuzzTarget("strip-png", of: .png) { clean($0, .png) },
    FuzzTarget("rewrite-gif") { clean($0, .gif) },
  ]

  private static func clean(_ bytes: [UInt8], _ format: PictureFormat) {
    // Others are refused before.
    guard HeaderFacts(parsing: bytes, format: format).size?.count ?? 0 < 1 << 24,
      let once = try? CleanPicture(bytes, format: format).bytes
    else { return }
    precondition((try? CleanPicture(once, format: format).bytes) == once, "cleaning what is clean changes nothing")
  }

  private static let texts = [
    FuzzTarget("json") { bytes in
      var (reader, careful) = (JSONReader(bytes), JSONReader(bytes, isCareful: true))
      precondition(reader.values() == careful.values(), "short cuts change nothing")
    },
    FuzzTarget("url") { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      guard let url = try? StrictURL(text) else { return }
      _ = url.host
    },
    FuzzTarget("dates") { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      _ = (HTTPDate.seconds(text), CalendarDay(text), ProtobufTimestamp(rawValue: text))
    },
    FuzzTarget("entity-tag") { bytes in _ = EntityTag(field: String(decoding: bytes, as: UTF8.self)) },
  ]
}
