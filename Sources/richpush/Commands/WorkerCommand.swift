import ArgumentParser
import MediaPipeline

/// A worker process: started by `run` and `plan`, never by people.
struct WorkerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker", abstract: "Does a run's decoding in a process of its own.", shouldDisplay: false)

  @Option(help: "Bytes of address space it may use.")
  var memory: Int

  func run() async throws {
    await WorkerLoop.run(memoryLimit: memory)
  }
}
