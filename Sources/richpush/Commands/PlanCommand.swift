import ArgumentParser
import MediaPipeline
import PushDelivery

/// What `run` would make, without making it.
struct PlanCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Say what run would make of each picture and why; write nothing.")

  @OptionGroup var options: PipelineOptions

  func run() async throws {
    var setup = try PipelineSetup.load(options, report: nil)
    // The cache would be written to.
    setup.settings.cacheFolder = nil
    let progress = Progress(console: .standard)
    let report = try await explainingFailure { () throws(PipelineError) in
      defer { progress.end() }
      return try await Pipeline(setup.settings, observe: progress.observe).plan()
    }
    try setup.print(report, requestFolder: nil)
    try ExitStatus(report).leave()
  }
}
