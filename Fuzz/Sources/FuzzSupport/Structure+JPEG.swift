extension Structure {
  /// Segments with their lengths, and behind the head of a scan its coded data (ITU-T T.81, annex B).
  public static let jpeg = Structure(
    parts: { bytes in
      guard bytes.starts(with: [0xFF, 0xD8]) else { return nil }
      var (rest, segments) = (bytes.dropFirst(2), [Part]())
      while rest.count >= 4, rest.first == 0xFF {
        let marker = rest[rest.startIndex + 1]
        guard hasLength(marker) else {
          segments.append(Part(kind: [marker], content: []))
          rest = rest.dropFirst(2)
          continue
        }
        let length = min(max(bigEndian(rest.dropFirst(2).prefix(2)), 2), rest.count - 2)
        segments.append(Part(kind: [marker], content: Array(rest.dropFirst(4).prefix(length - 2))))
        rest = rest.dropFirst(2 + length)
        if marker == startOfScan {
          let scan = codedData(rest)
          segments.append(Part(kind: [], content: Array(scan)))
          rest = rest.dropFirst(scan.count)
        }
      }
      return segments + [Part(kind: [], content: Array(rest))]
    },
    bytes: { segments in
      segments.reduce(into: [0xFF, 0xD8]) { bytes, segment in
        guard let marker = segment.kind.first else {
          bytes += segment.content
          return
        }
        bytes += [0xFF, marker]
        guard hasLength(marker) else { return }
        let content = segment.content.prefix(65_533)
        bytes += bigEndian(content.count + 2, width: 2) + content
      }
    },
    kinds: [
      0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC9, 0xCA, 0xCC, 0xD0, 0xD7, 0xD8, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xE0, 0xE1, 0xE2,
      0xEB, 0xED, 0xEE, 0xFE,
    ].map { [$0] })

  private static let startOfScan: UInt8 = 0xDA

  private static func hasLength(_ marker: UInt8) -> Bool { !(0xD0...0xD9).contains(marker) && marker != 0x01 }

  /// Up to a marker that is not a restart; 0xFF and a zero are not a marker.
  private static func codedData(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let end = bytes.indices.dropLast().first { index in
      let next = bytes[index + 1]
      return bytes[index] == 0xFF && next != 0 && !(0xD0...0xD7).contains(next)
    }
    return bytes[..<(end ?? bytes.endIndex)]
  }
}
