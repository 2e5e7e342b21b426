/// Cuts what ffmpeg writes as raw video into frames.
struct RawFrames {
  /// The bytes of one frame; more than 0.
  private let frameByteCount: Int
  private var pending: [UInt8] = []
  /// Frames delivered so far.
  private(set) var count = 0

  init(frameByteCount: Int) {
    self.frameByteCount = frameByteCount
  }

  /// Takes a piece of output and delivers the frames that it completes. No more than one frame is kept.
  mutating func add(_ piece: borrowing RawSpan, _ deliver: (_ index: Int, _ samples: [UInt8]) throws -> Void) throws {
    var start = 0
    while start < piece.byteCount {
      let end = min(piece.byteCount, start + frameByteCount - pending.count)
      if pending.isEmpty { pending.reserveCapacity(frameByteCount) }
      piece.extracting(start..<end).withUnsafeBytes { pending.append(contentsOf: $0) }
      start = end
      guard pending.count == frameByteCount else { return }
      let frame = pending
      pending = []
      try deliver(count, frame)
      count += 1
    }
  }
}
