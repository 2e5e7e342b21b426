import Essentials
import MediaFacts
import PushDelivery

/// Makes a movie from the source's own compressed pictures, if the plan allows it.
struct MovieKeeping: Sendable {
  let path: String
  let video: Video
  let plan: MotionPlan
  let files: MovieFiles
  let meter: ProgressMeter

  /// - Returns: nil if the pictures cannot be kept: by plan, because of damage, or because they do not fit.
  func run() async throws(MediaError) -> MotionRecord? {
    guard plan.method != .encode else { return nil }
    do throws(MediaError) {
      let result = try await remux()
      if result == nil { meter.beginNextStep() }
      return result
    } catch {
      guard case .damaged = error else { throw error }
      meter.beginNextStep()
      return nil
    }
  }

  /// The source's packets in a new file.
  private func remux() async throws(MediaError) -> MotionRecord? {
    let command = MovieCommand(
      input: FFmpegInput(path: path, format: video.format), video: video, specification: plan.specification,
      sound: sound, statistics: files.statistics)
    let seconds = video.playedSeconds(under: plan.specification)
    let run = MovieRun(format: video.format, seconds: seconds)
    // ffmpeg skips truncated or damaged parts, so the result would be sound but shorter.
    guard try await run(command.keepingPictures(to: files.encode), advance: { _ in }).errorLines.isEmpty else {
      return nil
    }
    guard MovieFiles.byteCount(of: files.encode) <= plan.specification.maximumBytes else { return nil }
    guard let frameCount = try await verifiedFrameCount() else { return nil }
    let duration = try files.publish(limit: plan.specification.maximumBytes)
    let encodedRate: Int? = if case .encoded(let bitRate, _, _) = sound { bitRate } else { nil }
    return MotionRecord(
      method: .remux, size: video.size, duration: duration, frameCount: frameCount,
      movie: encodedRate.map { .init(audioBitRate: $0) })
  }

  /// Kept with the pictures, unless it is the faulty part of the source.
  private var sound: MovieSound {
    guard plan.specification.keepsAudio, let audio = video.audio else { return .none }
    let isWrong = plan.reasons.contains { $0 == .audioCodec || $0 == .hiddenSound }
    return isWrong ? MovieBudget(of: plan.specification, for: video).sound : .kept(bitRate: audio.bitRate ?? 0)
  }

  /// Decodes all of a file. Bytes that are not encoded again are published unchanged, so any complaint counts.
  /// - Returns: how many frames it has; nil if a decoder complains.
  private func verifiedFrameCount() async throws(MediaError) -> Int? {
    let run = MovieRun(format: .mp4, seconds: video.playedSeconds(under: plan.specification))
    let input = FFmpegInput(path: files.encode, format: .mp4).arguments(MovieCommand.restrictions)
    let everything = ["-map", "0:v", "-map", "0:a?"] + MovieRun.discarding
    let meter = meter
    let outcome = try await run(["-threads", "2"] + input + everything) { meter.advance(to: $0) }
    return outcome.errorLines.isEmpty && outcome.frameCount > 0 ? outcome.frameCount : nil
  }
}

/// The temporary files for a movie, all next to it.
struct MovieFiles: Sendable {
  let output: String

  /// An encode's output.
  var encode: String { output + ".mp4" }
  /// x264's statistics, without its endings.
  var statistics: String { output + ".pass" }

  /// Removes all but the movie itself.
  func removeAll() {
    let endings = ["", ".mbtree", ".temp", ".mbtree.temp"].map { statistics + "-0.log" + $0 }
    for path in [encode] + endings { FileSystem.remove(path) }
  }

  /// Makes the encode the movie, without private metadata, and gives its duration in seconds.
  func publish(limit: Int) throws(MediaError) -> Double {
    let bytes: [UInt8]
    do throws(FileSystemError) {
      bytes = MovieHeader.scrubbing(try FileReading.bytes(of: encode, limit: limit))
    } catch {
      throw .untrustworthy(detail: "the movie that was made cannot be read: " + error.reason)
    }
    try WorkerOutput.write(bytes, to: output)
    return MovieFacts(ByteView(bytes)).duration ?? 0
  }

  /// A file's size in bytes; 0 if missing.
  static func byteCount(of path: String) -> Int { (try? FileSystem.state(of: path))?.byteCount ?? 0 }
}
