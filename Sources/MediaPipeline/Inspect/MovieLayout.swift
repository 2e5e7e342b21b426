import Foundation
import MediaFacts
import PushDelivery

/// The order of the boxes of an MP4 or QuickTime file (ISO/IEC 14496-12).
enum MovieLayout {
  /// Whether the index lies before the samples; nil for other formats, and where neither is found.
  static func hasIndexInFront(_ path: String, format: MediaFormat) -> Bool? {
    switch format {
    case .video(.mp4), .video(.m4v), .video(.quickTime), .video(.threeGP): hasIndexInFront(path)
    default: nil
    }
  }

  /// Real files have a handful of boxes before their samples.
  private static let mostBoxes = 64

  private static func hasIndexInFront(_ path: String) -> Bool? {
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? file.close() }
    var offset: UInt64 = 0
    for _ in 0..<mostBoxes {
      guard let box = box(of: file, at: offset) else { return nil }
      if box.type == "moov" { return true }
      if box.type == "mdat" { return false }
      let (next, overflow) = offset.addingReportingOverflow(box.byteCount)
      guard !overflow else { return nil }
      offset = next
    }
    return nil
  }

  /// A size of 32 bits, the type, and a size of 64 bits where the first is 1.
  private static func box(of file: FileHandle, at offset: UInt64) -> (type: String, byteCount: UInt64)? {
    guard (try? file.seek(toOffset: offset)) != nil, let header = try? file.read(upToCount: 16), header.count >= 8
    else { return nil }
    let type = String(decoding: header.dropFirst(4).prefix(4), as: UTF8.self)
    let short = number(header.prefix(4))
    let byteCount = short == 1 ? number(header.dropFirst(8)) : short
    // A size of 0 reaches to the file's end, so that nothing follows.
    return byteCount < 8 && !["moov", "mdat"].contains(type) ? nil : (type, byteCount)
  }

  private static func number(_ bytes: Data) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}
