/// What a start-of-frame segment says (ITU-T T.81, B.2.2).
package struct JPEGFrame: Hashable, Sendable {
  /// The marker: which of the codings of T.81 it is.
  package var marker: JPEGMarker
  /// Bits in each sample.
  package var precision: Int
  /// In pixels. A height of 0 is said later, by a define-number-of-lines segment.
  package var size: PixelSize
  package var componentCount: Int

  package init(marker: JPEGMarker, precision: Int, size: PixelSize, componentCount: Int) {
    self.marker = marker
    self.precision = precision
    self.size = size
    self.componentCount = componentCount
  }

  /// Nil for a segment that is cut short.
  package init?(_ segment: JPEGSegment) {
    let payload = segment.payload
    guard let height = payload.uint16(at: 1), let width = payload.uint16(at: 3) else { return nil }
    guard let precision = payload[0], let count = payload[5], payload.count >= 6 + 3 * Int(count) else { return nil }
    self.init(
      marker: segment.marker, precision: Int(precision), size: PixelSize(width: width, height: height),
      componentCount: Int(count))
  }

  /// Arithmetic coding: SOF9 to SOF15. Hardly any client reads it.
  package var isArithmetic: Bool { marker.rawValue >= 0xC9 }

  package var isProgressive: Bool { marker.rawValue & 3 == 2 }

  /// The predictive coding of T.81, which has nothing to do with the discrete cosine transform.
  package var isLossless: Bool { marker.rawValue & 3 == 3 }

  /// Whether every client's decoder reads it: 8 bits, Huffman-coded, baseline, extended or progressive, of one or
  /// three components, and neither side 0.
  package var isWidelyDecodable: Bool {
    precision == 8 && (0xC0...0xC2).contains(marker.rawValue) && (componentCount == 1 || componentCount == 3)
      && size.width > 0 && size.height > 0
  }
}
