/// Encodes.
public struct JPEGEncoder: Sendable {
  let pixels: JPEGPixels
  public init(_ pixels: JPEGPixels) { self.pixels = pixels }
  package func plain(step: UInt8, sampling: ChromaSampling, progressive: Bool) -> [UInt8] {
    let shape = FrameShape(width: pixels.width, height: pixels.height, sampling: sampling)
    let planes = PictureTransform(pixels).components(shape)
    let tables = QuantizationTables(luma: .init(repeating: step, count: 64), chroma: .init(repeating: step, count: 64))
    let q = planes.enumerated().map { QuantizedComponent(rounding: $1, steps: tables.steps($0)) }
    let file = JPEGFile(
      shape, tables, q,
      progressive
        ? .progressive([ACDivision(split: 5, refinedBits: 2), ACDivision(refinedBits: 1), ACDivision(refinedBits: 1)])
        : .sequential)
    let b = file.bytes
    return b
  }
}
