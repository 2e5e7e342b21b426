/// One marker segment of a JPEG stream (ITU-T T.81, annex B).
package struct JPEGSegment: Sendable {
  package let marker: JPEGMarker
  /// What follows the length field; empty for markers without one.
  package let payload: ByteView
  /// Where the marker's last 0xFF lies.
  package let start: Int
  /// Where the segment ends; a start of scan ends behind its entropy-coded data.
  package let end: Int
}

/// The segments of a JPEG stream in order, read as decoders read them: fill bytes and garbage before a marker are
/// passed over, and so are restart markers outside of scans. It ends after the end-of-image marker, or where the
/// stream cannot be followed any further.
package struct JPEGSegments: Sequence, IteratorProtocol {
  private let view: ByteView
  private var position = 2

  /// Nil for bytes that do not start with a start-of-image marker.
  package init?(_ view: ByteView) {
    guard view.has([0xFF, 0xD8]) else { return nil }
    self.view = view
  }

  package mutating func next() -> JPEGSegment? {
    while let (marker, start) = nextMarker(from: position) {
      guard let segment = segment(marker, start) else { return nil }
      position = marker == .endOfImage ? view.count : segment.end
      if !marker.isRestart { return segment }
    }
    return nil
  }

  /// The next 0xFF that a marker's code follows. 0xFF before another is fill; 0xFF before 0 is no marker.
  private func nextMarker(from offset: Int) -> (JPEGMarker, start: Int)? {
    var candidate = view.offset(of: 0xFF, from: offset)
    while let start = candidate, let code = view[start + 1] {
      if code != 0, code != 0xFF { return (JPEGMarker(rawValue: code), start) }
      candidate = code == 0xFF ? start + 1 : view.offset(of: 0xFF, from: start + 2)
    }
    return nil
  }

  private func segment(_ marker: JPEGMarker, _ start: Int) -> JPEGSegment? {
    if marker.standsAlone {
      return JPEGSegment(marker: marker, payload: view.clamped(at: start, length: 0), start: start, end: start + 2)
    }
    guard let length = view.uint16(at: start + 2), length >= 2 else { return nil }
    guard let payload = view.part(at: start + 4, length: length - 2) else { return nil }
    let end = start + 2 + length
    return JPEGSegment(
      marker: marker, payload: payload, start: start, end: marker == .startOfScan ? entropyEnd(from: end) : end)
  }

  /// Entropy-coded data goes on to the next marker that is no restart, or to the end of the bytes.
  private func entropyEnd(from offset: Int) -> Int {
    var position = offset
    while let (marker, start) = nextMarker(from: position) {
      if !marker.isRestart { return start }
      position = start + 2
    }
    return view.count
  }
}
