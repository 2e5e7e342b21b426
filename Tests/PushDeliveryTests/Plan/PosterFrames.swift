import Foundation
import MediaFacts
import PushDelivery
import TestSupport

/// Small frames with known content, for choosing between them.
enum PosterFrames {
  static let size = PixelSize(width: 48, height: 27)

  static func frame(_ pixel: (_ x: Int, _ y: Int) -> [Double]) -> Thumbnail {
    let samples = (0..<size.count).flatMap { place in
      pixel(place % size.width, place / size.width).map { UInt8(max(0, min(255, $0.rounded()))) }
    }
    guard let frame = Thumbnail(size: size, samples: samples) else { fatalError("wrong count of samples") }
    return frame
  }

  static func uniform(_ level: UInt8) -> Thumbnail {
    frame { _, _ in [Double(level), Double(level), Double(level), 255] }
  }

  /// Blocks of light and colour, other ones for each number.
  static func scene(_ number: UInt64, movedBy offset: Int = 0) -> Thumbnail {
    frame { x, y in
      var random = SeededGenerator(seed: number &* 1000 &+ UInt64((x + offset) / 4) &* 37 &+ UInt64(y / 4))
      return (0..<3).map { _ in Double.random(in: 20...235, using: &random) } + [255]
    }
  }

  /// `part` of the second, the rest of the first.
  static func mixed(_ first: Thumbnail, _ second: Thumbnail, _ part: Double) -> Thumbnail {
    frame { x, y in
      let start = (y * size.width + x) * 4
      return (0..<4).map { Double(first.samples[start + $0]) * (1 - part) + Double(second.samples[start + $0]) * part }
    }
  }

  /// Each pixel the mean of those around it in its row.
  static func blurred(_ sharp: Thumbnail, by radius: Int) -> Thumbnail {
    frame { x, y in
      let columns = max(0, x - radius)...min(size.width - 1, x + radius)
      return (0..<4).map { band in
        columns.reduce(0) { $0 + Double(sharp.samples[(y * size.width + $1) * 4 + band]) } / Double(columns.count)
      }
    }
  }

  /// The left half of the first, the right half of the second.
  static func beside(_ first: Thumbnail, _ second: Thumbnail) -> Thumbnail {
    frame { x, y in
      let samples = x * 2 < size.width ? first.samples : second.samples
      return (0..<4).map { Double(samples[(y * size.width + x) * 4 + $0]) }
    }
  }

  /// Only a part of the columns is there, the rest is transparent.
  static func revealed(_ whole: Thumbnail, _ part: Double) -> Thumbnail {
    frame { x, y in
      let start = (y * size.width + x) * 4
      let isThere = Double(x) < Double(size.width) * part
      return isThere ? (0..<4).map { Double(whole.samples[start + $0]) } : [0, 0, 0, 0]
    }
  }
}
