/// For how long each pixel stays as it is. What is seen for longer is worth more bytes: an error in a still background would be
/// there frame after frame.
struct Stillness {
  /// So many frames are looked ahead, and no pixel counts for more.
  private static let horizon = 20
  /// Squared distance, as in `ColorCoordinates`, up to which a pixel is taken to have stayed: three levels of grey.
  private static let tolerance: Int32 = 36

  private let animation: GIFAnimation
  private let entries: [FrameSchedule.Entry]
  /// When each frame is shown, in hundredths of a second, and when the last one ends.
  private let starts: [Int]
  /// For each pixel the place of the frame in which it changes.
  private var ends: [Int32]

  init(_ animation: GIFAnimation, _ entries: [FrameSchedule.Entry]) {
    self.animation = animation
    self.entries = entries
    starts = entries.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.delay) }
    ends = [Int32](repeating: 0, count: animation.pixelCount)
  }

  /// Looks ahead from a frame; frames are asked for in order.
  mutating func look(from position: Int, wanted: [Pixel]) {
    var open = wanted.indices.filter { ends[$0] <= Int32(truncatingIfNeeded: position) }
    let end = min(position + Self.horizon, entries.count)
    for later in position + 1..<max(end, position + 1) {
      animation.frames[entries[later].frame].pixels.withUnsafeBytes { bytes in
        open.removeAll { index in
          let rgba = bytes.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self)
          let hasChanged = !Self.isStill(wanted[index], Pixel(rgba: UInt32(littleEndian: rgba)))
          if hasChanged { ends[index] = Int32(truncatingIfNeeded: later) }
          return hasChanged
        }
      }
    }
    for index in open { ends[index] = Int32(truncatingIfNeeded: end) }
  }

  private static func isStill(_ pixel: Pixel, _ later: Pixel) -> Bool {
    if pixel == later { return true }
    guard pixel.isOpaque, later.isOpaque else { return false }
    return ColorCoordinates(pixel).distance(to: ColorCoordinates(later)) <= tolerance
  }

  /// How long each number of frames from this one on takes, from none to the horizon, in mean times of a frame.
  func times(from position: Int) -> [Float] {
    let mean = max(Float(starts[entries.count]) / Float(entries.count), 1)
    return (0...Self.horizon).map { count in
      let time = starts[min(position + count, entries.count)] - starts[position]
      return max(Float(time) / mean, 0.01)
    }
  }

  /// For how many frames a pixel stays from this one on.
  @inline(__always) func frames(at index: Int, from position: Int) -> Int {
    min(max(Int(ends[index]) - position, 1), Self.horizon)
  }
}
