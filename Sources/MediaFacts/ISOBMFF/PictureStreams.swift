/// The coded pictures of an AVIF file as a stream for AV1 decoders: IVF, a header of 32 bytes, and before each frame its length and its
/// time.
package enum AV1Stream {
  /// All coded pictures.
  ///
  /// - Returns: nil where no picture is in the file as one piece.
  package static func ivf(ofAVIF bytes: [UInt8]) -> [UInt8]? {
    let pictures = ItemTable.pictures(of: ["av01"], in: ByteView(bytes))
    guard !pictures.isEmpty else { return nil }
    // Sizes are in the pictures themselves; before them is the rate, 1 frame a second.
    let start = Array("DKIF".utf8) + [0, 0, 32, 0] + Array("AV01".utf8) + .little(64, 2) + .little(64, 2)
    let header = start + .little(1, 4) + .little(1, 4) + .little(pictures.count, 4) + .little(0, 4)
    return pictures.enumerated().reduce(into: header) {
      $0 += .little($1.element.count, 4) + .little($1.offset, 8) + $1.element.bytes
    }
  }
}

/// The coded pictures of a HEIC file as a stream for HEVC decoders: with a code before each unit (ITU-T H.265, annex B) in place of its
/// length (ISO/IEC 14496-15, 8.3).
package enum HEVCStream {
  /// Encoders write some hundred bytes.
  private static let largestSetup = 4096

  /// All coded pictures, including tiles.
  ///
  /// - Returns: nil where no picture is in the file as one piece, or pictures share their bytes.
  package static func annexB(ofHEIC bytes: [UInt8]) -> [UInt8]? {
    var stream: [UInt8] = []
    for picture in ItemTable.codedPictures(of: ["hvc1"], in: ByteView(bytes)) {
      guard let setup = picture.properties.first(where: { $0.type == "hvcC" })?.payload,
        setup.count <= largestSetup, let widths = setup[21]
      else { continue }
      addParameters(setup, to: &stream)
      addUnits(picture.bytes, lengthWidth: Int(widths & 3) + 1, to: &stream)
      // Codes may be longer than lengths, and each tile repeats its parameters.
      guard stream.count <= 4 * bytes.count + (1 << 22) else { return nil }
    }
    return stream.isEmpty ? nil : stream
  }

  /// The parameter sets of a decoder configuration record (ISO/IEC 14496-15, 8.3.3.1).
  private static func addParameters(_ setup: ByteView, to stream: inout [UInt8]) {
    var position = 23
    for _ in 0..<(setup[22] ?? 0) {
      guard let count = setup.uint16(at: position + 1) else { return }
      position += 3
      for _ in 0..<count {
        guard let length = setup.uint16(at: position), let unit = setup.part(at: position + 2, length: length) else {
          return
        }
        add(unit, to: &stream)
        position += 2 + length
      }
    }
  }

  private static func addUnits(_ picture: ByteView, lengthWidth: Int, to stream: inout [UInt8]) {
    var position = 0
    while let length = picture.unsigned(at: position, width: lengthWidth),
      let unit = picture.part(at: position + lengthWidth, length: length)
    {
      add(unit, to: &stream)
      position += lengthWidth + length
    }
  }

  private static func add(_ unit: ByteView, to stream: inout [UInt8]) {
    guard !unit.isEmpty else { return }
    stream += [0, 0, 0, 1]
    stream += unit.bytes
  }
}
