/// The facts in one track of a movie: a `trak` box (ISO/IEC 14496-12, 8.3).
package struct MovieTrack: Hashable, Sendable {
  /// Its medium: `vide`, `soun` or something else.
  package private(set) var handler: FourCharacterCode?
  /// How its samples are coded; nil when unreadable, or not the same for all.
  package private(set) var coding: MovieCoding?
  /// By how many degrees clockwise players turn its pictures: 0, 90, 180 or 270; nil for anything else.
  package private(set) var rotation: Int?
  /// The size of its pictures in players before turning, in pixels; nil when it is not whole.
  package private(set) var shownSize: PixelSize?
  /// How long it plays, in seconds: its edit list, or all of its samples.
  package private(set) var duration: Double?
  /// The duration of all its samples, in seconds.
  package private(set) var mediaDuration: Double?
  package private(set) var sampleCount = 0
  /// Whether there are samples, and all are where samples may be in this file.
  package private(set) var hasAllSamples = false
  /// Chunks of pictures in a coding without long runs of zeros: H.264 and HEVC break up two (ITU-T H.264, 7.4.1), AV1 is coded
  /// arithmetically.
  private(set) var codedChunks: [Range<Int>] = []
  private(set) var hasMetadata = false

  /// - Parameters:
  ///   - movieTimescale: the ticks per second of edit lists.
  ///   - samplePlaces: the ranges of the file that may hold samples.
  init(_ track: Box, movieTimescale: Int?, samplePlaces: [Range<Int>]) {
    for box in track.boxes() {
      switch box.type {
      case "tkhd": readHeader(HeaderBox(box, identifierLength: 8))
      case "mdia": readMedia(box, samplePlaces)
      case "edts", "tref": break
      default: hasMetadata = hasMetadata || box.hasMetadata
      }
    }
    let edits = track.boxes().first("edts")?.boxes().first("elst")
    duration = edits.map { Self.seconds(Self.editedTicks($0), movieTimescale) } ?? mediaDuration
  }

  /// The size of its pictures for viewers: turned; nil when unknown.
  package var uprightSize: PixelSize? {
    guard let rotation else { return nil }
    return rotation % 180 == 0 ? shownSize : shownSize?.transposed
  }

  /// Whether players show each coded pixel as a square.
  package var hasSquarePixels: Bool { coding?.hasSquarePixels == true && coding?.size == shownSize }

  /// Samples per second, on average: the frame rate of a picture track.
  package var sampleRate: Double? { mediaDuration.flatMap { $0 > 0 ? Double(sampleCount) / $0 : nil } }

  /// Layer, group and volume, then the matrix that turns pictures, then their shown size.
  private mutating func readHeader(_ header: HeaderBox) {
    hasMetadata = hasMetadata || header.hasTimes
    rotation = Self.rotation(header.rest.clamped(at: 16))
    guard let width = header.rest.uint32(at: 52), let height = header.rest.uint32(at: 56) else { return }
    guard width & 0xFFFF == 0, height & 0xFFFF == 0 else { return }
    shownSize = PixelSize(width: width >> 16, height: height >> 16)
  }

  /// The matrix is a, b, u, c, d, v, x, y, w in fixed point: 16.16, and 2.30 for u, v and w. For a turned picture, x
  /// and y move it back to its place, and players only turn.
  private static func rotation(_ matrix: ByteView) -> Int? {
    let one = 1 << 16
    switch [0, 4, 12, 16].map({ matrix.int32(at: $0) }) {
    case [one, 0, 0, one]: return 0
    case [0, one, -one, 0]: return 90
    case [-one, 0, 0, -one]: return 180
    case [0, -one, one, 0]: return 270
    default: return nil
    }
  }

  private mutating func readMedia(_ media: Box, _ samplePlaces: [Range<Int>]) {
    var timescale: Int?
    for box in media.boxes() {
      switch box.type {
      case "mdhd":
        let header = HeaderBox(box)
        hasMetadata = hasMetadata || header.hasTimes
        timescale = header.timescale
      case "hdlr": readHandler(box.payload)
      case "minf", "elng": break
      default: hasMetadata = hasMetadata || box.hasMetadata
      }
    }
    guard let information = media.boxes().first("minf"), let table = information.boxes().first("stbl") else { return }
    let descriptions = table.boxes().first("stsd")
    coding = descriptions.flatMap { MovieCoding($0, handler: handler) }
    if coding?.hasMetadata == true { hasMetadata = true }
    let samples = SampleTable(table.boxes())
    sampleCount = samples.count
    if let codec = coding?.codec, ["avc1", "avc3", "hvc1", "hev1", "av01"].contains(codec) {
      codedChunks = samples.chunks ?? []
    }
    mediaDuration = Self.seconds(samples.ticks, timescale)
    hasAllSamples = samples.count > 0 && Self.isSelfContained(information) && samples.lie(in: samplePlaces)
  }

  /// The kind of track, and a name for people; cameras and editors write their own names here.
  private mutating func readHandler(_ payload: ByteView) {
    handler = payload.code(at: 8)
    var name = Array(payload.clamped(at: 24).bytes.prefix { $0 != 0 })
    if let length = name.first, Int(length) == name.count - 1 { name.removeFirst() }  // As QuickTime writes it.
    if !Self.standardNames.contains(String(decoding: name, as: UTF8.self)) { hasMetadata = true }
  }

  /// ffmpeg's names for tracks without one.
  private static let standardNames: Set<String> = ["", "VideoHandler", "SoundHandler"]

  /// Whether the samples are in this file: a data reference may name another one.
  private static func isSelfContained(_ information: Box) -> Bool {
    guard let references = information.boxes().first("dinf")?.boxes().first("dref") else { return false }
    return references.boxes(skipping: 8).allSatisfy { ($0.payload[3] ?? 0) & 1 == 1 }
  }

  /// The sum of the durations of an edit list, in the movie's ticks; nil when unreadable.
  private static func editedTicks(_ list: Box) -> Int? {
    let width = list.version == 1 ? 8 : 4
    var ticks = 0
    for index in 0..<(list.payload.uint32(at: 4) ?? 0) {
      guard let edit = list.payload.unsigned(at: 8 + index * (2 * width + 4), width: width),
        let sum = ticks.plus(edit)
      else { return nil }
      ticks = sum
    }
    return ticks
  }

  private static func seconds(_ ticks: Int?, _ timescale: Int?) -> Double? {
    guard let ticks, let timescale else { return nil }
    return Double(ticks) / Double(timescale)
  }
}

/// The common fields in the headers of a movie (`mvhd`), a track (`tkhd`) and its media (`mdhd`). All start with the
/// times of creation and change, in 32 bits or, in version 1, in 64.
struct HeaderBox {
  /// Whether it says when the movie was made or changed.
  private(set) var hasTimes = false
  /// Ticks per second in the header of a movie or media; nil when missing or 0.
  private(set) var timescale: Int?
  /// The fields after the duration, whose place depends on the version.
  private(set) var rest = ByteView([])

  /// - Parameter identifierLength: bytes between the times and the duration: 4 for a timescale, 8 for a track's
  ///   number and a reserved field.
  init(_ box: Box?, identifierLength: Int = 4) {
    guard let box else { return }
    let width = box.version == 1 ? 8 : 4
    hasTimes = box.payload.clamped(at: 4, length: 2 * width).bytes.contains { $0 != 0 }
    timescale = box.payload.uint32(at: 4 + 2 * width).flatMap { $0 > 0 ? $0 : nil }
    rest = box.payload.clamped(at: 4 + 3 * width + identifierLength)
  }
}
