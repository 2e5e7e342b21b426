/// An image at all scales, read once from top to bottom: a sequence of bands of XYB.
///
/// Each scale gives its bands in order, and then one of zeros below the image, since blurring a band needs the next. The order of
/// scales only depends on the image's size, so two of one size stay in step.
struct Pyramid: Sequence, IteratorProtocol {
  /// A band at one scale.
  struct ScaleBand {
    /// The index of the scale.
    let scale: Int
    /// Zeros below the image.
    let color: XYBBand
  }

  private let image: SRGBImage
  private var levels: [Level]
  /// The index of the scale that just got its next band of light.
  private var ready: Int?
  /// How many scales have ended.
  private var endCount = 0

  init(_ image: SRGBImage) {
    self.image = image
    levels = Scale.scales(of: image).map { Level($0) }
  }

  mutating func next() -> ScaleBand? {
    if let ready { return take(ready) }
    if !levels[0].isComplete {
      levels[0].read(image)
      return take(0)
    }
    guard endCount < levels.count else { return nil }
    defer { endCount += 1 }
    return ScaleBand(scale: endCount, color: XYBBand(width: levels[endCount].scale.width))
  }

  /// Converts a scale's next band of light to colour, and passes halves to the next scale.
  private mutating func take(_ scale: Int) -> ScaleBand {
    let color = levels[scale].takeColor()
    ready = nil
    if scale + 1 < levels.count, let (upper, lower) = levels[scale].pair {
      levels[scale + 1].halve(upper, lower)
      ready = scale + 1
    }
    return ScaleBand(scale: scale, color: color)
  }

  /// How far one scale has been read.
  private struct Level {
    let scale: Scale
    /// The number of bands taken.
    private var count = 0
    /// The newest bands of even and of odd numbers. One is written while the other is in use; keeping a colour for longer makes
    /// the next write copy it.
    private var lights: [LinearLight]
    private var colors: [XYBBand]

    init(_ scale: Scale) {
      self.scale = scale
      lights = [LinearLight](repeating: LinearLight(width: scale.width), count: 2)
      colors = [XYBBand](repeating: XYBBand(width: scale.width), count: 2)
    }

    var isComplete: Bool { count == scale.bandCount }

    mutating func read(_ image: SRGBImage) { lights[count % 2].read(image, firstRow: count * Band.height) }

    mutating func halve(_ upper: LinearLight, _ lower: LinearLight) { lights[count % 2].halve(upper, lower) }

    /// The next band in XYB, with zeros below the image.
    mutating func takeColor() -> XYBBand {
      let (parity, rowCount) = (count % 2, scale.rowCount(inBand: count))
      // For an odd height, the last row is halved with itself.
      if !rowCount.isMultiple(of: 2) { lights[parity].repeatRow(rowCount - 1) }
      XYBConverter.convert(lights[parity], into: &colors[parity], width: scale.width, usesBlue: scale.weights[2] != nil)
      if rowCount < Band.height { colors[parity].clear(rowsFrom: rowCount) }
      count += 1
      return colors[parity]
    }

    /// The light of the newest two bands when they make one of the next scale; rows below the last band do not matter.
    var pair: (LinearLight, LinearLight)? {
      if count.isMultiple(of: 2) { return (lights[0], lights[1]) }
      return isComplete ? (lights[0], lights[0]) : nil
    }
  }
}

/// One of the scales at which two images are compared.
struct Scale {
  /// The least width and height to halve; smaller images are extended to it.
  private static let least = 8

  let width: Int
  let height: Int
  /// The weights of X, Y and B - Y; nil where all are negligible.
  let weights: [ScoreWeights.Row?]

  /// The bands for all rows.
  var bandCount: Int { (height + Band.height - 1) / Band.height }

  /// How many rows of a band are in the image.
  func rowCount(inBand band: Int) -> Int { min(max(height - band * Band.height, 0), Band.height) }

  /// The scales of an image from fine to coarse, each half of the previous, rounded up.
  ///
  /// As in libjxl, six, or fewer if a side gets below 8 samples.
  static func scales(of image: SRGBImage) -> [Scale] {
    var sizes = [(width: max(image.width, least), height: max(image.height, least))]
    while let last = sizes.last, sizes.count < 6, min(last.width, last.height) >= least {
      sizes.append((width: (last.width + 1) / 2, height: (last.height + 1) / 2))
    }
    return sizes.enumerated().map { scale, size in
      let weights = (0..<3).map { ScoreWeights.row(channel: $0, scale: scale, scaleCount: sizes.count) }
      return Scale(width: size.width, height: size.height, weights: weights)
    }
  }
}
