/// How the samples of a track are coded: its one sample entry (ISO/IEC 14496-12, 8.5.2 and 12.1).
package struct MovieCoding: Hashable, Sendable {
  /// The codec: `avc1`, `mp4a` and so on.
  package let codec: FourCharacterCode
  /// The size of coded pictures; nil for other media.
  package private(set) var size: PixelSize?
  /// Whether coded pixels are square, as far as given here.
  package private(set) var hasSquarePixels = true
  /// The requirements for an H.264 decoder, if given.
  package private(set) var configuration: AVCConfiguration?
  /// The meaning of the numbers, if given by code points.
  package private(set) var codePoints: CodePoints?
  /// Whether the encoder left its name, or there is a box that players do not need, such as an ICC profile.
  private(set) var hasMetadata = false

  /// nil unless there is exactly one entry.
  init?(_ descriptions: Box, handler: FourCharacterCode?) {
    var entries = descriptions.boxes(skipping: 8)
    guard descriptions.payload.uint32(at: 4) == 1, let entry = entries.next() else { return nil }
    codec = entry.type
    if handler == "vide" { readPictures(entry) }
  }

  /// The fields of a visual entry before its boxes.
  static let visualLength = 78

  /// Whether a box of a visual entry is needed to decode and show its pictures. Other boxes may hold any text; players take colours from
  /// code points, and ignore ICC profiles.
  static func needs(_ box: Box) -> Bool {
    switch box.type {
    case "avcC", "hvcC", "esds", "pasp", "clap", "fiel", "btrt", "free": true
    case "colr": box.payload.has("nclx") || box.payload.has("nclc")
    default: false
    }
  }

  private mutating func readPictures(_ entry: Box) {
    let payload = entry.payload
    guard let width = payload.uint16(at: 24), let height = payload.uint16(at: 26) else { return }
    size = PixelSize(width: width, height: height)
    hasMetadata = (payload[42] ?? 0) > 0
    for box in entry.boxes(skipping: Self.visualLength) {
      hasMetadata = hasMetadata || !Self.needs(box)
      switch box.type {
      case "pasp": hasSquarePixels = box.payload.uint32(at: 0) == box.payload.uint32(at: 4)
      case "avcC": configuration = AVCConfiguration(box.payload)
      case "colr" where Self.needs(box): codePoints = CodePoints(box: box.payload) ?? codePoints
      default: break
      }
    }
  }
}

/// The requirements for an H.264 decoder: an `avcC` box (ISO/IEC 14496-15, 5.3.3).
package struct AVCConfiguration: Hashable, Sendable {
  /// The number of the profile: 66 Baseline, 77 Main, 100 High.
  package let profile: Int
  /// Ten times the level: 31 for level 3.1.
  package let level: Int
  /// The chroma format: 1 for 4:2:0; nil where only the profile says it.
  package private(set) var chromaFormat: Int?
  /// Bits of each luma and chroma sample; nil where only the profile says it.
  package private(set) var bitDepth: Int?

  init?(_ payload: ByteView) {
    guard payload[0] == 1, let profile = payload[1], let level = payload[3] else { return nil }
    self.profile = Int(profile)
    self.level = Int(level)
    guard let end = Self.parameterSetsEnd(payload), let chroma = payload[end], let luma = payload[end + 1],
      let depth = payload[end + 2], [100, 110, 122, 144].contains(profile)
    else { return }
    chromaFormat = Int(chroma & 3)
    bitDepth = Int(max(luma & 7, depth & 7)) + 8
  }

  /// Up to 31 sequence and 255 picture parameter sets, each after its length.
  private static func parameterSetsEnd(_ payload: ByteView) -> Int? {
    guard let count = payload[5], let end = setsEnd(Int(count & 31), from: 6, payload) else { return nil }
    return payload[end].flatMap { setsEnd(Int($0), from: end + 1, payload) }
  }

  private static func setsEnd(_ count: Int, from offset: Int, _ payload: ByteView) -> Int? {
    var offset = offset
    for _ in 0..<count {
      guard let length = payload.uint16(at: offset) else { return nil }
      offset += 2 + length
    }
    return offset
  }
}

/// The places of a track's samples: an `stbl` box (ISO/IEC 14496-12, 8.6 and 8.7). Samples are in chunks; separate
/// tables hold the count in each chunk and the places of chunks.
struct SampleTable {
  /// The number of samples; 0 when the table of their sizes is unreadable.
  let count: Int
  /// The size of each sample in bytes where all are equal; 0 where `sizes` has them.
  private let commonSize: Int
  private let sizes: ByteView
  private let chunkOffsets: ByteView
  private let chunkOffsetWidth: Int
  private let runs: ByteView
  private let times: ByteView

  init(_ boxes: Boxes) {
    func table(_ type: FourCharacterCode) -> ByteView { boxes.first(type)?.payload ?? ByteView([]) }
    let long = table("co64")
    chunkOffsetWidth = long.isEmpty ? 4 : 8
    chunkOffsets = long.isEmpty ? table("stco") : long
    runs = table("stsc")
    times = table("stts")
    sizes = table("stsz")
    commonSize = sizes.uint32(at: 4) ?? 0
    let claimed = sizes.uint32(at: 8) ?? 0
    count = commonSize > 0 || sizes.count - 12 >= claimed * 4 ? claimed : 0
  }

  /// The duration of all samples together, in ticks of their media; nil unless known for all.
  var ticks: Int? {
    var (ticks, samples) = (0, 0)
    for entry in 0..<(times.uint32(at: 4) ?? 0) {
      guard let number = times.uint32(at: 8 + entry * 8), let delta = times.uint32(at: 12 + entry * 8),
        let sum = number.times(delta)?.plus(ticks)
      else { return nil }
      ticks = sum
      samples += number
    }
    return samples == count ? ticks : nil
  }

  /// Whether each sample is in one of these ranges of the file.
  func lie(in places: [Range<Int>]) -> Bool {
    chunks?.allSatisfy { chunk in
      places.contains { $0.lowerBound <= chunk.lowerBound && chunk.upperBound <= $0.upperBound }
    } ?? false
  }

  /// The ranges of chunks in the file; nil unless known for all.
  var chunks: [Range<Int>]? {
    // How many samples are in each chunk: each entry of `runs` lasts from its first chunk, counted from 1, to that of the next.
    let runCount = runs.uint32(at: 4) ?? 0
    var (sample, run) = (0, 0)
    var chunks: [Range<Int>] = []
    for chunk in 0..<(chunkOffsets.uint32(at: 4) ?? 0) {
      while run + 1 < runCount, let next = runs.uint32(at: 20 + run * 12), next <= chunk + 1 { run += 1 }
      guard let first = runs.uint32(at: 8 + run * 12), first <= chunk + 1,
        let number = runs.uint32(at: 12 + run * 12), number <= count - sample,
        let length = byteCount(of: number, from: sample),
        let start = chunkOffsets.unsigned(at: 8 + chunk * chunkOffsetWidth, width: chunkOffsetWidth),
        let end = start.plus(length)
      else { return nil }
      chunks.append(start..<end)
      sample += number
    }
    return sample == count ? chunks : nil
  }

  /// The bytes of consecutive samples.
  private func byteCount(of number: Int, from first: Int) -> Int? {
    if commonSize > 0 { return number.times(commonSize) }
    var sum = 0
    for sample in first..<(first + number) {
      guard let size = sizes.uint32(at: 12 + sample * 4) else { return nil }
      sum += size
    }
    return sum
  }
}
