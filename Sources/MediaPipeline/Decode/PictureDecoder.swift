import Libraries
package import MediaFacts
import PushDelivery

/// Decodes a source to its rendition's pixels: upright, in shape, 8-bit sRGB, in memory.
package struct PictureDecoder {
  let picture: Picture
  let source: PixelSource
  let specification: StillSpecification

  /// A rendition's pixels.
  struct Pixels: ~Copyable {
    let image: Image
    /// The most salient point of the whole picture, if clients would crop it.
    let attention: FocalPoint?
    /// Where it was cropped.
    let corner: Geometry.Crop.Corner?
  }

  /// Decodes the picture.
  func decode(tolerating tolerance: DamageTolerance) throws -> Pixels {
    let target = specification.geometry.scaled
    var image = try source.image(
      tolerating: tolerance, drawnAt: target, shrink: Self.shrink(from: picture.size, to: target))
    try Self.checkSamples(of: image, picture)
    // Scaling comes first and turning later: the decoder delivers rows from the top, and turning needs them all.
    image = try scale(image, to: picture.orientation >= 5 ? target.transposed : target)
    image = try convertColor(image)
    image = try image.inMemory().upright(from: picture.orientation)
    image = try settleAlpha(image)
    let attention = specification.platformsCuttingTheMiddle.isEmpty ? nil : Self.attention(of: image)
    let cut = try specification.geometry.cropped(image)
    let corner = specification.geometry.crop.map { _ in Geometry.Crop.Corner(left: cut.corner.left, top: cut.corner.top)
    }
    let shaped = try specification.geometry.placed(cut, background: specification.background)
    return Pixels(image: try shaped.inMemory(), attention: attention, corner: corner)
  }

  /// Alpha of floating-point samples has ranges that depend on the writer.
  static func checkSamples(of image: borrowing Image, _ picture: Picture) throws(MediaError) {
    guard image.hasFloatSamples, image.hasAlpha || picture.color.needsToneMapping else { return }
    throw .unsupported(
      format: "a picture of floating-point samples with transparency or HDR",
      hint: "export it with 8 or 16 bits a channel")
  }

  /// The most salient point of the upright picture before it is decoded; nil if unknown.
  static func attention(of picture: Picture, _ source: PixelSource) -> FocalPoint? {
    VipsLibrary.decodingAlone {
      do {
        let image = try source.image(tolerating: .everything, shrink: largestShrink(of: picture.size))
          .convertedToSRGB().castTo8Bit().inMemory().upright(from: picture.orientation)
        return attention(of: image)
      } catch {
        return nil
      }
    }
  }

  /// The same for pixels in memory. A small copy is searched, so that the result is about the same at any size.
  private static func attention(of image: borrowing Image) -> FocalPoint? {
    guard let point = try? image.attentionPoint() else { return nil }
    return FocalPoint(x: Double(point.x) / Double(image.width), y: Double(point.y) / Double(image.height))
  }

  /// The part of its size, 1, 1/2, 1/4 or 1/8, at which a JPEG is decoded: as small as leaves enough pixels.
  ///
  /// On camera photographs scaled by 2.1 to 3.5 the result differs by 44 to 52 dB (PSNR) from a full decode, while encoding it at quality
  /// 88 costs 34 to 44 dB; it takes half the time.
  package static func shrink(from size: PixelSize, to target: PixelSize) -> Int {
    let factor = min(Double(size.width) / Double(target.width), Double(size.height) / Double(target.height))
    return [8, 4, 2].first { factor >= Double($0) && $0 <= largestShrink(of: size) } ?? 1
  }

  /// The most that a JPEG decoder may shrink a picture: below one pixel nothing is left.
  package static func largestShrink(of size: PixelSize) -> Int {
    [8, 4, 2].first { min(size.width, size.height) >= $0 } ?? 1
  }

  private func scale(_ image: consuming Image, to target: PixelSize) throws(VipsError) -> Image {
    guard image.width != target.width || image.height != target.height else { return image }
    // The next steps derive the depth from the format, which scaling keeps.
    return try image.scaled(toWidth: target.width, height: target.height)
  }

  private func convertColor(_ decoded: consuming Image) throws -> Image {
    let color = picture.color
    var image = try tagged(decoded)
    if color.needsToneMapping { return try ToneMapping(color).apply(to: image) }
    // Decoders fill 16 bits with fewer ones by a shift: their white would become a pattern.
    if picture.bitDepth == 16 { image = try image.ditheredTo8Bit() }
    // The profile of a JPEG XL is in its compressed data, so only the decoder knows it.
    let hasHiddenProfile = picture.format == .jxl && image.hasProfile
    if color.profile == .other || hasHiddenProfile || image.colorModel == .cmyk {
      return try image.convertedToSRGBByProfile()
    }
    return try color.model == .gray ? image.convertedToGray().castTo8Bit() : image.convertedToSRGB().castTo8Bit()
  }

  /// Attaches a profile for the colours in the headers if the decoder gives none: gamma and chromaticities of PNG, or Adobe RGB from EXIF.
  private func tagged(_ image: consuming Image) throws -> Image {
    guard picture.color.profile == .other, !image.hasProfile, case .file(let path, _, _) = source,
      let profile = HeaderFacts(parsing: try SourceReader.bytes(of: path, limit: .max), format: picture.format).profile
    else { return image }
    return try image.tagged(withProfile: profile)
  }

  /// Drops an opaque alpha channel and flattens one that must go.
  private func settleAlpha(_ image: consuming Image) throws(VipsError) -> Image {
    guard image.hasAlpha, !specification.keepsTransparency else { return image }
    if picture.alpha != .used { return try image.bands(from: 0, count: image.bandCount - 1) }
    return try image.convertedToSRGB().flattened(onto: specification.background.channels)
  }
}

extension RGBColor {
  var channels: (red: Double, green: Double, blue: Double) { (Double(red), Double(green), Double(blue)) }
}

extension Geometry {
  /// Puts a cropped picture on a canvas, if there is one.
  fileprivate func placed(_ cut: consuming Image, background: RGBColor) throws(VipsError) -> Image {
    guard let canvas, canvas.width >= cut.width, canvas.height >= cut.height else { return cut }
    if continuesEdges == true, !cut.hasAlpha {
      let size = PixelSize(width: cut.width, height: cut.height)
      let whole = try cut.convertedToSRGB().castTo8Bit()
      let bandCount = whole.bandCount
      let samples = EdgeBars(try whole.samples(), size: size, bandCount: bandCount).samples(on: canvas)
      return try Image(samples: samples, width: canvas.width, height: canvas.height, bandCount: bandCount)
    }
    let (left, top) = ((canvas.width - cut.width) / 2, (canvas.height - cut.height) / 2)
    return try cut.convertedToSRGB().embedded(
      left: left, top: top, width: canvas.width, height: canvas.height, background: background.channels)
  }

  /// - Parameter image: of the scaled size.
  fileprivate func cropped(_ image: consuming Image) throws(VipsError) -> Image {
    guard let crop else { return image }
    let size = crop.size.limited(to: PixelSize(width: image.width, height: image.height))
    switch crop.anchor {
    case .attention: return try image.cropped(width: size.width, height: size.height, keeping: .attention)
    case .entropy: return try image.cropped(width: size.width, height: size.height, keeping: .entropy)
    case .centre: return try image.cropped(width: size.width, height: size.height, keeping: .centre)
    case .focalPoint(let point):
      let corner = corner(around: (point.x, point.y))
      return try image.extracted(
        left: Int(corner.left), top: Int(corner.top), width: size.width, height: size.height)
    }
  }
}

/// Decodes a still as strictly as its damage allows: visible damage is refused, slight damage is decoded and reported.
struct CarefulDecoding {
  /// The file to decode; nil for a frame of an animation or video, which is judged elsewhere.
  let path: String?
  let picture: Picture

  /// Decodes strictly, and tolerantly again if the damage is not visible.
  /// - Returns: the result, and a description of any damage.
  func callAsFunction<Result>(_ decode: (DamageTolerance) throws -> Result) throws -> (result: Result, damage: String?)
  {
    if let damage = try silentDamage() {
      return (try VipsLibrary.decodingAlone { try decode(.everything) }, damage)
    }
    do {
      return (try VipsLibrary.refusingLateErrors { try decode(.nothing) }, nil)
    } catch let error as VipsError where !error.isOutOfMemory {
      return (try VipsLibrary.decodingAlone { try decode(.warnings) }, error.detail)
    }
  }

  /// Damage that the compressed data shows, even if the decoder does not report it.
  /// - Throws: `MediaError.damaged` if a visible part is lost.
  func silentDamage() throws(MediaError) -> String? {
    guard let path, picture.isWhole != true,
      let loss = PictureLoss(of: try SourceReader.bytes(of: path, limit: .max), format: picture.format)
    else { return nil }
    guard !loss.isVisible else { throw .damaged(format: .picture(picture.format), detail: loss.words) }
    return loss.words
  }
}
