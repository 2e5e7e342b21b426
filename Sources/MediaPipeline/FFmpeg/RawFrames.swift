import MediaFacts
import PushDelivery

/// Cuts ffmpeg's raw video output into frames.
struct RawFrames {
  /// The bytes of one frame; more than 0.
  private let frameByteCount: Int
  private var pending: [UInt8] = []
  /// Frames delivered so far.
  private(set) var count = 0

  /// - Parameters:
  ///   - size: the frames' size, within the limits.
  ///   - channelCount: one-byte samples for each pixel.
  init(of size: PixelSize, channelCount: Int) {
    let (count, overflow) = size.count.multipliedReportingOverflow(by: channelCount)
    frameByteCount = overflow ? .max : max(1, count)
  }

  /// Takes a piece of output and delivers the frames that it completes. No more than one frame is kept.
  mutating func add(_ piece: borrowing RawSpan, _ deliver: (_ index: Int, _ samples: [UInt8]) throws -> Void) throws {
    var start = 0
    while start < piece.byteCount {
      let end = start + min(piece.byteCount - start, frameByteCount - pending.count)
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
