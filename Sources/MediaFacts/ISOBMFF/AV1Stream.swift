/// The coded pictures of an AVIF file as a stream for AV1 decoders: IVF, a header of 32 bytes, and before each frame its length and its
/// time.
package enum AV1Stream {
  /// Tiles of a photograph; more than encoders make.
  private static let mostPictures = 512

  /// All coded pictures, including those of tiles, alpha and gain maps.
  ///
  /// - Parameter bytes: the whole file.
  /// - Returns: nil where no picture is in the file as one piece.
  package static func ivf(ofAVIF bytes: [UInt8]) -> [UInt8]? {
    let file = ByteView(bytes)
    guard let meta = Boxes(file).first("meta"),
      let locations = meta.boxes(skipping: 4).first("iloc").flatMap(ItemLocations.init)
    else { return nil }
    let coded = ItemTable(meta).items.filter { $0.type == "av01" }.prefix(mostPictures)
    let pictures = coded.compactMap { locations.bytes(of: $0.identifier, in: file) }
    guard !pictures.isEmpty else { return nil }
    // Sizes are in the pictures themselves; before them is the rate, 1 frame a second.
    let start = Array("DKIF".utf8) + [0, 0, 32, 0] + Array("AV01".utf8) + little(64, 2) + little(64, 2)
    let header = start + little(1, 4) + little(1, 4) + little(pictures.count, 4) + little(0, 4)
    return pictures.enumerated().reduce(header) {
      $0 + little($1.element.count, 4) + little($1.offset, 8) + $1.element.bytes
    }
  }

  private static func little(_ number: Int, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
