import GIFCodec
import Testing

/// What is shown at each hundredth of a second at which something new appears.
struct Shown: Hashable {
  private(set) var times: [Int] = []
  private(set) var pictures: [[UInt8]] = []
  private(set) var end = 0

  private mutating func add(_ pixels: [UInt8], for delay: Int) {
    // What takes no time replaces nothing but is not seen either; the encoder may leave it out or not.
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

  /// What an animation asks for; pixels whose alpha is below 128 are nothing.
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

  /// What decoders show; transparent pixels are 0 all over.
  init(gif: [UInt8]) throws {
    var decoder = try #require(GIFDecoder(gif))
    while let frame = try decoder.next() { add(frame.pixels, for: frame.delay / 10) }
  }
}
