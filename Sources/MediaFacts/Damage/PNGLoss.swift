import Essentials

/// The part of a PNG's picture that its `IDAT` chunks lack. Decoders ignore the checksums of chunks and pixels, so only this finds
/// wrong pixels.
struct PNGLoss {
  /// Nil where nothing is lost, and for unreadable pictures.
  let loss: PictureLoss?

  init(_ view: ByteView) {
    let pixels = PNGPixels(view)
    loss = pixels.flatMap(Self.loss)
  }

  private static func loss(of pixels: PNGPixels) -> PictureLoss? {
    let missing = lost(pixels, after: pixels.count, .missing)
    switch pixels.ending {
    // The header is another picture's: rows begin in wrong places, and all are noise.
    case _ where pixels.isFarTooLong || pixels.hasWrongHeader: return PictureLoss(part: 1, firstRow: 0, cause: .wrong)
    case nil: return missing
    case .whole where pixels.count < pixels.wholeCount: return missing
    case .whole where pixels.hasWrongColors: return PictureLoss(part: 1, firstRow: 0, cause: .wrong)
    case .whole:
      return pixels.firstWrong == nil && pixels.hasEnd ? nil : PictureLoss(part: 0, firstRow: nil, cause: .checksum)
    // Only the chunks' own checksums tell which pixels are wrong.
    case .wrongChecksum: return lost(pixels, after: pixels.firstWrong ?? 0, .wrong)
    case .damaged: return lost(pixels, after: min(pixels.firstWrong ?? .max, pixels.count), .wrong)
    }
  }

  /// Rows are in order; interlaced pictures store them in seven passes, so no place is given.
  private static func lost(_ pixels: PNGPixels, after count: Int, _ cause: PictureLoss.Cause) -> PictureLoss {
    let (count, whole) = (min(count, pixels.wholeCount), pixels.wholeCount)
    let part = 1 - Double(count) / Double(whole)
    // In twice the width: a header's row count may overflow a multiplication.
    let row = whole.dividingFullWidth(count.multipliedFullWidth(by: pixels.header.size.height)).quotient
    return PictureLoss(part: part, firstRow: pixels.header.isInterlaced || part == 0 ? nil : row, cause: cause)
  }
}

/// The result of unpacking the pixels of a PNG.
private struct PNGPixels {
  let header: PNGHeader
  /// The expected bytes: a filter and samples in each row.
  let wholeCount: Int
  private(set) var count = 0
  private(set) var ending: InflateCounter.Ending?
  /// How many bytes came before the first chunk with a wrong checksum.
  private(set) var firstWrong: Int?
  /// Whether the checksum of the palette, or of its transparency, is wrong.
  private(set) var hasWrongColors = false
  private(set) var hasWrongHeader = false
  private(set) var hasEnd = false

  /// Whether there are more bytes than the header's picture has, beyond what some encoders add.
  var isFarTooLong: Bool { count > longestCount }
  /// The most bytes to unpack.
  private let longestCount: Int

  init?(_ view: ByteView) {
    guard let chunks = PNGChunks(view), let header = PNGFacts(view).header, let counter = InflateCounter() else {
      return nil
    }
    self.header = header
    wholeCount = header.unpackedByteCount
    longestCount = wholeCount + min(Int(Double(wholeCount) * PictureLoss.largestInvisiblePart), .max - wholeCount)
    guard wholeCount > 0 else { return nil }
    read(chunks, view, counter)
  }

  private mutating func read(_ chunks: PNGChunks, _ view: ByteView, _ counter: consuming InflateCounter) {
    var end = PNGChunks.signature.count
    for chunk in chunks {
      switch chunk.type {
      case "IDAT":
        if !chunk.isIntact { firstWrong = firstWrong ?? counter.byteCount }
        counter.add(chunk.data.bytes.span, limit: longestCount)
      case "IHDR": hasWrongHeader = !chunk.isIntact
      case "PLTE", "tRNS": hasWrongColors = hasWrongColors || !chunk.isIntact
      case "IEND": hasEnd = chunk.isIntact
      default: break
      }
      end = chunk.end
    }
    // A cut-off chunk still holds pixels.
    if !hasEnd, view.code(at: end + 4) == "IDAT" {
      counter.add(view.clamped(at: end + 8).bytes.span, limit: longestCount)
    }
    (count, ending) = (counter.byteCount, counter.ending)
  }
}

extension PNGHeader {
  /// The bytes of unpacked pixels (PNG, third edition, sections 7.2 and 8.1); 0 on overflow.
  var unpackedByteCount: Int {
    let bits = bitDepth * colorType.channelCount
    var sum = 0
    for (width, height) in passes {
      let (count, isLarge) = height.multipliedReportingOverflow(by: (width * bits + 7) / 8 + 1)
      let (next, isTooLarge) = sum.addingReportingOverflow(count)
      guard !isLarge, !isTooLarge else { return 0 }
      sum = next
    }
    return sum
  }

  /// The sizes of the pictures whose rows follow each other: one, or up to seven for interlacing.
  var passes: [(width: Int, height: Int)] {
    guard isInterlaced else { return [(size.width, size.height)] }
    return Self.interlacedPasses.compactMap { column, row, across, down in
      let (width, height) = ((size.width - column + across - 1) / across, (size.height - row + down - 1) / down)
      return width > 0 && height > 0 ? (width, height) : nil
    }
  }

  /// Adam7: first column and row, and the steps to the next.
  private static let interlacedPasses = [
    (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
  ]
}

extension PNGHeader.ColorType {
  fileprivate var channelCount: Int {
    switch self {
    case .gray, .palette: 1
    case .grayAlpha: 2
    case .rgb: 3
    case .rgbAlpha: 4
    }
  }
}
