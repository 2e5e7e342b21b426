import ArgumentParser
import PushDelivery

/// Source files for the app and the site that get the messages, and files for engines that do a run on many machines.
struct ScaffoldCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scaffold",
    abstract: "Write what an app or a site needs to show pictures, or an engine to do a run on many machines.",
    subcommands: [IOSExtension.self, WebWorkerFiles.self, EngineFilesCommand.self])

  struct IOSExtension: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "ios-extension",
      abstract: "Write a notification service extension for an app for Apple's systems.",
      discussion: """
        Sources, Info.plist and a README with the five steps that bring them into the app. Files that exist are left as they \
        are.
        """)

    @OptionGroup var output: ScaffoldOutput

    @Option(
      help: "The name of the target and its class. (default: \(ExtensionName.standard.text))",
      transform: ExtensionName.init)
    var name = ExtensionName.standard

    func run() throws { try output.write(ServiceExtension.files(name: name)) }
  }

  struct WebWorkerFiles: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "web-worker",
      abstract: "Write a service worker for a site with web push.",
      discussion: """
        firebase-messaging-sw.js, and a README with the five steps that bring it into the site. Files that exist are left as \
        they are.
        """)

    @OptionGroup var output: ScaffoldOutput

    func run() throws { try output.write(WebWorker.files) }
  }
}

/// Where a scaffold goes.
struct ScaffoldOutput: ParsableArguments {
  @Option(help: ArgumentHelp("The folder to write to; made if missing.", valueName: "folder"), completion: .directory)
  var output: String

  func write(_ files: [ScaffoldFile], next: String = "the five steps of README.md") throws {
    try GivenPath.requireRoomForFolder(output, "--output")
    try StarterFiles(folder: output, files: files).write()
    try Console.standard.print("next: \(next)")
  }
}
