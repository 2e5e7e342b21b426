/// The coded pictures of an AVIF file as a stream for AV1 decoders: IVF, a header of 32 bytes, and before each frame its length and its
/// time.
package enum AV1Stream {
  /// All coded pictures.
  ///
  /// - Parameter bytes: the whole file.
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
