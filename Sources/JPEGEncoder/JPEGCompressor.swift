/// How a picture is to be encoded.
public struct JPEGSettings: Hashable, Sendable {
  /// Several scans from coarse to fine, which save about a tenth of the bytes; otherwise one: a baseline JPEG.
  public var isProgressive: Bool
  /// The resolution of colour; nil: chosen by picture and limit.
  ///
  /// Pictures with one channel, or equal ones, are stored without colour unless this is set.
  public var chroma: ChromaSampling?

  public init(isProgressive: Bool = true, chroma: ChromaSampling? = nil) {
    (self.isProgressive, self.chroma) = (isProgressive, chroma)
  }
}

/// Encodes a picture as the best JPEG that fits a limit of bytes.
///
/// What does not depend on the limit is computed once, so that encoding again with another limit costs less. The same picture,
/// settings and limit give the same bytes on every machine.
public struct JPEGCompressor: Sendable {
  private let picture: PreparedPicture

  public init(_ pixels: JPEGPixels, settings: JPEGSettings = JPEGSettings()) {
    self.init(pixels, settings: settings, tuning: Tuning())
  }

  package init(_ pixels: JPEGPixels, settings: JPEGSettings, tuning: Tuning) {
    picture = PreparedPicture(pixels, sampling: settings.chroma, isProgressive: settings.isProgressive, tuning: tuning)
  }

  /// The best JPEG of at most so many bytes.
  ///
  /// - Throws: `JPEGEncodingError.limitTooSmall`, with the smallest size that can be reached.
  public func encode(atMost bytes: Int) throws(JPEGEncodingError) -> JPEGEncoding {
    let clock = StageClock(picture.times)
    var search = LimitSearch(picture, limit: bytes, clock)
    return JPEGEncoding(try search.run().file, clock.times)
  }

  /// The JPEG at a scale of quantization, however many bytes it takes.
  ///
  /// - Parameter quantizationScale: 0.12, the finest, to 600, the coarsest; clamped.
  public func encode(quantizationScale: Double) -> JPEGEncoding {
    let clock = StageClock(picture.times)
    let trial = Trial(CalibratedQuantizer(picture, scale: quantizationScale, clock) { _ in })
    return JPEGEncoding(trial.file.written(), clock.times)
  }

  /// A JPEG with about the fewest bytes that reach a score, within a limit.
  ///
  /// If the limit's best misses the target, that is the result. Otherwise the score is usually at most a few tenths of a point
  /// above the target, and never below it.
  ///
  /// - Parameters:
  ///   - bytes: the limit.
  ///   - target: on the scale of `score`, where higher is better and 100 perfect. The search begins where SSIMULACRA 2
  ///       usually gives such a score, and is shorter the more `score` resembles it.
  ///   - score: judges the decoded pixels; usually called two or three times.
  /// - Returns: the encoding and its score.
  /// - Throws: `JPEGEncodingError.limitTooSmall`, or what `score` throws.
  public func encode(atMost bytes: Int, reaching target: Double, score: (JPEGPixels) throws -> Double) throws -> (
    encoding: JPEGEncoding, score: Double
  ) { try encode(atMost: bytes, reaching: target) { pixels, _ in try score(pixels) } }

  /// The same; the judge also learns whether more calls are likely, so that it can cache what depends only on the picture.
  package func encode(
    atMost bytes: Int, reaching target: Double, judge: (JPEGPixels, _ expectsMore: Bool) throws -> Double
  ) throws -> (encoding: JPEGEncoding, score: Double) {
    let clock = StageClock(picture.times)
    let result = try ScoreSearch(picture: picture, limit: bytes, target: target, clock: clock).run(judge)
    return (JPEGEncoding(result.file, clock.times), result.score)
  }
}

/// A JPEG.
public struct JPEGEncoding: Sendable {
  private let file: WrittenFile
  package let times: StageTimes

  init(_ file: WrittenFile, _ times: StageTimes) { (self.file, self.times) = (file, times) }

  /// The file.
  public var bytes: [UInt8] { file.bytes }
  public var isProgressive: Bool { file.isProgressive }
  public var chroma: ChromaSampling { file.picture.shape.sampling }
  /// Its coarseness: steps are proportional to it. 0.12 is the finest, 600 the coarsest.
  public var quantizationScale: Double { file.level.scale }
  /// The expected size of the file: its bytes without stuffing.
  package var countedBytes: Int { file.countedBytes }

  /// The pixels that libjpeg-turbo shows; single samples may differ by one step.
  ///
  /// They are decoded at each call. The layout is gray without colour.
  public func decoded() -> JPEGPixels { DecodedPicture(file.picture).pixels }
}
