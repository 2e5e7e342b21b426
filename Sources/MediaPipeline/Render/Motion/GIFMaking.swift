import GIFCodec
import MediaFacts
import PushDelivery
import Vips

/// Makes frames in memory into a GIF under its limit.
struct GIFMaking {
  let specification: MotionSpecification
  /// The size of all frames.
  let size: PixelSize
  /// Whether frames have more colours than a GIF and should be mixed from those that it has.
  let dithers: Bool

  /// How many pixels all frames together may have while they are worked on: they take four bytes each.
  static let mostPixels = 134_000_000

  /// The size at which so many frames can be worked on: the one wished for, or as much less as the memory asks.
  static func workingSize(of size: PixelSize, frameCount: Int) -> PixelSize {
    let total = Double(size.count) * Double(max(1, frameCount))
    return total <= Double(mostPixels) ? size : size.scaled(by: (Double(mostPixels) / total).squareRoot() * 0.999)
  }

  /// - Parameter loopCount: how often it plays, 0 for ever.
  /// - Throws: `MediaProblem.motionCannotFit` when nothing fits.
  func run(_ frames: [GIFFrame], loopCount: Int) throws(MediaProblem) -> (bytes: [UInt8], record: MotionRecord) {
    do {
      let original = try animation(frames, size, loopCount)
      let search = GIFSearch(limit: specification.maximumBytes, dithers: dithers)
      let found = try search.run(original) { scale in
        let smaller = size.scaled(by: scale)
        return try animation(frames.map { try Self.scale($0, from: size, to: smaller) }, smaller, loopCount)
      }
      return (found.encoding.bytes, record(of: found))
    } catch GIFEncodingError.doesNotFit(let limit, let smallestBytes) {
      throw .motionCannotFit(smallestBytes: smallestBytes, limit: limit)
    } catch {
      throw .machine(detail: "no GIF can be made: \(error)")
    }
  }

  /// A GIF says how often it is repeated, and nothing when it plays once.
  private func animation(
    _ frames: [GIFFrame], _ size: PixelSize, _ loopCount: Int
  ) throws(GIFEncodingError) -> GIFAnimation {
    let repetitions = loopCount == 0 ? 0 : loopCount == 1 ? nil : loopCount - 1
    return try GIFAnimation(width: size.width, height: size.height, frames: frames, loopCount: repetitions)
  }

  private static func scale(_ frame: GIFFrame, from size: PixelSize, to smaller: PixelSize) throws -> GIFFrame {
    let image = try Image(samples: frame.pixels, width: size.width, height: size.height, bandCount: 4)
    let horizontal = Double(smaller.width) / Double(size.width)
    let vertical = Double(smaller.height) / Double(size.height)
    let samples = try image.premultiplied().resized(horizontally: horizontal, vertically: vertical).unpremultiplied()
      .castTo8Bit().samples()
    return GIFFrame(pixels: samples, delay: frame.delay)
  }

  private func record(of found: GIFSearchResult) -> MotionRecord {
    let facts = HeaderFacts(parsing: found.encoding.bytes, format: .gif)
    let made = facts.size ?? size
    return MotionRecord(
      method: .encode, size: made, duration: facts.animation?.duration ?? 0, frameCount: facts.frameCount ?? 1,
      scale: min(1, Double(made.width) / Double(specification.size.width)),
      gif: MotionRecord.GIF(
        isLossless: found.encoding.isLossless && made == specification.size, colorCount: found.settings.colors,
        loss: found.settings.loss),
      encodes: found.trials.map {
        MotionRecord.Encode(
          bytes: $0.bytes, width: size.scaled(by: $0.scale).width,
          setting: $0.settings.loss == 0 ? "lossless" : "\($0.settings.colors) colours, loss \($0.settings.loss)")
      })
  }
}
