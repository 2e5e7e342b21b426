/// The facts in an MP4 file's boxes (ISO/IEC 14496-12) that show whether it is the requested movie. Any bytes are
/// allowed; reading takes time in proportion to their number.
package struct MovieFacts: Hashable, Sendable {
  /// The major brand, then the compatible ones; empty unless the file starts with them.
  package private(set) var brands: [FourCharacterCode] = []
  /// Whether there is one index before all samples, so that a player can start before it has everything.
  package private(set) var hasIndexInFront = false
  /// Whether samples are in fragments, each with its own index.
  package private(set) var hasFragments = false
  package private(set) var tracks: [MovieTrack] = []
  /// Whether it holds something besides pictures and sound.
  package private(set) var hasMetadata = false
  /// Whether every sample of every track is in the file.
  package private(set) var hasAllSamples = false
  /// Unused bytes after the last box.
  package private(set) var trailingByteCount = 0

  package init(_ view: ByteView) {
    var boxes = Boxes(view)
    var contents = TopLevel()
    trailingByteCount = view.count
    // A box of an unknown kind that exceeds the file is the beginning of another file.
    while let box = boxes.next(), box.type.isPrintable, !box.isCutOff || TopLevel.kinds.contains(box.type) {
      trailingByteCount = view.count - boxes.position
      contents.add(box)
    }
    brands = contents.brands
    hasMetadata = contents.hasMetadata
    hasFragments = contents.hasFragments
    hasIndexInFront = contents.isIndexInFront && contents.indices.count == 1
    for index in contents.indices { read(index, contents.samplePlaces) }
    hasAllSamples = !contents.isCutOff && !tracks.isEmpty && tracks.allSatisfy(\.hasAllSamples)
  }

  /// Real files have a handful of tracks.
  private static let trackLimit = 64

  /// How long it plays, in seconds: as its longest track; nil when one is unknown.
  package var duration: Double? {
    let durations = tracks.compactMap(\.duration)
    return durations.count == tracks.count ? durations.max() : nil
  }

  private mutating func read(_ movie: Box, _ samplePlaces: [Range<Int>]) {
    let header = HeaderBox(movie.boxes().first("mvhd"))
    hasMetadata = hasMetadata || header.hasTimes
    for box in movie.boxes() {
      switch box.type {
      case "trak" where tracks.count < Self.trackLimit:
        let track = MovieTrack(box, movieTimescale: header.timescale, samplePlaces: samplePlaces)
        hasMetadata = hasMetadata || track.hasMetadata
        tracks.append(track)
      case "mvhd", "iods", "free", "skip": break
      case "mvex": hasFragments = true
      default: hasMetadata = hasMetadata || box.hasMetadata
      }
    }
  }
}

/// The boxes that a file consists of.
private struct TopLevel {
  var brands: [FourCharacterCode] = []
  var indices: [Box] = []
  var samplePlaces: [Range<Int>] = []
  var isIndexInFront = false
  var hasFragments = false
  /// Whether the last box claims more bytes than exist.
  var isCutOff = false
  var hasMetadata = false
  private var isFirst = true

  static let kinds: Set<FourCharacterCode> = [
    "ftyp", "moov", "mdat", "moof", "sidx", "styp", "mfra", "free", "skip", "wide", "meta", "uuid", "udta",
  ]

  /// Real files have one of each.
  private static let limit = 16

  mutating func add(_ box: Box) {
    isCutOff = isCutOff || box.isCutOff
    switch box.type {
    case "ftyp": if isFirst { readBrands(box.payload) } else { hasMetadata = true }
    case "moov": if indices.count < Self.limit { indices.append(box) }
    case "mdat": addSamples(box)
    case "moof", "sidx", "styp", "mfra": hasFragments = true
    case "free", "skip", "wide": break
    default: hasMetadata = hasMetadata || box.hasMetadata
    }
    isFirst = false
  }

  private mutating func addSamples(_ box: Box) {
    if samplePlaces.isEmpty { isIndexInFront = !indices.isEmpty }
    guard samplePlaces.count < Self.limit else { return }
    samplePlaces.append(box.payloadOffset..<(box.payloadOffset + box.payload.count))
  }

  /// The major brand, its version, the compatible brands.
  private mutating func readBrands(_ payload: ByteView) {
    let offsets = [0] + stride(from: 8, to: payload.count, by: 4).prefix(Self.limit)
    brands = offsets.compactMap(payload.code(at:))
  }
}
