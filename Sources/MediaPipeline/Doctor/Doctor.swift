public import Findings
import PushDelivery

/// Checks everything that a run needs before you start one: installed programs, writable folders, reachable services. It publishes nothing,
/// unless it is asked for.
public struct Doctor: Sendable {
  private let settings: PipelineSettings?
  private let worker: WorkerConfiguration
  private let obstacles: [Diagnostic]
  private let publishes: Bool

  /// - Parameters:
  ///   - settings: of a run; nil without a configuration: only the machine is checked.
  ///   - obstacles: settings that keep a run from beginning.
  ///   - publishes: whether one small picture is published and loaded as clients do.
  public init(
    _ settings: PipelineSettings?, worker: WorkerConfiguration, obstacles: [Diagnostic] = [], publishes: Bool = false
  ) { (self.settings, self.worker, self.obstacles, self.publishes) = (settings, worker, obstacles, publishes) }

  /// The examinations in order: a later one is useless if an earlier one fails.
  ///
  /// - Parameter observe: receives the name of each before it begins: the network may be slow.
  public func examine(observe: @escaping @Sendable (String) -> Void = { _ in }) async -> DoctorReport {
    var examinations: [DoctorFinding] = []
    let known = obstacles.map(DoctorFinding.init(obstacle:))
    // An address that a run does not use need not be reachable.
    let told = Set(known.map(\.name))
    func add(_ name: String, _ examine: () async -> [DoctorFinding]) async {
      observe(name)
      examinations += await examine().filter { !told.contains($0.name) }
    }
    await add("configuration") { [Self.configuration(settings)] }
    examinations += known
    await add("decoders") { InstalledPrograms.examineDecoders() }
    let trial = WorkerTrial(worker, settings)
    // In this order: the worker of the first reports its sandbox.
    await add("workers") { [await trial.examine(), trial.examineSandbox()] }
    let canDecode = examinations.contains { $0.name == "workers" && $0.state == .good }
    await add("videos") {
      let installed = await InstalledPrograms.examineFFmpeg(environment: worker.environment)
      return installed + [canDecode ? await trial.examineFFmpeg() : nil].compactMap(\.self)
    }
    await add("words") { [await InstalledPrograms.examineTesseract()] }
    await add("folders") { FolderTrials(settings: settings).examine() }
    await add("campaign") { [settings] in if let settings { await DoctorFinding.campaign(settings) } else { [] } }
    guard var settings else { return DoctorReport(examinations) }
    // Fail fast: doctor retries only once.
    settings.access.store.retries.mostAttempts = 2
    await add("destination") { await DestinationTrial(settings: settings).examine() }
    // Without one of these, publishing would fail for a reason that is reported already.
    let needed = ["credentials", "bucket", "destination", "output"]
    if publishes, !examinations.contains(where: { $0.state == .broken && needed.contains($0.name) }) {
      await add("publishing") { [await PublishingTrial(settings: settings).examine()] }
    }
    await add("shared cache") { await SharedCache.examine(settings) }
    return DoctorReport(examinations)
  }

  private static func configuration(_ settings: PipelineSettings?) -> DoctorFinding {
    if let settings { return DoctorFinding("configuration", .good, "\(settings.configurationPath) can be used") }
    return DoctorFinding("configuration", .broken, .doctor("noConfiguration"))
  }
}

/// One thing that `richpush doctor` looked at.
public struct DoctorFinding: Hashable, Sendable, Codable {
  /// The examined thing, such as `ffmpeg` or `bucket`.
  public var name: String
  public var state: State
  /// The finding.
  public var found: String
  /// The consequence of the problem; nil if all is well.
  public var cost: String?
  /// How to fix it; nil if all is well.
  public var remedy: String?

  public enum State: String, Hashable, Sendable, Codable, CaseIterable {
    /// As it should be.
    case good
    /// A run finishes, but its result may be wrong.
    case warning
    /// Something works without it.
    case missing
    /// A run would fail.
    case broken
  }

  init(_ name: String, _ state: State, _ found: String, cost: String? = nil, remedy: String? = nil) {
    (self.name, self.state, self.found, self.cost, self.remedy) = (name, state, found, cost, remedy)
  }

  /// In the words of texts/errors.txt. `cost`: instead of theirs.
  init(_ name: String, _ state: State, _ words: ErrorWords, cost: String? = nil) {
    self.init(name, state, words.message, cost: cost ?? words.cost, remedy: words.remedy)
  }

  /// A problem that stops a run from beginning, under the last word of its key or flag.
  init(obstacle diagnostic: Diagnostic) {
    let key = diagnostic.subject.keyPath ?? diagnostic.subject.name
    let name = key.split(separator: ".").last.map(String.init) ?? key
    let place = diagnostic.subject.name.hasPrefix("--") ? "" : "\(diagnostic.subject.name): "
    self.init(
      name.hasPrefix("--") ? String(name.dropFirst(2)) : name, .broken, place + diagnostic.message,
      cost: "a run ends with status \(diagnostic.rule.isEnvironmental ? 3 : 2) before it begins",
      remedy: diagnostic.remedy.isEmpty ? nil : diagnostic.remedy)
  }
}

/// Everything that `richpush doctor` examined. Its JSON form is a public contract; `version` is raised if a field goes or changes its
/// meaning.
public struct DoctorReport: Hashable, Sendable, Codable {
  /// The version of the JSON form.
  public var version = 1
  /// Of richpush and of everything that decides what renditions are; nil if they were not asked for.
  public var versions: InstalledVersions?
  /// In the order in which a run needs them.
  public var examinations: [DoctorFinding]

  public init(_ examinations: [DoctorFinding], versions: InstalledVersions? = nil) {
    (self.examinations, self.versions) = (examinations, versions)
  }

  /// Whether a run can finish.
  public var isSound: Bool { !examinations.contains { $0.state == .broken } }
}
