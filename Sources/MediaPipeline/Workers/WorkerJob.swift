public import Essentials
public import MediaFacts
public import PushDelivery

/// A job for a worker process. One JSON line each; media bytes go through files.
public struct WorkerJob: Hashable, Sendable, Codable {
  /// The path of the source.
  public var path: String
  public var limits: SourceLimits
  public var work: Work
  /// For a rendition: a file that the parent chose. Temporary files' names may begin with that path. Empty for other work.
  public var output: String

  public init(_ work: Work, on path: String, limits: SourceLimits, to output: String = "") {
    (self.work, self.path, self.limits, self.output) = (work, path, limits, output)
  }

  public enum Work: Hashable, Sendable, Codable {
    /// Inspect the file.
    case inspect
    /// Inspect a video only from its headers.
    case probe(VideoFormat)
    /// Decode all of the file to find damage.
    case verify(Inspection, withSound: Bool)
    /// Make a rendition.
    case render(Inspection, MediaPlan)
  }

  private var isAboutMotion: Bool {
    switch work {
    case .verify(.video, _), .render(_, .motion): true
    case .inspect, .probe, .verify, .render: false
    }
  }

  /// How many seconds it may take.
  func timeLimit(_ limits: WorkerLimits) -> Int { isAboutMotion ? limits.motionSeconds : limits.seconds }

  /// The error if it takes longer.
  func timeout(_ limits: WorkerLimits) -> MediaError {
    isAboutMotion ? .motionTimedOut(seconds: limits.motionSeconds) : .timedOut(seconds: limits.seconds)
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
    var variables = ["SWIFT_BACKTRACE": "enable=no"]
    // Where libvips looks for modules.
    if !LoadedLibraries.decodingModules.isEmpty { variables["VIPSHOME"] = "/dev/null" }
    environment = Self.passedOn(of: inherited).merging(variables) { $1 }
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
    switch work {
    case .inspect, .probe, .verify: .max
    case .render(let inspection, .still(let plan)):
      Self.rounded(plan.encodedPixels + inspection.picture.size.count / Self.decodedForEncoded)
    case .render(_, .motion(let plan)): Self.rounded(plan.specification.encodedPixels)
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
