public import Findings
import PushDelivery

/// Looks at everything that a run needs before one is started: what is installed, what may be written, what can be reached. Nothing is
/// published by it.
public struct Doctor: Sendable {
  private let settings: PipelineSettings?
  private let worker: WorkerConfiguration
  private let obstacles: [Diagnostic]

  /// - Parameters:
  ///   - settings: of a run; nil where nothing is configured, so that the machine alone is looked at.
  ///   - worker: how a worker is started.
  ///   - obstacles: what is known to keep a run from beginning by its settings alone.
  public init(_ settings: PipelineSettings?, worker: WorkerConfiguration, obstacles: [Diagnostic] = []) {
    (self.settings, self.worker, self.obstacles) = (settings, worker, obstacles)
  }

  /// The examinations in their order: a later one is of no use where an earlier one fails.
  ///
  /// - Parameter observe: told the name of each before it begins: the network may take its time.
  public func examine(observe: @escaping @Sendable (String) -> Void = { _ in }) async -> DoctorReport {
    var examinations: [DoctorFinding] = []
    let known = obstacles.map(DoctorFinding.init(obstacle:))
    // Whether anybody answers at an address that a run does not take is of no interest.
    let told = Set(known.map(\.name))
    func add(_ name: String, _ examine: () async -> [DoctorFinding]) async {
      observe(name)
      examinations += await examine().filter { !told.contains($0.name) }
    }
    await add("configuration") { [Self.configuration(settings)] }
    examinations += known
    await add("decoders") { InstalledDecoders.examine() }
    let trial = WorkerTrial(worker, settings)
    // In this order: the worker of the first tells how it is locked in.
    await add("workers") { [await trial.examine(), trial.examineSandbox()] }
    let canDecode = examinations.contains { $0.name == "workers" && $0.state == .good }
    await add("videos") {
      let installed = await InstalledFFmpeg(environment: worker.environment).examine()
      return installed + [await trial.examineFFmpeg(canDecode: canDecode)].compactMap { $0 }
    }
    await add("folders") { FolderTrials(settings).examine() }
    await add("campaign") { settings.map { CampaignTrial($0).examine() } ?? [] }
    guard var settings else { return DoctorReport(examinations) }
    // Who asks what is wrong does not want to wait until it may be well again.
    settings.access.store.retries.mostAttempts = 2
    await add("destination") { await DestinationTrial(settings).examine() }
    await add("shared cache") { await SharedCacheTrial(settings).examine() }
    return DoctorReport(examinations)
  }

  private static func configuration(_ settings: PipelineSettings?) -> DoctorFinding {
    if let settings { return DoctorFinding("configuration", .good, "\(settings.configurationPath) can be used") }
    return DoctorFinding(
      "configuration", .broken, "there is no pipeline.yml of richpush's here or in a folder above",
      cost: "a run ends with status 2, and only the machine is looked at here",
      remedy: "run `richpush init` to get one to start from, or name another with --config")
  }
}
