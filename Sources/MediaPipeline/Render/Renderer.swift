import Libraries
package import MediaFacts
package import PushDelivery

/// Executes a plan for one picture. Runs in a worker process: it calls decoders.
package struct Renderer: Sendable {
  /// Part of the render cache's key: raise it if the same plan would give other bytes. Differences caused by other libraries are in
  /// `RenderingVersions`.
  static let version = 21

  let limits: SourceLimits

  package init(limits: SourceLimits) { self.limits = limits }

  /// Makes the rendition and writes it to `output`.
  /// - Throws: `MediaError` if the file is damaged or nothing fits the limit; nothing is written then.
  package func render(
    _ path: String, inspection: Inspection, plan: StillPlan, to output: String
  ) async throws(MediaError) -> StillRecord {
    let result = try await make(path, inspection: inspection, plan: plan)
    try WorkerOutput.write(result.bytes, to: output)
    return result.record
  }

  private func make(
    _ path: String, inspection: Inspection, plan: StillPlan
  ) async throws(MediaError) -> RenderResult {
    let specification = plan.specification
    if let time = specification.posterTime ?? inspection.posterTime,
      let poster = try await poster(path, of: inspection, at: time, background: specification.background)
    {
      return try make(poster.picture, path: nil, bytes: [], source: poster.pixels, plan: plan)
    }
    let picture = inspection.picture
    // Decoders read files themselves; the bytes are for keeping or drawing.
    let needsBytes = plan.method != .encode || [.svg, .gif].contains(picture.format)
    let bytes = needsBytes ? try SourceReader.bytes(of: path, limit: limits.maximumBytes) : []
    let source = try await PixelSource.open(path, bytes: bytes, picture)
    return try make(picture, path: path, bytes: bytes, source: source, plan: plan)
  }

  /// The frame that represents an animation or video, with its properties; nil for a still picture.
  private func poster(
    _ path: String, of inspection: Inspection, at time: Double, background: RGBColor
  ) async throws(MediaError) -> (picture: Picture, pixels: PixelSource)? {
    var picture = inspection.picture
    switch inspection {
    case .still: return nil
    case .animation(_, let animation):
      let bytes = try SourceReader.bytes(of: path, limit: limits.maximumBytes)
      let reader = AnimationReader(path: path, bytes: bytes, picture: picture, frameCount: animation.frameCount)
      let samples = try await reader.frame(at: animation.frameIndex(at: time))
      // The reader delivers frames like this.
      (picture.orientation, picture.color) = (1, .sRGB)
      return (picture, .samples(samples, picture.size, bandCount: 4))
    case .video(let video):
      let samples = try await VideoFrameReader(path: path, video: video, background: background).frame(at: time)
      return (picture, .samples(samples, picture.size, bandCount: 3))
    }
  }

  /// - Parameter path: the picture's file; nil for a frame of an animation or video.
  private func make(
    _ picture: Picture, path: String?, bytes: [UInt8], source: PixelSource, plan: StillPlan
  ) throws(MediaError) -> RenderResult {
    do {
      if let kept = try keep(picture, path: path, bytes: bytes, source: source, plan: plan) { return kept }
      return try encode(picture, path: path, source: source, specification: plan.specification)
    } catch { throw MediaError(error, format: picture.format, path: path) }
  }

  /// The source's own bytes, all of them or without unneeded parts; nil if they are not to be kept, or not sound.
  private func keep(
    _ picture: Picture, path: String?, bytes: [UInt8], source: PixelSource, plan: StillPlan
  ) throws(MediaError) -> RenderResult? {
    guard plan.method != .encode, let kept = try? CleanPicture(bytes, format: picture.format).bytes,
      kept.count <= plan.specification.maximumBytes
    else { return nil }
    // Cleaning removes signs of damage, so the source is checked.
    guard try CarefulDecoding(path: path, picture: picture).silentDamage() == nil,
      kept == bytes ? isSound(picture, source) : Self.isSound(kept, picture.format)
    else { return nil }
    var record = StillRecord(method: kept == bytes ? .copy : .strip, size: picture.size)
    if !plan.specification.platformsCuttingTheMiddle.isEmpty {
      record.attention = PictureDecoder.attention(of: picture, source)
    }
    return RenderResult(bytes: kept, format: picture.format, record: record)
  }

  /// The bytes are kept, so they only need to be sound; a small decode reads them all.
  private func isSound(_ picture: Picture, _ source: PixelSource) -> Bool {
    let shrink = PictureDecoder.largestShrink(of: picture.size)
    return Self.succeeds { try source.image(tolerating: .nothing, shrink: shrink).decodeWholly() }
  }

  /// Cleaned bytes are decoded themselves: a decoder's complaint about the source may concern a part that was removed.
  private static func isSound(_ cleaned: [UInt8], _ format: PictureFormat) -> Bool {
    guard let loader = Loader(format), PictureLoss(of: cleaned, format: format) == nil else { return false }
    return succeeds { _ = try Image.decode(cleaned, as: loader) }
  }

  private static func succeeds(_ decode: () throws -> Void) -> Bool {
    (try? VipsLibrary.refusingLateErrors(decode)) != nil
  }

  private func encode(
    _ picture: Picture, path: String?, source: PixelSource, specification: StillSpecification
  ) throws -> RenderResult {
    let decoder = PictureDecoder(picture: picture, source: source, specification: specification)
    var (result, damage) = try CarefulDecoding(path: path, picture: picture)() { tolerance in
      let pixels = try decoder.decode(tolerating: tolerance)
      let (attention, corner) = (pixels.attention, pixels.corner)
      var result = try Encoding.run(specification, on: pixels.image)
      (result.record.attention, result.record.corner) = (attention, corner)
      return result
    }
    result.record.damage = damage
    return result
  }
}

/// Bytes and how they were made.
package struct RenderResult {
  package var bytes: [UInt8]
  package var format: PictureFormat
  package var record: StillRecord
}

extension Picture {
  /// The size before the orientation is applied.
  var storedSize: PixelSize { orientation >= 5 ? size.transposed : size }
}

/// A worker's result for its parent.
enum WorkerOutput {
  /// Writes a finished rendition.
  static func write(_ bytes: [UInt8], to path: String) throws(MediaError) {
    do {
      try DurableFile.write(bytes, to: path, isDurable: false)
    } catch {
      throw .refused("no rendition can be written", by: error)
    }
  }
}
