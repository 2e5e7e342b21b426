extension Structure {
  /// Boxes in boxes with their sizes (ISO/IEC 14496-12, section 4.2): HEIC, AVIF, JPEG XL, MP4.
  public static let boxes = Structure(
    parts: { bytes in
      // What begins in another way is not a box, such as a JPEG XL codestream.
      guard bytes.count >= 8, bytes[0] == 0 else { return nil }
      return boxes(in: bytes[...], depth: 0)
    },
    bytes: { all in all.flatMap(bytes(of:)) },
    kinds: (Array(containers.keys)
      + [
        "ftyp", "mdat", "free", "hdlr", "pitm", "iloc", "iinf", "infe", "iref", "ispe", "pixi", "colr", "irot", "imir",
        "clap", "pasp", "auxC",
        "hvcC", "av1C", "ipma", "idat", "grpl", "mvhd", "tkhd", "mdhd", "elst", "stsd", "stts", "ctts", "stsc", "stsz",
        "stco", "co64", "stss",
        "mehd", "trex", "tfhd", "tfdt", "trun", "sidx", "uuid", "jxlc", "jxlp", "jbrd", "Exif", "xml ", "thmb", "cdsc",
        "dimg",
      ]).map { Array($0.utf8) })

  /// Boxes that have others in them, behind so many bytes of their own.
  private static let containers = [
    "moov": 0, "trak": 0, "mdia": 0, "minf": 0, "stbl": 0, "edts": 0, "udta": 0, "moof": 0, "traf": 0, "mvex": 0,
    "dinf": 0, "meta": 4, "iprp": 0,
    "ipco": 0,
  ]

  private static func boxes(in bytes: ArraySlice<UInt8>, depth: Int) -> [Part] {
    var (rest, boxes) = (bytes, [Part]())
    while rest.count >= 8 {
      let size = bigEndian(rest.prefix(4))
      let length = size < 8 ? rest.count : min(size, rest.count)
      let (kind, payload) = (Array(rest.dropFirst(4).prefix(4)), rest.dropFirst(8).prefix(length - 8))
      if let own = containers[String(decoding: kind, as: UTF8.self)], depth < 8, payload.count >= own {
        boxes.append(
          Part(
            kind: kind, content: Array(payload.prefix(own)),
            parts: Self.boxes(in: payload.dropFirst(own), depth: depth + 1)))
      } else {
        boxes.append(Part(kind: kind, content: Array(payload)))
      }
      rest = rest.dropFirst(length)
    }
    return boxes
  }

  private static func bytes(of box: Part) -> [UInt8] {
    let payload = box.content + box.parts.flatMap(bytes(of:))
    return bigEndian(payload.count + 8, width: 4) + box.kind + payload
  }
}
