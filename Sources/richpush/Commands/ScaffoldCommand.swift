import ArgumentParser
import PushDelivery

/// Source files for the app and the site that get the messages, and files for engines that do a run on many machines.
struct ScaffoldCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "scaffold", subcommands: [IOSExtension.self, WebWorkerFiles.self, EngineFilesCommand.self])

  struct IOSExtension: ParsableCommand {
    static let configuration = CommandConfiguration("ios-extension")

    @OptionGroup var output: ScaffoldOutput

    @Option(
      help: "The name of the target and its class. (default: \(ExtensionName.standard.text))",
      transform: ExtensionName.init)
    var name = ExtensionName.standard

    func run() throws { try output.write(ServiceExtension.files(name: name)) }
  }

  struct WebWorkerFiles: ParsableCommand {
    static let configuration = CommandConfiguration("web-worker")

    @OptionGroup var output: ScaffoldOutput

    func run() throws { try output.write(WebWorker.files) }
  }
}

/// Where a scaffold goes.
struct ScaffoldOutput: ParsableArguments {
  @Option(help: .text("scaffold.output"), completion: .directory) var output: String

  func write(_ files: [ScaffoldFile], next: String = "the five steps of README.md") throws {
    try GivenPath.requireRoomForFolder(output, "--output")
    try StarterFiles(folder: output, files: files).write()
    try Console.standard.print("next: \(next)")
  }
}
