/// Writes MP4 files of a track of pictures and, if asked for, one of sound, sound in structure; their samples are not valid H.264 and AAC.
package struct MovieSample {
  package var brand = "isom"
  package var width = 64
  package var height = 48
  /// a, b, c and d of the display matrix.
  package var matrix = [1, 0, 0, 1]
  package var pixelAspect: (Int, Int)? = (1, 1)
  package var codec = "avc1"
  /// Profile, compatibility and level.
  package var profile: [UInt8] = [100, 0, 31]
  /// Chroma format, luma and chroma depth, no extended sets; as after the parameter sets of High profile.
  package var profileExtension: [UInt8] = [0xFD, 0xF8, 0xF8, 0]
  package var color: [UInt8] = []
  /// Bytes of each sample of pictures, of a tenth of a second each.
  package var sampleSizes = [500, 20, 30, 20, 10, 10, 10, 10, 10, 10]
  /// Milliseconds that the edit list selects; nil for no list.
  package var editedMilliseconds: Int? = 1000
  package var hasSound = true
  package var soundCodec = "mp4a"
  /// Whole boxes in the description of sound.
  package var soundBoxes: [UInt8] = []
  package var isIndexInFront = true
  package var time = 0
  package var handlerName = "VideoHandler"
  package var compressorName = ""
  /// Whole boxes more, at the end of the movie, of the first track and of the file.
  package var inMovie: [UInt8] = []
  package var inTrack: [UInt8] = []
  package var atEnd: [UInt8] = []
  /// What an empty list of tags looks like as ffmpeg writes it.
  package static let emptyTags = box("udta", tags([]))
  /// Added to the offsets of chunks.
  package var chunkShift = 0
  package var chunkOffsetWidth = 4

  package init() {}

  package static func box(_ type: String, _ payload: [UInt8]...) -> [UInt8] {
    HEIFSample.box(type, payload.flatMap(\.self))
  }

  package static func full(_ type: String, version: UInt8 = 0, flags: UInt8 = 0, _ payload: [UInt8]...) -> [UInt8] {
    HEIFSample.box(type, [version, 0, 0, flags] + payload.flatMap(\.self))
  }

  package static func tags(_ items: [UInt8]) -> [UInt8] {
    full("meta", full("hdlr", big(0, 4), ascii("mdirappl"), big(0, 9)), box("ilst", items))
  }

  /// A tag whose name starts with the copyright sign of Mac OS Roman.
  package static func tag(_ name: String, _ text: String) -> [UInt8] {
    let data = box("data", big(1, 4), big(0, 4), ascii(text))
    return big(data.count + 8, 4) + [0xA9] + ascii(name) + data
  }

  package var bytes: [UInt8] {
    let start = HEIFSample.brands(brand, "isom", "mp41")
    let samples = Self.box("mdat", [UInt8](repeating: 7, count: sampleSizes.reduce(0, +) + soundLength))
    if !isIndexInFront { return start + samples + index(from: start.count + 8) + atEnd }
    let length = index(from: 0).count
    return start + index(from: start.count + length + 8) + samples + atEnd
  }

  /// Ten packets of 100 ms.
  private var soundLength: Int { hasSound ? 100 : 0 }

  private var times: [UInt8] { big(time, 4) + big(time, 4) }

  private func index(from offset: Int) -> [UInt8] {
    let soundOffset = offset + sampleSizes.reduce(0, +)
    return Self.box(
      "moov", Self.full("mvhd", times, big(1000, 4), big(1000, 4), big(0, 80)),
      track(1, "vide", handlerName, matrix, pictures, pictureTable(offset), inTrack),
      hasSound ? track(2, "soun", "SoundHandler", [1, 0, 0, 1], sound, soundTable(soundOffset), []) : [], inMovie)
  }

  private func track(
    _ number: Int, _ handler: String, _ name: String, _ matrix: [Int], _ entry: [UInt8], _ table: [UInt8],
    _ more: [UInt8]
  ) -> [UInt8] {
    let isVideo = handler == "vide"
    let turns = [matrix[0], matrix[1], 0, matrix[2], matrix[3], 0, 0, 0, 1]
    let header = joined(
      times, big(number, 4), big(0, 4), big(1000, 4), big(0, 16), turns.flatMap { big($0 << 16, 4) },
      big(isVideo ? shownWidth << 16 : 0, 4), big(isVideo ? height << 16 : 0, 4))
    let edits = editedMilliseconds.map {
      Self.box("edts", Self.full("elst", big(1, 4), big($0, 4), big(0, 4), big(1 << 16, 4)))
    }
    let description = Self.full("stsd", big(1, 4), entry)
    let information = Self.box(
      "minf", Self.box("dinf", Self.full("dref", big(1, 4), Self.full("url ", flags: 1))),
      Self.box("stbl", description, table))
    return Self.box(
      "trak", Self.full("tkhd", flags: 3, header), edits ?? [],
      Self.box(
        "mdia", Self.full("mdhd", times, big(10_000, 4), big(10_000, 4), big(0, 4)),
        Self.full("hdlr", big(0, 4), ascii(handler), big(0, 12), ascii(name), [0]), information), more)
  }

  private var shownWidth: Int { pixelAspect.map { width * $0.0 / $0.1 } ?? width }

  private var pictures: [UInt8] {
    let name = [UInt8(compressorName.utf8.count)] + ascii(compressorName)
    let fields = joined(
      big(1, 8), big(0, 16), big(width, 2), big(height, 2), big(0, 14),
      name + [UInt8](repeating: 0, count: 32 - name.count), big(24, 2), big(0xFFFF, 2))
    let sets: [UInt8] = [0xFF, 0xE1, 0, 2, 0x67, 1, 1, 0, 3, 0x68, 1, 1]
    let aspect = pixelAspect.map { Self.box("pasp", big($0.0, 4), big($0.1, 4)) }
    return Self.box(codec, fields, Self.box("avcC", [1], profile, sets, profileExtension), aspect ?? [], color)
  }

  private var sound: [UInt8] {
    Self.box(soundCodec, big(1, 8), big(0, 8), big(2, 2), big(16, 2), big(0, 8), soundBoxes)
  }

  /// The first chunk has three samples, all others one each.
  private func pictureTable(_ offset: Int) -> [UInt8] {
    var (chunks, start) = ([UInt8](), offset)
    for (index, size) in sampleSizes.enumerated() {
      if index == 0 || index > 2 { chunks += big(start + chunkShift, chunkOffsetWidth) }
      start += size
    }
    let count = big(sampleSizes.count, 4)
    return joined(
      Self.full("stts", big(1, 4), count, big(1000, 4)),
      Self.full("stsc", big(2, 4), big(1, 4), big(3, 4), big(1, 4), big(2, 4), big(1, 4), big(1, 4)),
      Self.full("stsz", big(0, 4), count, sampleSizes.flatMap { big($0, 4) }),
      Self.full(chunkOffsetWidth == 4 ? "stco" : "co64", big(sampleSizes.count - 2, 4), chunks))
  }

  /// Ten samples of ten bytes in one chunk.
  private func soundTable(_ offset: Int) -> [UInt8] {
    joined(
      Self.full("stts", big(1, 4), big(10, 4), big(1000, 4)),
      Self.full("stsc", big(1, 4), big(1, 4), big(10, 4), big(1, 4)),
      Self.full("stsz", big(10, 4), big(10, 4)), Self.full("stco", big(1, 4), big(offset, 4)))
  }
}
