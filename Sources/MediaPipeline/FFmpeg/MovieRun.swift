import Essentials
import MediaFacts
import PushDelivery
import Synchronization
import SystemPackage

/// One run of ffmpeg over a video, watched through its progress reports.
struct MovieRun: Sendable {
  /// For thrown errors.
  let format: VideoFormat
  /// How long the whole plays, in seconds.
  let seconds: Double

  /// Decodes all frames and keeps nothing. The clock is fine enough for any frame times: on the null muxer's constant-rate clock two frames
  /// may coincide, which it reports as an error. Frames whose time in the file is not after the previous one's are moved behind it.
  static let discarding = [
    "-fps_mode:v", "passthrough", "-enc_time_base:v", "1:90000", "-bsf:v", "setts=ts='max(PTS\\,PREV_OUTPTS+1)'", "-f",
    "null", "-",
  ]

  /// Runs ffmpeg to its end.
  /// - Parameter advance: gets the finished part, 0...1, now and then.
  func callAsFunction(
    _ arguments: [String], advance: @Sendable (Double) -> Void
  ) async throws(MediaError) -> MovieProgress {
    var report = MovieProgress()
    let ending = try await DecodingProgram.ffmpeg.run(
      ["-nostats", "-progress", "pipe:1"] + arguments,
      reading: { piece in
        piece.withUnsafeBytes { report.read($0) }
        advance(report.seconds / seconds)
      })
    report.errorLines = ending.errorLines.compactMap(Self.withoutAddress)
    guard ending.isSuccess else { throw ending.shortage ?? mediaError(report.errorLines, output: arguments.last ?? "") }
    return report
  }

  /// `[h264 @ 0x5581] no frame!` becomes `h264: no frame!`. Messages about skipped streams are dropped, and the null muxer's about frame
  /// times: its output is discarded.
  static func withoutAddress(_ line: String) -> String? {
    // Such as `[null @ 0x5581] Application provided invalid, non monotonically increasing dts to muxer in stream 0: 7 >= 7`.
    let ofNullMuxer = ["[null @ ", "[out#0/null @ "].contains(where: line.hasPrefix)
    guard !line.contains("on whitelist"), !ofNullMuxer else { return nil }
    guard line.hasPrefix("["), let at = line.firstRange(of: " @ 0x"), let end = line.firstRange(of: "] "),
      at.upperBound <= end.lowerBound
    else { return line }
    let name = line[line.index(after: line.startIndex)..<at.lowerBound]
    return (name == "NULL" ? "" : name + ": ") + line[end.upperBound...]
  }

  private func mediaError(_ errorLines: [String], output: String) -> MediaError {
    let said = { (words: String) in errorLines.contains { $0.contains(words) } }
    for full in [Errno.noSpace, .diskQuotaExceeded] where said(full.description) {
      return .refused("there is no room for the movie that is being made", by: FileSystemError("write", output, full))
    }
    for missing in ["No such filter", "Unknown encoder", "Unrecognized option", "Option not found"] where said(missing)
    {
      let said = errorLines.first { $0.contains(missing) } ?? missing
      let remedy = "install one of version 5.1 or later with libx264 and libzimg"
      return .machine(detail: "this ffmpeg cannot make the movie (\(said)): \(remedy)")
    }
    return .damaged(format: .video(format), detail: errorLines.first ?? "ffmpeg cannot decode it")
  }
}

extension MovieProgress {
  /// The decoders' complaints if they lost no considerable part of a video; nil without complaints.
  func damage(of video: Video, frameCount count: Int, seconds expected: Double) throws(MediaError) -> String? {
    let errorLine = errorLines.first
    let isShort = Double(frameCount) < Double(count) * 0.9 || seconds < expected * 0.9
    if frameCount == 0 || (errorLine != nil && isShort && !video.hasVariableFrameRate) {
      throw .damaged(format: .video(video.format), detail: errorLine ?? "no frame can be decoded")
    }
    return errorLine
  }
}

/// What a run has written so far, by the output of ffmpeg's `-progress`: lines `key=value`, block after block.
struct MovieProgress: Sendable {
  private(set) var frameCount = 0
  /// The end of what was written.
  private(set) var seconds = 0.0
  /// The decoders' messages, each once, without addresses that differ between runs.
  var errorLines: [String] = []
  private var line: [UInt8] = []

  /// Takes the next bytes, which may end anywhere.
  mutating func read(_ bytes: UnsafeRawBufferPointer) {
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        take(String(decoding: line, as: UTF8.self))
        line = []
      } else if line.count < 200 {
        line.append(byte)
      }
    }
  }

  private mutating func take(_ line: String) {
    let parts = line.split(separator: "=", maxSplits: 1)
    guard parts.count == 2, let value = Int(parts[1]) else { return }
    switch parts[0] {
    case "frame": frameCount = max(frameCount, value)
    case "out_time_us": seconds = max(seconds, Double(value) / 1_000_000)
    default: break
    }
  }
}

/// Reports progress over an unknown number of steps as 0...1. It never goes back: each step takes the first half of the rest.
final class ProgressMeter: Sendable {
  private struct Progress {
    var done = 0.0
    /// The current step's.
    var start = 0.0
    var end = 0.5
  }

  private let progress = Mutex(Progress())
  private let report: @Sendable (Double) -> Void

  init(_ report: @escaping @Sendable (Double) -> Void) { self.report = report }

  /// The current step is this far, 0...1.
  func advance(to part: Double) {
    guard part.isFinite else { return }
    tell { $0.done = max($0.done, $0.start + ($0.end - $0.start) * min(max(part, 0), 1)) }
  }

  /// The current step ends, and another one follows.
  func beginNextStep() {
    tell {
      ($0.done, $0.start) = ($0.end, $0.end)
      $0.end += (1 - $0.end) / 2
    }
  }

  /// Nothing follows.
  func finish() { tell { ($0.done, $0.start, $0.end) = (1, 1, 1) } }

  /// Reports only changes.
  private func tell(_ change: (inout Progress) -> Void) {
    let news: Double? = progress.withLock { progress in
      let before = progress.done
      change(&progress)
      return progress.done > before ? progress.done : nil
    }
    if let news { report(news) }
  }
}
