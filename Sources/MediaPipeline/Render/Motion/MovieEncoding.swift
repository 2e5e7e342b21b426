import MediaFacts
import PushDelivery

/// Makes a movie by encoding it, as often as `MovieSearch` requires.
struct MovieEncoding: Sendable {
  let input: FFmpegInput
  var video: Video
  let specification: MotionSpecification
  let files: MovieFiles
  let meter: ProgressMeter
  /// The source file's size.
  let sourceBytes: Int

  func run() async throws(MediaError) -> MotionRecord {
    var encoding = self
    if try await !keptSoundDecodes() { encoding.video.audio?.bitRate = nil }
    return try await encoding.search()
  }

  /// Whether kept sound can be decoded without a complaint. Copied packets are not decoded otherwise: their damage would be published
  /// unnoticed.
  private func keptSoundDecodes() async throws(MediaError) -> Bool {
    guard case .kept = budget.sound, let audio = video.audio else { return true }
    let run = MovieRun(format: video.format, seconds: budget.seconds)
    let arguments =
      ["-threads", "2"] + input.arguments(MovieCommand.restrictions)
      + ["-map", "0:\(audio.streamIndex)"] + MovieCommand.cut(specification) + ["-f", "null", "-"]
    do throws(MediaError) {
      return try await run(arguments) { _ in }.errorLines.isEmpty
    } catch {
      guard case .damaged = error else { throw error }
      return false
    }
  }

  private func search() async throws(MediaError) -> MotionRecord {
    let size = specification.size.even
    var search = MovieSearch(budget, limit: specification.maximumBytes, size: size)
    var result: MotionRecord?
    var encodes: [MotionRecord.Encode] = []
    while true {
      if case .impossible(let bytes) = search.next, result == nil {
        throw .motionCannotFit(smallestBytes: bytes, limit: specification.maximumBytes)
      }
      if case .comparison(let smaller) = search.next {
        search.record(similarity: try await similarity(at: smaller))
        continue
      }
      guard let encode = try await perform(search.next) else { break }
      encodes += encode.trial
      if encode.fits { result = try record(encode) }
      encode.isRefused ? search.recordRefusal() : search.record(bytes: encode.bytes, part: encode.part)
    }
    guard var result else { throw .untrustworthy(detail: "no encode of the movie came to anything") }
    result.encodes = encodes
    return result
  }

  private var budget: MovieBudget { MovieBudget(of: specification, for: video, sourceBytes: sourceBytes) }

  /// One encode and its result.
  private struct Encode {
    var size: PixelSize
    var outcome: MovieProgress
    var bytes = 0
    /// Its part of the movie, 0...1.
    var part = 1.0
    var movie: MotionRecord.Movie?
    var setting: String?
    var fits = false
    /// x264 refused the rate as too low.
    var isRefused = false

    var trial: [MotionRecord.Encode] { setting.map { [.init(bytes: bytes, width: size.width, setting: $0)] } ?? [] }
  }

  /// - Returns: nil if there is nothing more to do.
  private func perform(_ step: MovieSearch.Step) async throws(MediaError) -> Encode? {
    let audioBitRate: Int? = if case .encoded(let bitRate, _, _) = budget.sound { bitRate } else { nil }
    switch step {
    case .quality(let size, let largest):
      let factor = MovieSearch.rateFactor
      return try await encode(
        command.quality(size, largestBytes: largest, to: files.encode), size: size, largestBytes: largest,
        movie: .init(rateFactor: factor, audioBitRate: audioBitRate), setting: "crf \(Int(factor))")
    case .survey(let size, let bitRate):
      return Encode(size: size, outcome: try await run(command.survey(size, bitRate: bitRate)))
    case .rate(let size, let bitRate, let largest):
      return try await encode(
        command.rate(size, bitRate: bitRate, largestBytes: largest, to: files.encode), size: size,
        largestBytes: largest, movie: .init(videoBitRate: bitRate, audioBitRate: audioBitRate),
        setting: "2 passes, \(bitRate / 1000) kbit/s")
    case .comparison, .done, .impossible: return nil
    }
  }

  /// The mean SSIM of some frames, scaled down and back; 0 if none can be compared, so that frames keep their size.
  private func similarity(at smaller: PixelSize) async throws(MediaError) -> Double {
    let (text, _) = try await DecodingProgram.ffmpeg.output(
      command.comparison(smaller), limit: 1 << 24, orThrow: .untrustworthy(detail: "too many values of SSIM"))
    let values = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      .filter { $0.hasPrefix("All:") }.compactMap { Double($0.dropFirst(4)) }
    return values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count)
  }

  private var command: MovieCommand {
    MovieCommand(
      input: input, video: video, specification: specification, sound: budget.sound, statistics: files.statistics)
  }

  private func encode(
    _ arguments: [String], size: PixelSize, largestBytes: Int, movie: MotionRecord.Movie, setting: String
  ) async throws(MediaError) -> Encode {
    let outcome: MovieProgress
    do throws(MediaError) {
      outcome = try await run(arguments)
    } catch {
      guard case .damaged(_, let detail) = error, detail.contains("bitrate is too low") else { throw error }
      return Encode(size: size, outcome: .init(), isRefused: true)
    }
    let bytes = MovieFiles.byteCount(of: files.encode)
    var result = Encode(size: size, outcome: outcome, bytes: bytes, movie: movie, setting: setting)
    // ffmpeg stops at the largest size without an error. In steps, so that a frame more or less decides nothing.
    if bytes >= largestBytes { result.part = min(1, (outcome.seconds / budget.seconds * 50).rounded(.down) / 50) }
    result.fits = bytes > 0 && bytes <= specification.maximumBytes && result.part >= 1
    return result
  }

  private func run(_ arguments: [String]) async throws(MediaError) -> MovieProgress {
    let meter = meter
    let outcome = try await MovieRun(format: video.format, seconds: budget.seconds)(arguments) { meter.advance(to: $0) }
    meter.beginNextStep()
    return outcome
  }

  /// Publishes the encode.
  private func record(_ encode: Encode) throws(MediaError) -> MotionRecord {
    let outcome = encode.outcome
    let damage = try outcome.damage(of: video, frameCount: budget.frameCount, seconds: budget.seconds)
    let duration = try files.publish(limit: specification.maximumBytes)
    let scale = Double(encode.size.width) / Double(max(specification.size.even.width, 1))
    return MotionRecord(
      method: .encode, size: encode.size, duration: duration, frameCount: outcome.frameCount, scale: scale,
      movie: encode.movie, damage: damage)
  }
}
