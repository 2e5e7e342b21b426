public import Essentials
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
  /// Make a rendition and write it to `output`, a file that the parent chose. Other files whose names begin with that path may be
  /// made on the way.
  case render(path: String, limits: SourceLimits, inspection: Inspection, plan: MediaPlan, output: String)
}

extension WorkerJob {
  /// The source, and the most bytes that it may have.
  var source: (path: String, limit: Int) {
    switch self {
    case .inspect(let path, let limits), .probe(let path, _, let limits), .render(let path, let limits, _, _, _):
      (path, limits.maximumBytes)
    case .verify(let path, _, _): (path, .max)
    }
  }

  /// The same job about a source that lies elsewhere.
  func reading(_ path: String) -> WorkerJob {
    switch self {
    case .inspect(_, let limits): .inspect(path: path, limits: limits)
    case .probe(_, let format, let limits): .probe(path: path, format: format, limits: limits)
    case .verify(_, let inspection, let withSound): .verify(path: path, inspection: inspection, withSound: withSound)
    case .render(_, let limits, let inspection, let plan, let output):
      .render(path: path, limits: limits, inspection: inspection, plan: plan, output: output)
    }
  }

  /// Where what it makes is to be; nil where it makes nothing.
  var output: String? {
    if case .render(_, _, _, _, let output) = self { output } else { nil }
  }

  /// The same job with what it makes in another folder, under the same name.
  func writing(toFolder folder: String) -> WorkerJob {
    guard case .render(let path, let limits, let inspection, let plan, let output) = self else { return self }
    return .render(
      path: path, limits: limits, inspection: inspection, plan: plan, output: folder + "/" + FileSystem.name(of: output)
    )
  }

  /// How many seconds it may take.
  func timeLimit(_ limits: WorkerLimits) -> Int {
    switch self {
    case .verify(_, .video, _), .render(_, _, _, .motion, _): limits.motionSeconds
    case .inspect, .probe, .verify, .render: limits.seconds
    }
  }

  /// What is wrong when it takes longer.
  func timeout(_ limits: WorkerLimits) -> MediaError {
    switch self {
    case .verify(_, .video, _), .render(_, _, _, .motion, _): .motionTimedOut(seconds: limits.motionSeconds)
    case .inspect, .probe, .verify, .render: .timedOut(seconds: limits.seconds)
    }
  }
}

/// What a worker answers. One JSON line each. The parent believes none of it: it measures what was written.
public enum WorkerReply: Hashable, Sendable, Codable {
  case inspected(Inspection)
  /// What a decoder complained about without giving up.
  case verified(damage: String?)
  case rendered(MediaRecord)
  /// How it is locked in. Said once, before the first job.
  case started(SandboxGaps)
  /// It has everything that it needs and reads jobs from now on. Said once, before the first job: whoever ends before has seen no file.
  case ready
  /// How much of the job is done, 0 to 1. Not the last word: others follow.
  case progress(Double)
  case failed(MediaError)
}

extension WorkerReply {
  /// How much of the job is done, 0 to 1, whatever the worker says; nil for its last word.
  package var partDone: Double? {
    guard case .progress(let part) = self else { return nil }
    return min(max(part, 0), 1)
  }
}

/// How a worker process is started.
public struct WorkerConfiguration: Hashable, Sendable {
  /// The absolute path of the program.
  public var executable: String
  public var arguments: [String]
  public var limits: WorkerLimits
  /// The newest version of Landlock that it locks itself in by; nil: the kernel's own. An older one shows what would be left open there.
  package var newestLandlock: Int?
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
    // A crash is expected of hostile files and reported by the pool; a backtrace would only cost time.
    environment = Self.passedOn(of: inherited).merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
  }

  /// What decoders, and the programs that decode, get to see of this process's variables.
  static func passedOn(of inherited: [String: String]) -> [String: String] {
    let kept: Set = ["PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "TMPDIR"]
    return inherited.filter { kept.contains($0.key) }
  }
}

/// The longest jobs are to be begun first, so that none is left over while other workers have nothing to do (R. L. Graham,
/// "Bounds on multiprocessing timing anomalies", SIAM Journal on Applied Mathematics 17(2), 1969).
extension WorkerJob {
  /// How long a job may take in relation to others. What only looks at files comes before all, since it tells what else there is
  /// to do.
  package var expectedWork: Int {
    switch self {
    case .inspect, .probe, .verify: .max
    case .render(_, _, let inspection, .still(let plan), _):
      Self.rounded(plan.encodedPixels + inspection.picture.size.count / Self.decodedForEncoded)
    case .render(_, _, _, .motion(let plan), _): Self.rounded(plan.specification.encodedPixels)
    }
  }

  /// Decoding and shrinking so many pixels takes as long as encoding one: measured on photographs.
  private static let decodedForEncoded = 40

  /// Differences of less than a quarter of a megapixel say little.
  private static func rounded(_ pixels: Int) -> Int { pixels >> 18 }
}

extension RenderPlan where Specification == StillSpecification {
  fileprivate var encodedPixels: Int { method == .encode ? specification.geometry.scaled.count : 0 }
}

extension MotionSpecification {
  /// Of all frames; of those of ten seconds where nothing says how long it is.
  fileprivate var encodedPixels: Int {
    let frames = min(max(seconds ?? 10, 0), 600) * Double(maximumFrameRate)
    return Int(min(Double(size.count) * frames, 1e15))
  }
}
