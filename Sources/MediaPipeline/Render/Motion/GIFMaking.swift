import GIFCodec
import Libraries
import MediaFacts
import PushDelivery

/// Turns frames in memory into a GIF under its limit.
struct GIFMaking {
  let specification: MotionSpecification
  /// The size of all frames.
  let size: PixelSize
  /// Whether frames have more colours than a GIF and need dithering.
  let dithers: Bool

  /// The limit for the pixels of all frames in memory, four bytes each: they can be encoded five times within the maximum work of
  /// `GIFSearch`.
  private static let mostPixels = 48_000_000

  /// The size at which so many frames can be processed: the wanted one, or smaller if memory requires.
  static func workingSize(of size: PixelSize, frameCount: Int) -> PixelSize {
    let total = Double(size.count) * Double(max(1, frameCount))
    return total <= Double(mostPixels) ? size : size.scaled(by: (Double(mostPixels) / total).squareRoot() * 0.999)
  }

  /// The frames of an animation to process. If they are too many, the mean delay grows up to 80 ms before the picture gets smaller:
  /// twelve frames a second still move.
  static func thinning(of delays: [Int], _ specification: MotionSpecification) -> FrameThinning {
    let shortest = specification.shortestMeanDelay
    let candidates = ([shortest] + [40, 50, 80].filter { $0 > shortest })
      .map { FrameThinning(delays: delays, meanDelay: $0) }
    let fitting = candidates.first { specification.size.count * $0.keptCount <= mostPixels }
    return fitting ?? candidates[candidates.count - 1]
  }

  /// - Parameter loopCount: the number of plays, 0 for ever.
  /// - Throws: `MediaError.motionCannotFit` if nothing fits, `.motionless` if all frames are equal, in the source or in its result under
  ///   the limit.
  func run(_ frames: [GIFFrame], loopCount: Int) throws(MediaError) -> (bytes: [UInt8], record: MotionRecord) {
    let frames = Self.merged(frames)
    guard frames.count > 1 else { throw .motionless }
    do {
      let original = try animation(frames, size, loopCount)
      let search = GIFSearch(limit: specification.maximumBytes, dithers: dithers)
      let found = try search.run(original) { scale in
        let smaller = size.scaled(by: scale)
        return try animation(frames.map { try Self.scale($0, from: size, to: smaller) }, smaller, loopCount)
      }
      let record = record(of: found)
      guard record.frameCount > 1 else { throw MediaError.motionless }
      return (found.encoding.bytes, record)
    } catch GIFEncodingError.doesNotFit(let limit, let smallestBytes) {
      throw .motionCannotFit(smallestBytes: smallestBytes, limit: limit)
    } catch {
      throw MediaError(unexpected: error)
    }
  }

  /// Merges equal consecutive frames into one, up to GIF's longest delay.
  static func merged(_ frames: [GIFFrame]) -> [GIFFrame] { frames.reduce(into: []) { append($1, to: &$0) } }

  /// Adds a frame, or its time to the last one if they are equal.
  static func append(_ frame: GIFFrame, to frames: inout [GIFFrame]) {
    if let last = frames.last, last.pixels == frame.pixels, last.delay + frame.delay <= GIFFrame.longestDelay {
      frames[frames.count - 1] = GIFFrame(pixels: last.pixels, delay: last.delay + frame.delay)
    } else {
      frames.append(frame)
    }
  }

  /// A GIF stores how often it repeats, and nothing if it plays once.
  private func animation(
    _ frames: [GIFFrame], _ size: PixelSize, _ loopCount: Int
  ) throws(GIFEncodingError) -> GIFAnimation {
    let repetitions = loopCount == 0 ? 0 : loopCount == 1 ? nil : loopCount - 1
    return try GIFAnimation(width: size.width, height: size.height, frames: frames, loopCount: repetitions)
  }

  private static func scale(_ frame: GIFFrame, from size: PixelSize, to smaller: PixelSize) throws -> GIFFrame {
    let image = try Image(samples: frame.pixels, width: size.width, height: size.height, bandCount: 4)
    let samples = try image.scaled(toWidth: smaller.width, height: smaller.height).samples()
    return GIFFrame(pixels: samples, delay: frame.delay)
  }

  /// Read from the bytes, as it is measured later: frames that lossy encoding makes equal are one.
  private func record(of found: GIFSearchResult) -> MotionRecord {
    let facts = GIFFacts(ByteView(found.encoding.bytes))
    let made = facts.size ?? size
    return MotionRecord(
      method: .encode, size: made, duration: Animation(delays: facts.delays).duration, frameCount: facts.frameCount,
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

/// Executes a plan for a video that becomes an animated GIF.
struct VideoAsGIF {
  let video: Video

  /// Frame delays in hundredths of a second, GIF's only unit: 25, 20, 12.5 and 10 frames a second.
  private static let delays = [4, 5, 8, 10]

  /// The wanted number of pixels of all frames. A GIF of two megabytes has hardly half a bit for each.
  private static let wantedPixels = 30_000_000.0

  func render(
    _ path: String, plan: MotionPlan, to output: String, progress: @Sendable (Double) -> Void
  ) async throws(MediaError) -> MotionRecord {
    try DecoderAllowList.check(video, withSound: false)
    let specification = plan.specification
    let delay = frameDelay(specification)
    let count = Int(seconds(specification) * 100) / delay + 1
    let shown = video.hasVariableFrameRate ? min(count, Int(seconds(specification) * video.frameRate) + 2) : count
    let size = GIFMaking.workingSize(of: specification.size, frameCount: shown)
    let frames = try await frames(path, size: size, delay: delay, specification, atMost: count + 1)
    progress(0.2)
    let making = GIFMaking(specification: specification, size: size, dithers: true)
    let (bytes, record) = try making.run(frames, loopCount: 0)
    try WorkerOutput.write(bytes, to: output)
    return record
  }

  private func seconds(_ specification: MotionSpecification) -> Double {
    min(video.duration, specification.seconds ?? video.duration)
  }

  /// The shortest delay for which the video and the profile have enough frames, and that leaves a pixel enough bits.
  ///
  /// With variable delays, the average rate says nothing about fast sequences. So frames are sampled as often as the profile allows, and a
  /// frame that is shown for longer is merged again.
  private func frameDelay(_ specification: MotionSpecification) -> Int {
    let average = video.hasVariableFrameRate ? video.frameRate : .infinity
    let allowed = Double(specification.maximumFrameRate)
    let rate = (video.hasVariableFrameRate ? allowed : min(video.frameRate, allowed)) * 1.01
    let pixels = Double(specification.size.count) * seconds(specification)
    return Self.delays.first { delay in
      let shown = 100 / Double(delay)
      return shown <= rate && pixels * min(shown, average) <= Self.wantedPixels
    } ?? max(Self.delays.last ?? 10, Int((100 / rate).rounded(.up)))
  }

  private func frames(
    _ path: String, size: PixelSize, delay: Int, _ specification: MotionSpecification, atMost count: Int
  ) async throws(MediaError) -> [GIFFrame] {
    let input = FFmpegInput(path: path, format: video.format).arguments(["-t", "\(seconds(specification))"])
    let filters = VideoFilters(video: video, size: size, background: specification.background).chain(to: .rgb)
    let output = [
      "-map", "0:\(video.streamIndex)", "-vf", filters + ",fps=100/\(delay)", "-frames:v", "\(count)", "-f", "rawvideo",
      "-pix_fmt", "rgba", "pipe:1",
    ]
    var raw = RawFrames(of: size, channelCount: 4)
    var frames: [GIFFrame] = []
    let ending = try await DecodingProgram.ffmpeg.run(
      input + output,
      reading: { piece in
        try raw.add(piece) { _, samples in GIFMaking.append(GIFFrame(pixels: samples, delay: delay * 10), to: &frames) }
      })
    guard ending.isSuccess, !frames.isEmpty else {
      throw ending.shortage
        ?? .damaged(format: .video(video.format), detail: FFmpegErrorText.text(ending.errorLines, path: path))
    }
    return frames
  }
}
