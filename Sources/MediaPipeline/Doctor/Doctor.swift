import Findings
import PushDelivery

/// Looks at everything that a run needs before one is started: what is installed, what may be written, what can be reached. Nothing is
/// published by it.
public struct Doctor: Sendable {
  private let settings: PipelineSettings?
  private let worker: WorkerConfiguration

  /// - Parameters:
  ///   - settings: of a run; nil where nothing is configured, so that the machine alone is looked at.
  ///   - worker: how a worker is started.
  public init(_ settings: PipelineSettings?, worker: WorkerConfiguration) {
    (self.settings, self.worker) = (settings, worker)
  }

  /// The examinations in their order: a later one is of no use where an earlier one fails.
  ///
  /// - Parameter observe: told the name of each before it begins: the network may take its time.
  public func examine(observe: @escaping @Sendable (String) -> Void = { _ in }) async -> DoctorReport {
    var examinations: [DoctorFinding] = []
    func add(_ name: String, _ examine: () async -> [DoctorFinding]) async {
      observe(name)
      examinations += await examine()
    }
    await add("decoders") { InstalledDecoders.examine() }
    let trial = WorkerTrial(worker)
    // In this order: the worker of the first tells how it is locked in.
    await add("workers") { [await trial.examine(), trial.examineSandbox()] }
    await add("videos") {
      let installed = await InstalledFFmpeg(environment: worker.environment).examine()
      return installed + [await trial.examineFFmpeg()].compactMap { $0 }
    }
    await add("folders") { FolderTrials(settings).examine() }
    guard var settings else { return DoctorReport(examinations) }
    // Who asks what is wrong does not want to wait until it may be well again.
    settings.access.store.retries.mostAttempts = 2
    await add("destination") { await DestinationTrial(settings).examine() }
    await add("shared cache") { await SharedCacheTrial(settings).examine() }
    return DoctorReport(examinations)
  }
}
