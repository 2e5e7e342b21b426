/// A JPEG.
public struct JPEGEncoding: Sendable {
  /// The file.
  public let bytes: [UInt8]
  public let isProgressive: Bool
  public var chroma: ChromaSampling { shape.sampling }
  /// How coarsely it is quantized: steps grow in proportion to it. 0.12 is the finest, 600 the coarsest.
  public let quantizationScale: Double
  package let times: StageTimes
  /// What was expected of the file: its bytes but those that stuffing adds.
  package let countedBytes: Int

  let shape: FrameShape
  let tables: QuantizationTables
  let components: [QuantizedComponent]

  init(_ file: JPEGFile, bytes: [UInt8], level: QuantizationLevel, times: StageTimes) {
    self.bytes = bytes
    isProgressive = file.script != .sequential
    quantizationScale = level.scale
    self.times = times
    countedBytes = file.countedBytes
    shape = file.shape
    tables = file.tables
    components = file.components
  }

  /// The pixels that libjpeg-turbo shows; single samples may differ by one step.
  ///
  /// They are decoded each time they are asked for. The layout is gray where there is no colour.
  public func decoded() -> JPEGPixels { DecodedPicture(shape, tables, components).pixels }
}
