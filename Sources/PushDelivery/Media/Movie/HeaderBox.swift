/// The fields that the headers of a movie (`mvhd`), a track (`tkhd`) and its media (`mdhd`) have in common. All start
/// with the times of creation and change, in 32 bits or, in version 1, in 64.
struct HeaderBox {
  /// What the header tells beyond the movie itself.
  private(set) var metadata: Set<MovieMetadata> = []
  /// Ticks a second, where the header is that of a movie or of media; nil when it is missing or 0.
  private(set) var timescale: Int?
  /// The fields that follow duration, at different places in each version.
  private(set) var rest = ByteView([])

  /// - Parameter identifierLength: bytes between the times and the duration: 4 for a timescale, 8 for a track's
  ///   number and a reserved field.
  init(_ box: Box?, identifierLength: Int = 4) {
    guard let box else { return }
    let width = box.version == 1 ? 8 : 4
    if box.payload.clamped(at: 4, length: 2 * width).bytes.contains(where: { $0 != 0 }) { metadata.insert(.times) }
    timescale = box.payload.uint32(at: 4 + 2 * width).flatMap { $0 > 0 ? $0 : nil }
    rest = box.payload.clamped(at: 4 + 3 * width + identifierLength)
  }
}
