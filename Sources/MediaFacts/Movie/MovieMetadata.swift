/// Information in a movie besides pictures and sound, which must not be published.
package enum MovieMetadata: String, Hashable, Sendable, CaseIterable {
  /// Where it was taken.
  case place
  /// When it was made or changed.
  case times
  /// Titles, comments, names of people, devices and programs.
  case text
  case xmp
  /// Anything else that players do not need.
  case other
}

extension MovieMetadata {
  /// The metadata in a box of a file, movie or track that does not describe pictures or sound. Lists without entries
  /// hold nothing: ffmpeg always writes one.
  static func kinds(in box: Box) -> Set<MovieMetadata> {
    switch box.type {
    case "udta": kinds(in: box.boxes(), of: box.payload, kind: userDataKinds)
    case "meta": itemKinds(box)
    default: kind(of: box).map { [$0] } ?? []
    }
  }

  /// The metadata in a single box, whatever it contains; nil for padding.
  private static func kind(of box: Box) -> MovieMetadata? {
    switch box.type {
    case "free", "skip", "wide": nil
    case "loci", FourCharacterCode(rawValue: 0xA978_797A): .place
    case "XMP_": .xmp
    case "uuid": isXMP(box.payload) ? .xmp : .other
    case "titl", "auth", "dscp", "cprt", "perf", "gnre", "albm", "name", "manu", "modl": .text
    default: box.type.bytes.first == 0xA9 ? .text : .other  // The copyright sign of Mac OS Roman.
    }
  }

  /// The kinds of all boxes of a list. Unreadable data counts, except for zeros, with which QuickTime ends user data.
  private static func kinds(
    in boxes: Boxes, of payload: ByteView, kind: (Box) -> Set<MovieMetadata>
  ) -> Set<MovieMetadata> {
    var boxes = boxes
    var found: Set<MovieMetadata> = []
    while let box = boxes.next() { found.formUnion(kind(box)) }
    let unread = payload.clamped(at: boxes.position).bytes
    return unread.allSatisfy { $0 == 0 } ? found : found.union([.other])
  }

  private static func userDataKinds(_ box: Box) -> Set<MovieMetadata> {
    box.type == "meta" ? itemKinds(box) : kind(of: box).map { [$0] } ?? []
  }

  /// A list of tags, named by codes or by keys such as `com.apple.quicktime.location.ISO6709`.
  private static func itemKinds(_ meta: Box) -> Set<MovieMetadata> {
    // In QuickTime files it lacks a version.
    let contents = meta.boxes(skipping: meta.payload.code(at: 4) == "hdlr" ? 0 : 4)
    var found: Set<MovieMetadata> = []
    for box in contents {
      switch box.type {
      case "hdlr": break
      case "keys": found.formUnion(keyKinds(box.payload))
      case "ilst": found.formUnion(kinds(in: box.boxes(), of: box.payload, kind: tagKinds))
      default: found.formUnion(kind(of: box).map { [$0] } ?? [])
      }
    }
    return found
  }

  /// Version and flags, their number, then the names of keys.
  private static func keyKinds(_ payload: ByteView) -> Set<MovieMetadata> {
    if payload.contains("location") { return [.place] }
    return payload.count > 8 ? [.text] : []
  }

  /// Tags are named by codes with other meanings elsewhere, or by the numbers of their keys.
  private static func tagKinds(_ tag: Box) -> Set<MovieMetadata> {
    switch kind(of: tag) {
    case nil: []
    case .place: [.place]
    default: [.text]
    }
  }

  /// The identifier of XMP (XMP specification, part 3, 1.2.7.1).
  private static func isXMP(_ payload: ByteView) -> Bool {
    payload.has([0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC])
  }
}
