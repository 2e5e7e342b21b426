import GIFCodec
import TestSupport

/// Animations drawn by rule, so that each test knows what it looks at.
enum Animations {
  /// Frames whose pixels a rule gives: red, green, blue and alpha of a column and a row.
  static func drawn(
    width: Int, height: Int, delays: [Int], loopCount: Int? = 0, _ pixel: (Int, Int, Int) -> [UInt8]
  ) throws -> GIFAnimation {
    let frames = delays.enumerated().map { index, delay in
      let pixels = (0..<width * height).flatMap { pixel(index, $0 % width, $0 / width) }
      return GIFFrame(pixels: pixels, delay: delay)
    }
    return try GIFAnimation(width: width, height: height, frames: frames, loopCount: loopCount)
  }

  /// A disc that moves over a picture of few colours.
  static func movingDisc(transparent: Bool = false) throws -> GIFAnimation {
    try drawn(width: 40, height: 30, delays: [40, 50, 70, 30, 100]) { frame, column, row in
      let (dx, dy) = (column - 8 - 5 * frame, row - 15)
      if dx * dx + dy * dy < 40 { return [200, 30, UInt8(dy * 4 + 40), 255] }
      return transparent ? [0, 0, 0, 0] : [UInt8(column / 4 * 10), UInt8(row / 5 * 20), 90, 255]
    }
  }

  /// Smooth colours that drift, with noise as film has it: more colours than any palette.
  static func film(width: Int = 48, height: Int = 36, frames: Int = 6) throws -> GIFAnimation {
    var random = SeededGenerator(seed: 3)
    return try drawn(width: width, height: height, delays: Array(repeating: 80, count: frames)) { frame, column, row in
      let noise = Int.random(in: -6...6, using: &random)
      return [
        UInt8(clamping: column * 4 + frame * 3 + noise), UInt8(clamping: row * 5 + noise),
        UInt8(clamping: 200 - column * 2 - frame * 5 + noise), 255,
      ]
    }
  }

  /// Any pixels of so many colours, some transparent.
  static func random(_ random: inout SeededGenerator, colors: Int) throws -> GIFAnimation {
    let width = Int.random(in: 1...30, using: &random)
    let palette = (0..<colors).map { _ in (0..<3).map { _ in UInt8.random(in: 0...255, using: &random) } }
    let transparency = Double.random(in: -0.5...1, using: &random)
    let change = Double.random(in: 0...1, using: &random)
    let delays = (0..<Int.random(in: 1...6, using: &random)).map { _ in Int.random(in: 0...30, using: &random) * 10 }
    var before: [Int: [UInt8]] = [:]
    return try drawn(width: width, height: Int.random(in: 1...30, using: &random), delays: delays) { _, column, row in
      let place = row * width + column
      if let old = before[place], Double.random(in: 0...1, using: &random) > change { return old }
      let isTransparent = Double.random(in: 0...1, using: &random) < transparency
      let pixel = isTransparent ? [0, 0, 0, 0] : palette[Int.random(in: 0..<colors, using: &random)] + [255]
      before[place] = pixel
      return pixel
    }
  }
}
