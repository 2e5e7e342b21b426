/// Decoders clamp samples to 0 to 255, so that white and black ones may go beyond: then letters on white ring less, for fewer bits.
///
/// Samples are shifted by 128, as JPEG has them: -128 to 127. The constants were measured on pages of text, tables and user interfaces
/// (HowItWorks.md, "White and black").
extension FrequencyPlane {
  /// Samples beyond these are white or black: whole ones, with the error of a transform.
  private static let (white, black): (Float, Float) = (126.95, -127.95)
  /// From this part of blocks with an edge to white or black on, going beyond is worth its time.
  private static let noticeablePart = 0.05
  /// How many blocks tell that part.
  private static let enough = 2048
  /// How far samples move towards what is decoded: more than the whole way, which takes fewer rounds.
  private static let relaxation: Float = 1.7

  /// The blocks that have white or black samples, and are not only one of both; none where they are few.
  package var clampedEdges: [Int] {
    let sample = BlockSample(of: shape.blockCount, enough: Self.enough)
    let part = clampedEdges(sample.places)
    guard Double(part.count) >= Self.noticeablePart * Double(sample.count) else { return [] }
    return clampedEdges(0..<shape.blockCount)
  }

  private func clampedEdges(_ places: some Sequence<Int>) -> [Int] {
    let transform = BlockTransform()
    var buffer = [Float](repeating: 0, count: 64)
    return places.filter { block in
      buffer.withSpan { copyRows(ofBlock: block, to: &$0) }
      return Self.hasClampedEdge(transform.inverse(BlockRows(buffer.span)))
    }
  }

  /// Moves white and black samples of blocks that are not flat towards what a quantization of the plane decodes to, but never back into
  /// what can be seen. The next quantization then has less of an error to avoid: a projection onto all that looks the same.
  package mutating func overshoot(like shown: QuantizedComponent, steps: [UInt8]) {
    let (transform, order) = (BlockTransform(), ZigZag.rowOrder)
    var buffer = [Float](repeating: 0, count: 64)
    for block in 0..<shape.blockCount {
      buffer.withSpan { copyRows(ofBlock: block, to: &$0) }
      let target = transform.inverse(BlockRows(buffer.span))
      guard Self.hasClampedEdge(target) else { continue }
      buffer.withSpan { shown.dequantize(block, steps, into: &$0) { order[$0] } }
      let moved = transform.forward(target.merged(transform.inverse(BlockRows(buffer.span)), Self.moved))
      buffer.withSpan { moved.store(to: &$0) }
      coefficients.withSpan { coefficients in
        coefficients.withRange(Self.range(ofBlock: block)) { Self.copy(buffer.span, order.span, to: &$0) }
      }
    }
  }

  @inline(__always) private static func hasClampedEdge(_ rows: BlockRows) -> Bool {
    var (whites, blacks) = (0, 0)
    rows.forEachRow { _, row in
      whites += (row .> white).bits.nonzeroBitCount
      blacks += (row .< black).bits.nonzeroBitCount
    }
    return whites + blacks > 0 && max(whites, blacks) < 64
  }

  @inline(__always) private static func moved(_ target: SIMD8<Float>, _ decoded: SIMD8<Float>) -> SIMD8<Float> {
    let moved = target + relaxation * (decoded - target)
    return target.replacing(with: moved.limited(127, .infinity), where: target .> white)
      .replacing(with: moved.limited(-.infinity, -128), where: target .< black)
  }
}
