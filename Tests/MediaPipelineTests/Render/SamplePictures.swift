import Foundation
import Libraries
import PushDelivery
import TestSupport

/// Pictures that are made in the tests, so that what is in them is known.
enum SamplePictures {
  /// Smooth colour waves with fine noise: compresses as a photograph does.
  static func photograph(width: Int, height: Int, seed: UInt64 = 1) throws -> Image {
    var state = seed
    var samples: [UInt8] = []
    samples.reserveCapacity(width * height * 3)
    for y in 0..<height {
      for x in 0..<width {
        for band in 0..<3 {
          state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          let noise = Double(state >> 59) - 16
          let wave = sin(Double(x) / (23 + Double(band) * 7)) + cos(Double(y) / (31 - Double(band) * 5))
          samples.append(UInt8(max(0, min(255, 128 + wave * 50 + noise))))
        }
      }
    }
    return try Image(samples: samples, width: width, height: height, bandCount: 3)
  }

  /// Four quarters of flat colour, told apart at every corner: red, green / blue, white.
  static func quarters(width: Int, height: Int) throws -> Image {
    let colors: [[UInt8]] = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255]]
    var samples: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width { samples += colors[(y * 2 / height) * 2 + x * 2 / width] }
    }
    return try Image(samples: samples, width: width, height: height, bandCount: 3)
  }

  /// Gray with a patterned red square in it, an eighth of its width from the left and a quarter of its height from the top.
  static func spot(width: Int, height: Int) throws -> Image {
    var samples: [UInt8] = []
    samples.reserveCapacity(width * height * 3)
    for y in 0..<height {
      for x in 0..<width {
        let isInside = max(abs(x - width / 8), abs(y - height / 4)) < width / 24
        let pattern: UInt8 = (x * 48 / width + y * 48 / width).isMultiple(of: 2) ? 250 : 120
        samples += isInside ? [pattern, 20, 30] : [128, 128, 128]
      }
    }
    return try Image(samples: samples, width: width, height: height, bandCount: 3)
  }

  /// A white disc with a soft edge on nothing: transparency that is really used.
  static func disc(side: Int) throws -> Image {
    var samples: [UInt8] = []
    for y in 0..<side {
      for x in 0..<side {
        let radius = hypot(Double(x - side / 2), Double(y - side / 2))
        let alpha = max(0, min(255, (Double(side) / 3 - radius) * 32 + 128))
        samples += [255, 255, 255, UInt8(alpha)]
      }
    }
    return try Image(samples: samples, width: side, height: side, bandCount: 4)
  }

  /// An EXIF segment with nothing but an orientation.
  static func exif(orientation: UInt8) -> [UInt8] {
    jpegSegment(
      0xE1,
      Array("Exif\0\0MM".utf8) + [
        0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0,
      ])
  }

  /// A JPEG file with segments put in behind its start.
  static func inserting(_ segments: [[UInt8]], into jpeg: [UInt8]) -> [UInt8] {
    Array(jpeg[..<2]) + segments.flatMap { $0 } + jpeg[2...]
  }
}
