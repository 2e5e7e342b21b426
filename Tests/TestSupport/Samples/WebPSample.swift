/// Writes WebP files without pixels.
package enum WebPSample {
  package static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    ascii(type) + little(data.count, 4) + data + (data.count % 2 == 1 ? [0] : [])
  }

  package static func file(_ chunks: [UInt8]) -> [UInt8] {
    ascii("RIFF") + little(chunks.count + 4, 4) + ascii("WEBP") + chunks
  }

  package static func lossy(width: Int, height: Int) -> [UInt8] {
    chunk("VP8 ", [0, 0, 0, 0x9D, 0x01, 0x2A] + little(width | 0x4000, 2) + little(height, 2))
  }

  package static func lossless(width: Int, height: Int, hasAlpha: Bool) -> [UInt8] {
    chunk("VP8L", [0x2F] + little((width - 1) | (height - 1) << 14 | (hasAlpha ? 1 << 28 : 0), 4))
  }

  package static func extended(flags: UInt8, width: Int, height: Int) -> [UInt8] {
    chunk("VP8X", [flags, 0, 0, 0] + little(width - 1, 3) + little(height - 1, 3))
  }

  package static func frame(_ picture: [UInt8]) -> [UInt8] { chunk("ANMF", [UInt8](repeating: 0, count: 16) + picture) }

  package static func frame(duration: Int, clears: Bool) -> [UInt8] {
    chunk("ANMF", [UInt8](repeating: 0, count: 12) + little(duration, 3) + [clears ? 3 : 2])
  }

  /// A frame with its size in the corner of the canvas.
  package static func frame(_ picture: [UInt8], width: Int, height: Int, clears: Bool = false) -> [UInt8] {
    let place = little(0, 6) + little(width - 1, 3) + little(height - 1, 3)
    return chunk("ANMF", place + little(40, 3) + [clears ? 3 : 2] + picture)
  }

  package static func animation(_ frames: [UInt8], plays: Int) -> [UInt8] {
    file(extended(flags: 0x02, width: 9, height: 9) + chunk("ANIM", [0, 0, 0, 0] + little(plays, 2)) + frames)
  }

  package static let full =
    file(
      extended(flags: 0x2E, width: 300, height: 200) + chunk("ICCP", ICCSample.displayP3.bytes)
        + chunk("ANIM", [0, 0, 0, 0, 0, 0]) + frame(lossless(width: 300, height: 200, hasAlpha: true))
        + frame(lossy(width: 30, height: 20)) + chunk("EXIF", TIFFSample.exif(orientation: 6, hasPlace: true))
        + chunk("XMP ", ascii("<rdf/>"))) + ascii("trailing")
}
