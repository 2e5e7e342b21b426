import GIFCodec

/// How much of a picture its file lacks, found in the compressed data itself: decoders paint over missing parts.
public struct PictureLoss: Hashable, Sendable {
  /// The part of the picture's area, 0 to 1, whose data is missing or wrong.
  public let part: Double
  /// The first affected row of pixels; nil without one, or where unknown.
  public let firstRow: Int?
  /// Why.
  public let cause: Cause

  public enum Cause: Hashable, Sendable {
    /// The data ends early.
    case missing
    /// No encoder writes such data.
    case wrong
    /// One byte is repeated where encoders do not: a transfer stopped, or left a hole.
    case hole(TransferHole)
    /// The pixels are intact; their checksum or the file's end is wrong.
    case checksum
  }

  /// - Parameter part: clamped to 0...1.
  init(part: Double, firstRow: Int?, cause: Cause) {
    self.part = min(max(part, 0), 1)
    (self.firstRow, self.cause) = (firstRow, cause)
  }

  /// The largest loss that stays invisible: ten of a thousand rows, which a notification shows as three or less.
  public static let largestInvisiblePart = 0.01

  public var isVisible: Bool { part > Self.largestInvisiblePart }

  /// The loss in words, such as `truncated: 40 % of the picture is missing, from row 912 on`.
  public var words: String {
    let place = firstRow.map { ", from row \($0 + 1) on" } ?? ""
    return switch cause {
    case .hole(let hole): hole.words
    case .checksum: "its end or a checksum is wrong, all of its pixels are there"
    case .missing where part == 0: "its last bytes are missing, all of its pixels are there"
    case .missing: "truncated: \(percentage) of the picture is missing" + place
    case .wrong: "\(percentage) of the picture is wrong" + place
    }
  }

  private var percentage: String {
    let tenths = Int((part * 1000).rounded(.up))
    return tenths < 100 ? "\(tenths / 10).\(tenths % 10) %" : "\(tenths / 10) %"
  }

  /// The known loss in the bytes of a whole file; nil without one, and for formats and codings that are not examined.
  public init?(of bytes: [UInt8], format: PictureFormat) {
    let view = ByteView(bytes)
    let loss: PictureLoss? =
      switch format {
      case .jpeg: JPEGLoss(view).loss
      case .png: PNGLoss(view).loss
      case .gif: Self.ofGIF(view)
      case .tiff: TransferHole(inTIFF: view).map(PictureLoss.init) ?? TIFFLoss(view).loss
      case .bmp: TransferHole(inBMP: view).map(PictureLoss.init)
      case .webp: TransferHole(inWebP: view).map(PictureLoss.init)
      case .heic, .avif: TransferHole(inHEIF: view).map(PictureLoss.init)
      default: nil
      }
    guard let loss else { return nil }
    // A visible hole in the file is the best explanation.
    self = loss.isVisible ? TransferHole(atEndOf: view).map(PictureLoss.init) ?? loss : loss
  }

  /// Everything after a hole is wrong.
  private init(_ hole: TransferHole) { self.init(part: 1, firstRow: 0, cause: .hole(hole)) }

  /// The damage to a GIF's first frame. Encoders end its codes right after the last pixel. If the end is earlier or later, some codes were
  /// misread, and what follows them is misplaced.
  private static func ofGIF(_ view: ByteView) -> PictureLoss? {
    guard let image = GIFStream(view.bytes)?.firstImage, image.rectangle.pixelCount > 0 else { return nil }
    let ((count, isExact), whole) = (image.coverage, image.rectangle.pixelCount)
    var loss: PictureLoss?
    if count < whole {
      let row = image.rectangle.rows.lowerBound + count / image.rectangle.columns.count
      let part = 1 - Double(count) / Double(whole)
      loss = PictureLoss(part: part, firstRow: image.isInterlaced ? nil : row, cause: .missing)
    }
    return isExact || loss?.isVisible == true ? loss : PictureLoss(part: 1, firstRow: 0, cause: .wrong)
  }
}
