/// A stretch of a file in which one byte, 0 or 255, is repeated more often than encoders do: what a transfer or a disk did not deliver.
public struct TransferHole: Hashable, Sendable {
  /// Where it begins, in bytes from the start of the file.
  public let start: Int
  /// Its number of bytes.
  public let length: Int
  /// The file's number of bytes.
  public let fileLength: Int

  /// Arithmetic coders do not repeat a byte so often, except for that much flat colour.
  static let shortest = 128

  /// The first hole in a part of a file.
  ///
  /// - Parameters:
  ///   - part: compressed data that does not repeat bytes for long.
  ///   - bytes: the values that count.
  init?(in part: ByteView, of file: ByteView, length shortest: Int = shortest, bytes: Set<UInt8> = [0, 0xFF]) {
    var position = 0
    // Each hole covers one of these places.
    while let byte = part[position] {
      let run = bytes.contains(byte) ? part.run(around: position) : position..<position
      if run.count >= shortest {
        (start, length, fileLength) = (part.startOffset + run.lowerBound, run.count, file.count)
        return
      }
      position += shortest
    }
    return nil
  }

  /// The hole at a file's end, except for its last few bytes: longer than any padding.
  init?(atEndOf file: ByteView) {
    guard let byte = file[file.count - Self.shortest], byte == 0 || byte == 0xFF else { return nil }
    let run = file.run(around: file.count - Self.shortest)
    guard run.count >= 1024 else { return nil }
    (start, length, fileLength) = (run.lowerBound, run.count, file.count)
  }

  /// Such as `truncated: the transfer stopped at 1.2 of 2.0 MB, and one byte is repeated from there on`.
  public var words: String {
    start + length + Self.shortest >= fileLength
      ? "truncated: the transfer stopped at \(Self.kilobytes(start)) of \(Self.kilobytes(fileLength)) kB, and one byte is repeated "
        + "from there on" : "\(length) bytes are missing from byte \(start) on: one byte is repeated in their place"
  }

  private static func kilobytes(_ count: Int) -> String { "\(count / 1000).\(count / 100 % 10)" }
}

extension ByteView {
  /// The range around a place in which its byte is repeated.
  fileprivate func run(around position: Int) -> Range<Int> {
    var (start, end) = (position, position + 1)
    while start > 0, self[start - 1] == self[position] { start -= 1 }
    while end < count, self[end] == self[position] { end += 1 }
    return start..<end
  }
}

extension TransferHole {
  /// The first hole in the coded pictures of a HEIC or AVIF file.
  init?(inHEIF file: ByteView) {
    let holes = ItemTable.pictures(of: ["av01", "hvc1"], in: file).lazy.compactMap { Self(in: $0, of: file) }
    guard let first = holes.first else { return nil }
    self = first
  }

  /// The first hole in a lossy WebP picture; lossless ones may repeat a byte.
  init?(inWebP file: ByteView) {
    let pictures = RIFFChunks(file.clamped(at: 12)).lazy.filter { $0.type == "VP8" }
    let holes: [Self] = pictures.compactMap { Self(in: $0.data, of: file, length: Self.shortest(inVP8: $0.data)) }
    guard let first = holes.first else { return nil }
    self = first
  }

  /// VP8 repeats one byte for flat colour, per 62 to 66 macroblocks (libwebp 1.3 to 1.6, all methods). A run that all macroblocks of a
  /// picture can explain, plus half, is not a hole.
  private static func shortest(inVP8 data: ByteView) -> Int {
    // RFC 6386, 9.1: 14-bit sides after the frame tag and the start code.
    let sides = [6, 8].map { place in (Int(data[place] ?? 0) | Int(data[place + 1] ?? 0) << 8) & 0x3FFF }
    return max(shortest, sides[0] * sides[1] / 256 / 40)
  }

  /// The first hole in a movie's picture samples, in codings without long runs of zeros: 0xFF also fills.
  package init?(inMovie file: ByteView) {
    for movie in Boxes(file) where movie.type == "moov" {
      for track in movie.boxes() where track.type == "trak" {
        let chunks = MovieTrack(track, movieTimescale: nil, samplePlaces: []).codedChunks
        let holes = chunks.lazy.compactMap {
          Self(in: file.clamped(at: $0.lowerBound, length: $0.count), of: file, length: 64, bytes: [0])
        }
        guard let first = holes.first else { continue }
        self = first
        return
      }
    }
    return nil
  }

  /// The hole at the end of a BMP's pixels.
  init?(inBMP file: ByteView) {
    guard let (rows, rowLength) = BMPFacts(file).plainRows(in: file) else { return nil }
    self.init(inRows: rows, of: rowLength, file)
  }

  /// The hole at the end of a TIFF's pixels, where they have no compression.
  init?(inTIFF file: ByteView) {
    guard let layout = TIFFStructure(file)?.firstDirectory.flatMap({ TIFFLayout($0) }),
      let rows = layout.plainRows(in: file)
    else { return nil }
    self.init(inRows: rows, of: layout.rowLength, file)
  }

  /// Of uncoded pixels, the last may be black or white. But a run that starts within a row, below a full one, and goes on to the end was
  /// not drawn.
  private init?(inRows rows: ByteView, of rowLength: Int, _ file: ByteView) {
    guard rowLength > 0, let byte = rows[rows.count - 1], byte == 0 || byte == 0xFF else { return nil }
    let run = rows.run(around: rows.count - 1)
    let (row, column) = run.lowerBound.quotientAndRemainder(dividingBy: rowLength)
    guard row > 0, run.count > max(1024, rows.count / 100), (12..<max(12, rowLength - 12)).contains(column) else {
      return nil
    }
    let around = [
      rows.clamped(at: (row - 1) * rowLength + column, length: rowLength - column),
      rows.clamped(at: row * rowLength, length: column),
    ]
    guard around.allSatisfy({ part in part.bytes.count { $0 == byte } * 10 < part.count }) else { return nil }
    (start, length, fileLength) = (rows.startOffset + run.lowerBound, run.count, file.count)
  }
}
