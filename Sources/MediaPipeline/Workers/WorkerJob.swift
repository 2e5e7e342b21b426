public import Essentials
public import MediaFacts
public import PushDelivery

/// A job for a worker process. One JSON line each; media bytes go through files.
public enum WorkerJob: Hashable, Sendable, Codable {
  /// Inspect a file.
  case inspect(path: String, limits: SourceLimits)
  /// Inspect a video only from its headers.
  case probe(path: String, format: VideoFormat, limits: SourceLimits)
  /// Decode all of a file to find damage.
  case verify(path: String, inspection: Inspection, withSound: Bool)
  /// Make a rendition and write it to `output`, a file that the parent chose. Temporary files' names may begin with that path.
  case render(path: String, limits: SourceLimits, inspection: Inspection, plan: MediaPlan, output: String)
}

extension WorkerJob {
  /// The source and its maximum size in bytes.
  var source: (path: String, limit: Int) {
    switch self {
    case .inspect(let path, let limits), .probe(let path, _, let limits), .render(let path, let limits, _, _, _):
      (path, limits.maximumBytes)
    case .verify(let path, _, _): (path, .max)
    }
  }

  /// The same job about a source at another path.
  func reading(_ path: String) -> WorkerJob {
    switch self {
    case .inspect(_, let limits): .inspect(path: path, limits: limits)
    case .probe(_, let format, let limits): .probe(path: path, format: format, limits: limits)
    case .verify(_, let inspection, let withSound): .verify(path: path, inspection: inspection, withSound: withSound)
    case .render(_, let limits, let inspection, let plan, let output):
      .render(path: path, limits: limits, inspection: inspection, plan: plan, output: output)
    }
  }

  /// The path of its result; nil if it has none.
  var output: String? { if case .render(_, _, _, _, let output) = self { output } else { nil } }

  /// The same job with its result in another folder, under the same name.
  func writing(toFolder folder: String) -> WorkerJob {
    guard case .render(let path, let limits, let inspection, let plan, let former) = self else { return self }
    let output = folder + "/" + FileSystem.name(of: former)
    return .render(path: path, limits: limits, inspection: inspection, plan: plan, output: output)
  }

  /// How many seconds it may take.
  func timeLimit(_ limits: WorkerLimits) -> Int {
    switch self {
    case .verify(_, .video, _), .render(_, _, _, .motion, _): limits.motionSeconds
    case .inspect, .probe, .verify, .render: limits.seconds
    }
  }

  /// The error if it takes longer.
  func timeout(_ limits: WorkerLimits) -> MediaError {
    switch self {
    case .verify(_, .video, _), .render(_, _, _, .motion, _): .motionTimedOut(seconds: limits.motionSeconds)
    case .inspect, .probe, .verify, .render: .timedOut(seconds: limits.seconds)
    }
  }
}

/// A worker's reply. One JSON line each. The parent does not trust it: it measures the written file.
public enum WorkerReply: Hashable, Sendable, Codable {
  case inspected(Inspection)
  /// A decoder's complaint without giving up.
  case verified(damage: String?)
  case rendered(MediaRecord)
  /// Its sandbox. Sent once, before the first job.
  case started(SandboxGaps)
  /// It has everything that it needs and now reads jobs. Sent once, before the first job: a worker that ends earlier has seen no file.
  case ready
  /// The finished part of the job, 0 to 1. Other replies follow.
  case progress(Double)
  case failed(MediaError)
}

extension WorkerReply {
  /// The finished part of the job, limited to 0 to 1; nil for the last reply.
  package var partDone: Double? {
    guard case .progress(let part) = self else { return nil }
    return min(max(part, 0), 1)
  }
}

/// How to start a worker process.
public struct WorkerConfiguration: Hashable, Sendable {
  /// The absolute path of the program.
  public var executable: String
  public var arguments: [String]
  public var limits: WorkerLimits
  /// The newest version of Landlock to use; nil: the kernel's own. An older one shows what it would leave open.
  package var newestLandlock: Int?
  /// Its whole environment.
  public let environment: [String: String]

  /// - Parameter inherited: the variables of this process. Credentials, proxies and library settings are not passed on: only variables to
  ///   find programs and the system's libraries.
  public init(
    executable: String, arguments: [String], limits: WorkerLimits,
    inheriting inherited: [String: String] = ProcessInfo.processInfo.environment
  ) {
    (self.executable, self.arguments, self.limits) = (executable, arguments, limits)
    // Hostile files may cause crashes, which the pool reports; a backtrace would only cost time.
    environment = Self.passedOn(of: inherited).merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
  }

  /// The variables of this process that decoders and decoding programs get.
  static func passedOn(of inherited: [String: String]) -> [String: String] {
    let kept: Set = ["PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "TMPDIR"]
    return inherited.filter { kept.contains($0.key) }
  }
}

/// The longest jobs begin first, so that none is left while other workers are idle (R. L. Graham, "Bounds on multiprocessing timing
/// anomalies", SIAM Journal on Applied Mathematics 17(2), 1969).
extension WorkerJob {
  /// A relative estimate of a job's time. Inspections come first, since they show what else there is to do.
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
  /// The pixels of all frames; of ten seconds if the duration is unknown.
  fileprivate var encodedPixels: Int {
    let frames = min(max(seconds ?? 10, 0), 600) * Double(maximumFrameRate)
    return Int(min(Double(size.count) * frames, 1e15))
  }
}
