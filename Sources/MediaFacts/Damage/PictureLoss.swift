/// How much of a picture its file does not hold, told from the compressed data itself: decoders paint over what is missing.
public struct PictureLoss: Hashable, Sendable {
  /// The part of the picture's area, 0 to 1, whose data is missing or wrong.
  public let part: Double
  /// The first row of pixels that is touched; nil where nothing is, or where it cannot be told.
  public let firstRow: Int?
  /// Why.
  public let cause: Cause

  public enum Cause: Hashable, Sendable {
    /// The data ends early.
    case missing
    /// The data cannot be what an encoder wrote.
    case wrong
    /// One byte is repeated from one place to another, where no encoder writes such: a transfer stopped, or left a hole.
    case hole(TransferHole)
    /// The pixels are as they were written; a checksum of theirs, or the file's end, is not.
    case checksum
  }

  /// - Parameter part: clamped to 0...1.
  init(part: Double, firstRow: Int?, cause: Cause) {
    self.part = min(max(part, 0), 1)
    self.firstRow = firstRow
    self.cause = cause
  }

  /// The largest part that may be lost and yet nobody sees it: ten of a thousand rows, which a notification shows as three or less.
  public static let largestInvisiblePart = 0.01

  public var isVisible: Bool { part > Self.largestInvisiblePart }

  /// What is lost, in words, such as `truncated: 40 % of the picture is missing, from row 912 on`.
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
}

extension PictureLoss {
  /// What the bytes of a whole file lack; nil where nothing is known to be lost, and for formats and codings that are not looked into.
  public init?(of bytes: [UInt8], format: PictureFormat) {
    let view = ByteView(bytes)
    let loss: PictureLoss? =
      switch format {
      case .jpeg: JPEGLoss(view).loss
      case .png: PNGLoss(view).loss
      case .gif: GIFLoss(view).loss
      case .tiff: TIFFLoss(view).loss
      case .bmp: TransferHole(inBMP: view).map(PictureLoss.init)
      case .webp: TransferHole(inWebP: view).map(PictureLoss.init)
      case .heic, .avif: TransferHole(inHEIF: view).map(PictureLoss.init)
      default: nil
      }
    guard let loss else { return nil }
    // What is missing is known best where it can be seen in the file.
    self = loss.isVisible ? TransferHole(atEndOf: view).map(PictureLoss.init) ?? loss : loss
  }

  /// Behind a hole nothing is right.
  private init(_ hole: TransferHole) { self.init(part: 1, firstRow: 0, cause: .hole(hole)) }
}
