import GIFCodec
import Testing

/// The picture at each hundredth of a second at which it changes.
struct Shown: Hashable {
  private(set) var times: [Int] = []
  private(set) var pictures: [[UInt8]] = []
  private(set) var end = 0

  private mutating func add(_ pixels: [UInt8], for delay: Int) {
    // Frames without a duration are not visible; the encoder may leave them out.
    if times.last == end {
      pictures[pictures.count - 1] = pixels
    } else {
      times.append(end)
      pictures.append(pixels)
    }
    if pictures.count > 1, pictures[pictures.count - 2] == pixels {
      times.removeLast()
      pictures.removeLast()
    }
    end += delay
  }

  /// The expected pixels of an animation; those with alpha below 128 are transparent.
  init(_ animation: GIFAnimation) {
    for frame in animation.frames {
      var pixels = frame.pixels
      for start in stride(from: 0, to: pixels.count, by: 4) {
        let isOpaque = pixels[start + 3] >= 128
        if !isOpaque { for byte in start..<start + 3 { pixels[byte] = 0 } }
        pixels[start + 3] = isOpaque ? 255 : 0
      }
      add(pixels, for: frame.delay / 10)
    }
  }

  /// The decoded pixels; transparent ones are 0 in all channels.
  init(gif: [UInt8]) throws {
    var decoder = try #require(GIFDecoder(gif))
    while let frame = try decoder.next() { add(frame.pixels, for: frame.delay / 10) }
  }
}
