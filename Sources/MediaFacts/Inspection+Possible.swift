extension Inspection {
  /// Whether a file can be that at all. Who finds facts makes sure of it; who is told them by others has to ask.
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
  /// No format's sides are longer than what 31 bits can tell, so that sums and multiples of them are numbers. What has a side of nothing has
  /// been refused as damaged.
  fileprivate var isPossible: Bool {
    let sides = 1...Int(Int32.max)
    return sides.contains(width) && sides.contains(height)
  }
}

extension Double {
  /// Whether it is a moment of something that plays, in seconds; a longer film than of thirty thousand years is none.
  fileprivate var isMoment: Bool { (0...1e12).contains(self) }
}
