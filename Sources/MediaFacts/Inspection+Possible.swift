extension Inspection {
  /// Whether a file can have these facts at all. Facts from outside must be checked.
  package var isPossible: Bool {
    switch self {
    case .still(let picture): picture.isPossible
    case .animation(let picture, let animation):
      picture.isPossible && animation.frameCount > 0 && animation.loopCount >= 0 && animation.posterTime.isMoment
    case .video(let video): video.isPossible
    }
  }
}

extension Picture {
  fileprivate var isPossible: Bool {
    size.isPossible && (1...8).contains(orientation) && (1...64).contains(bitDepth) && trailingByteCount >= 0
      && coveredFrameCount ?? 2 > 1
  }
}

extension Video {
  fileprivate var isPossible: Bool {
    size.isPossible && codedSize.isPossible && [0, 90, 180, 270].contains(rotation) && duration.isMoment
      && audio?.end?.isMoment != false && posterTime.isMoment && (0...1e6).contains(frameRate)
      && (0...64).contains(bitDepth) && streamCount >= 0
      && streamIndex >= 0
  }
}

extension PixelSize {
  /// Sides have at most 31 bits in every format, so that sums and multiples do not overflow. Sides of 0 were refused as damaged.
  fileprivate var isPossible: Bool {
    let sides = 1...Int(Int32.max)
    return sides.contains(width) && sides.contains(height)
  }
}

extension Double {
  /// Whether it is a possible time in something that plays, in seconds; thirty thousand years are too long.
  fileprivate var isMoment: Bool { (0...1e12).contains(self) }
}
