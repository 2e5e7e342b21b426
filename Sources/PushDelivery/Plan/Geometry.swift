import Findings
public import MediaFacts

/// How an upright picture gets its shape: scaled, then cropped, then placed on a canvas. All sizes in pixels.
public struct Geometry: Hashable, Sendable, Codable {
  /// The whole picture is scaled to this size first. Never larger than the picture, unless it is drawn.
  public var scaled: PixelSize
  /// Then it is cropped to this, if smaller.
  public var crop: Crop?
  /// Then it is centred on a canvas of this size, if larger.
  public var canvas: PixelSize?
  /// True if the canvas continues the picture's edges, and nil if it has the background colour.
  public var continuesEdges: Bool?

  /// A part of the scaled picture.
  public struct Crop: Hashable, Sendable, Codable {
    public var size: PixelSize
    public var anchor: CropAnchor

    /// Its left upper corner in the scaled picture, which only the renderer knows: pixels may decide it.
    public struct Corner: Hashable, Sendable, Codable {
      public var left, top: Int32

      package init(left: Int32, top: Int32) { (self.left, self.top) = (left, top) }
    }
  }

  /// The size of the result.
  public var outputSize: PixelSize { canvas ?? crop?.size ?? scaled }

  /// Where the crop must begin so that a point, in parts of the picture, is as near its middle as the edges allow.
  package func corner(around middle: (x: Double, y: Double)) -> Crop.Corner {
    let kept = crop?.size ?? scaled
    func start(_ position: Double, _ kept: Int, of whole: Int) -> Int32 {
      let wanted = Int((position * Double(whole) - Double(kept) / 2).rounded())
      return Int32(clamping: min(max(0, wanted), whole - kept))
    }
    return Crop.Corner(
      left: start(middle.x, kept.width, of: scaled.width), top: start(middle.y, kept.height, of: scaled.height))
  }

  /// The result's rectangle in parts of the upright original's width and height: bars reach beyond 0...1. nil if it is cropped and the
  /// corner is unknown or impossible.
  package func area(croppedAt corner: Crop.Corner?) -> PictureArea? {
    let kept = crop?.size ?? scaled
    guard let corner = crop == nil ? Crop.Corner(left: 0, top: 0) : corner, corner.left >= 0, corner.top >= 0,
      Int(corner.left) <= scaled.width - kept.width, Int(corner.top) <= scaled.height - kept.height
    else { return nil }
    func range(_ start: Int32, _ kept: Int, _ output: Int, _ whole: Int) -> (start: Double, end: Double) {
      let first = Int(start) - (output - kept) / 2
      return (Double(first) / Double(whole), Double(first + output) / Double(whole))
    }
    let across = range(corner.left, kept.width, outputSize.width, scaled.width)
    let down = range(corner.top, kept.height, outputSize.height, scaled.height)
    return PictureArea(left: across.start, top: down.start, right: across.end, bottom: down.end)
  }

  /// The geometry for a picture of `size` under a profile.
  ///
  /// - Parameters:
  ///   - focalPoint: replaces the profile's crop anchor.
  ///   - words: the places of words. A crop to what draws the eye contains all of them, if that is possible.
  ///   - isDrawing: whether it is a drawing, which can have any size.
  public init(
    of size: PixelSize, under profile: Profile, focalPoint: FocalPoint? = nil, words: [PictureArea] = [],
    isDrawing: Bool = false
  ) {
    let whole = PixelSize(width: max(1, size.width), height: max(1, size.height)).limited(to: Self.largestSize)
    let enlargement = isDrawing ? whole.largestDrawing : 1
    switch profile.fit {
    case .inside:
      self.init(scaled: whole.scaled(by: whole.factor(toFitInside: profile.maximumSize, enlargingBy: enlargement)))
    case .auto(let aspect):
      let chosen = focalPoint.map { CropAnchor.focalPoint($0) }
      if let anchor = chosen ?? Self.anchor(keeping: words, of: whole, in: aspect) {
        self.init(covering: aspect, of: whole, within: profile.maximumSize, enlargingBy: enlargement, anchor: anchor)
      } else {
        self.init(padding: whole, to: aspect, within: profile.maximumSize, enlargingBy: enlargement)
        if canvas != nil { continuesEdges = true }
      }
    case .cover(let aspect, let anchor):
      let kept = anchor == .attention ? Self.anchor(keeping: words, of: whole, in: aspect) : nil
      self.init(
        covering: aspect, of: whole, within: profile.maximumSize, enlargingBy: enlargement,
        anchor: focalPoint.map { .focalPoint($0) } ?? kept ?? anchor)
    case .pad(let aspect): self.init(padding: whole, to: aspect, within: profile.maximumSize, enlargingBy: enlargement)
    }
  }

  /// The anchor of a crop that contains all words; nil if they do not fit.
  private static func anchor(keeping words: [PictureArea], of whole: PixelSize, in aspect: AspectRatio) -> CropAnchor? {
    guard let first = words.first else { return .attention }
    let area = words.reduce(first) { $0.union($1) }
    let kept = whole.largestPart(of: aspect)
    guard (area.right - area.left) * Double(whole.width) <= Double(kept.width),
      (area.bottom - area.top) * Double(whole.height) <= Double(kept.height)
    else { return nil }
    return FocalPoint(x: (area.left + area.right) / 2, y: (area.top + area.bottom) / 2).map { .focalPoint($0) }
  }

  /// Headers of hostile files may claim any size. Sides are limited to this, so that arithmetic never overflows.
  static let largestSize = PixelSize(width: 1 << 40, height: 1 << 40)

  init(scaled: PixelSize, crop: Crop? = nil, canvas: PixelSize? = nil) {
    (self.scaled, self.crop, self.canvas) = (scaled, crop, canvas)
  }

  private init(
    covering aspect: AspectRatio, of whole: PixelSize, within maximum: PixelSize, enlargingBy enlargement: Double,
    anchor: CropAnchor
  ) {
    let kept = whole.largestPart(of: aspect)
    let factor = kept.factor(toFitInside: maximum, enlargingBy: enlargement)
    let scaled = whole.scaled(by: factor)
    // Rounding may make the scaled picture smaller than the scaled part.
    let part = kept.scaled(by: factor).limited(to: scaled)
    self.init(scaled: scaled, crop: part == scaled ? nil : Crop(size: part, anchor: anchor))
  }

  private init(
    padding whole: PixelSize, to aspect: AspectRatio, within maximum: PixelSize, enlargingBy enlargement: Double
  ) {
    let largest = maximum.largestPart(of: aspect)
    let scaled = whole.scaled(by: whole.factor(toFitInside: largest, enlargingBy: enlargement))
    let canvas = scaled.smallestCanvas(of: aspect).limited(to: maximum)
    self.init(scaled: scaled, canvas: canvas == scaled ? nil : canvas)
  }
}

extension PixelSize {
  /// The factor that fits this size inside another. `enlargement`: its upper bound, 1 or more.
  func factor(toFitInside maximum: PixelSize, enlargingBy enlargement: Double = 1) -> Double {
    min(enlargement, Double(maximum.width) / Double(width), Double(maximum.height) / Double(height))
  }

  /// The most that a drawing of this size may be enlarged, 1 or more: before the crop it has no more pixels than phones decode.
  fileprivate var largestDrawing: Double {
    max(1, (Double(ClientLimit.androidPixels.value) / (Double(width) * Double(height))).squareRoot())
  }

  /// Rounded to whole pixels, at least one each.
  package func scaled(by factor: Double) -> PixelSize {
    PixelSize(
      width: max(1, Int((Double(width) * factor).rounded())), height: max(1, Int((Double(height) * factor).rounded())))
  }

  package func limited(to other: PixelSize) -> PixelSize {
    PixelSize(width: min(width, other.width), height: min(height, other.height))
  }

  /// The largest rectangle of an aspect ratio inside it.
  func largestPart(of aspect: AspectRatio) -> PixelSize {
    let wide = Double(height) * Double(aspect.width) / Double(aspect.height)
    return wide <= Double(width)
      ? PixelSize(width: max(1, Int(wide.rounded())), height: height)
      : PixelSize(
        width: width, height: max(1, Int((Double(width) * Double(aspect.height) / Double(aspect.width)).rounded())))
  }

  /// The smallest rectangle of an aspect ratio around it.
  func smallestCanvas(of aspect: AspectRatio) -> PixelSize {
    let wide = Int((Double(height) * Double(aspect.width) / Double(aspect.height)).rounded())
    return wide >= width
      ? PixelSize(width: wide, height: height)
      : PixelSize(
        width: width,
        height: max(height, Int((Double(width) * Double(aspect.height) / Double(aspect.width)).rounded())))
  }
}
