public import Foundation
public import MediaFacts
public import PushDelivery

/// What a worker process is asked to do. One JSON line each; media bytes themselves go through files.
public enum WorkerJob: Hashable, Sendable, Codable {
  /// Find out what a file is.
  case inspect(path: String, limits: SourceLimits)
  /// Find out what a video is from its headers alone.
  case probe(path: String, format: VideoFormat, limits: SourceLimits)
  /// Decode all of a file to find damage.
  case verify(path: String, inspection: Inspection, withSound: Bool)
  /// Make a rendition and write it to `output`, a file that the parent chose.
  case render(path: String, limits: SourceLimits, inspection: Inspection, plan: RenderPlan, output: String)
  /// Make a rendition that moves and write it to `output`. Other files whose names begin with that path may be made on the way.
  case renderMotion(path: String, limits: SourceLimits, inspection: Inspection, plan: MotionPlan, output: String)
}

extension WorkerJob {
  /// How many seconds it may take.
  func timeLimit(_ limits: WorkerLimits) -> Int {
    switch self {
    case .verify(_, .video, _), .renderMotion: limits.motionSeconds
    case .inspect, .probe, .verify, .render: limits.seconds
    }
  }

  /// What is wrong when it takes longer.
  func timeout(_ limits: WorkerLimits) -> MediaProblem {
    switch self {
    case .verify(_, .video, _), .renderMotion: .motionTimedOut(seconds: limits.motionSeconds)
    case .inspect, .probe, .verify, .render: .timedOut(seconds: limits.seconds)
    }
  }
}

/// What a worker answers. One JSON line each. The parent believes none of it: it measures what was written.
public enum WorkerReply: Hashable, Sendable, Codable {
  case inspected(Inspection)
  /// What a decoder complained about without giving up.
  case verified(damage: String?)
  case rendered(RenderRecord)
  case renderedMotion(MotionRecord)
  /// How much of the job is done, 0 to 1. Not the last word: others follow.
  case progress(Double)
  case failed(MediaProblem)
}

/// How a worker process is started.
public struct WorkerCommand: Hashable, Sendable {
  /// The absolute path of the program.
  public var executable: String
  public var arguments: [String]
  public var limits: WorkerLimits
  /// All variables that it sees.
  public let environment: [String: String]

  /// - Parameter inherited: the variables of this process. No credentials, no proxies, no configuration of libraries are passed
  ///   on: only what finds programs and the system's libraries.
  public init(
    executable: String, arguments: [String], limits: WorkerLimits,
    inheriting inherited: [String: String] = ProcessInfo.processInfo.environment
  ) {
    self.executable = executable
    self.arguments = arguments
    self.limits = limits
    let kept: Set = ["PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "TMPDIR"]
    // A crash is expected of hostile files and reported by the pool; a backtrace would only cost time.
    environment = inherited.filter { kept.contains($0.key) }.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
  }
}
