import Essentials

/// The loss in the strips or tiles of a TIFF's first image, each coded by itself: as JPEG and DEFLATE (TIFF Technical Note 2), LZW (TIFF
/// 6.0, section 13), or not at all. Other codings are not examined. Pixels without a coding can only be missing, not wrong.
struct TIFFLoss {
  /// Nil where nothing is lost.
  private(set) var loss: PictureLoss?

  private static let jpegTables = 347

  init(_ view: ByteView) {
    guard let directory = TIFFStructure(view)?.firstDirectory, let layout = TIFFLayout(directory) else { return }
    let tables = directory.entry(Self.jpegTables)?.value
    var (lost, isWrong) = (0.0, false)
    for (number, place) in layout.parts.enumerated() {
      let part = Self.loss(of: view.clamped(at: place.lowerBound, length: place.count), number, layout, tables)
      lost += part?.part ?? 0
      isWrong = isWrong || part?.cause == .wrong
    }
    guard lost > 0 else { return }
    loss = PictureLoss(part: lost / Double(layout.parts.count), firstRow: nil, cause: isWrong ? .wrong : .missing)
  }

  /// The loss in one strip or tile.
  private static func loss(
    of part: ByteView, _ number: Int, _ layout: TIFFLayout, _ tables: ByteView?
  ) -> PictureLoss? {
    if layout.compression == 7 { return JPEGLoss(part, tables: tables).loss }
    guard let whole = layout.byteCount(ofPart: number), whole > 0 else { return nil }
    return switch layout.compression {
    case 1: lost(after: part.count, of: whole, .missing)
    case 5: lzwLoss(part, whole, padded: layout.longestPart ?? whole)
    case 8, 32_946: deflateLoss(part, whole)
    default: nil
    }
  }

  private static func lost(after count: Int, of whole: Int, _ cause: PictureLoss.Cause) -> PictureLoss? {
    guard count < whole else { return nil }
    return PictureLoss(part: 1 - Double(count) / Double(whole), firstRow: nil, cause: cause)
  }

  /// The checksum after the pixels says whether they are right; decoders do not read it.
  private static func deflateLoss(_ part: ByteView, _ whole: Int) -> PictureLoss? {
    guard var counter = InflateCounter() else { return nil }
    counter.add(part.bytes.span, limit: whole)
    return switch counter.ending {
    case .wrongChecksum: lost(after: 0, of: whole, .wrong)
    case .damaged: lost(after: counter.byteCount, of: whole, .wrong)
    case .whole, nil: lost(after: counter.byteCount, of: whole, .missing)
    }
  }

  /// After a wrong code, the end is in a wrong place.
  private static func lzwLoss(_ part: ByteView, _ whole: Int, padded: Int) -> PictureLoss? {
    // TIFF 5.0 began with the lowest bits.
    guard part[0] != 0 else { return nil }
    let (count, ending) = TIFFCodes.unpackedCount(of: part, limit: padded)
    switch ending {
    case .endCode: return [whole, padded].contains(count) ? nil : lost(after: 0, of: whole, .wrong)
    case .invalidCode: return lost(after: count, of: whole, .wrong)
    case .data: return lost(after: count, of: whole, .missing)
    }
  }
}

/// LZW codes of 9 to 12 bits, the highest bit first (TIFF 6.0, section 13).
enum TIFFCodes {
  enum Ending { case endCode, invalidCode, data }

  private static let (clear, end, capacity) = (256, 257, 4096)

  /// How many bytes codes mean, and why they end; a few more than `limit` at most.
  static func unpackedCount(of view: ByteView, limit: Int) -> (count: Int, Ending) {
    var lengths = [Int](repeating: 1, count: capacity)
    var (next, width, previous, count) = (end + 1, 9, 0, 0)
    var (buffer, bitCount) = (UInt32(0), 0)
    for byte in view.bytes {
      buffer = buffer << 8 | UInt32(byte)
      bitCount += 8
      guard bitCount >= width else { continue }
      bitCount -= width
      let code = Int(buffer >> UInt32(bitCount)) & (1 << width - 1)
      if code == end { return (count, .endCode) }
      if code == clear {
        (next, width, previous) = (end + 1, 9, 0)
        continue
      }
      guard code < clear || previous > 0 && code <= next && code < capacity else { return (count, .invalidCode) }
      if previous > 0, next < capacity {
        lengths[next] = previous + 1
        next += 1
      }
      previous = code < clear ? 1 : lengths[code]
      count += previous
      // One code earlier than necessary.
      if next == 1 << width - 1, width < 12 { width += 1 }
      if count > limit { return (count, .endCode) }
    }
    return (count, .data)
  }
}
