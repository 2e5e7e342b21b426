/// A JPEG.
public struct JPEGEncoding: Sendable {
  private let file: WrittenFile
  package let times: StageTimes

  init(_ file: WrittenFile, _ times: StageTimes) {
    (self.file, self.times) = (file, times)
  }

  /// The file.
  public var bytes: [UInt8] { file.bytes }
  public var isProgressive: Bool { file.isProgressive }
  public var chroma: ChromaSampling { file.picture.shape.sampling }
  /// How coarsely it is quantized: steps grow in proportion to it. 0.12 is the finest, 600 the coarsest.
  public var quantizationScale: Double { file.level.scale }
  /// What was expected of the file: its bytes but those that stuffing adds.
  package var countedBytes: Int { file.countedBytes }

  /// The pixels that libjpeg-turbo shows; single samples may differ by one step.
  ///
  /// They are decoded each time they are asked for. The layout is gray where there is no colour.
  public func decoded() -> JPEGPixels { DecodedPicture(file.picture).pixels }
}
