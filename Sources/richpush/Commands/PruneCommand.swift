import ArgumentParser
import Essentials
import Findings
import MediaPipeline
import PushDelivery

/// Published files that requests no longer need.
struct PruneCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration("prune")

  @Argument(help: .text("prune.requestFolders"), completion: .directory) var requestFolders: [String] = []

  @Option(name: .customLong("to"), help: .text("examinedDestination"), completion: .destinations) var destination:
    String?

  @Option(help: .text("configuration"), completion: .pipeline) var config: String?

  @Option(help: .text("format"), completion: .formats) var format: String?

  @Flag(help: "Remove them.") var yes = false

  @OptionGroup(title: "Output") var telling: OutputOptions

  func run() async throws {
    // The address does not matter here, and runs may get it from a flag.
    let setup = try await PipelineSetup.load(
      [.destination: destination, .baseURL: "https://prune.invalid/", .config: config, .format: format],
      isComposing: false)
    let settings = setup.settings
    guard settings.destination.place.folder != nil else {
      let words = ErrorWords.setting("bucketPruned", settings.destination.name.quoted)
      throw PipelineSetup.refusal(words, .init(.configuration, Setting.destination.flag))
    }
    let pruning = Pruning(
      folder: settings.outputFolder, requestFolders: [settings.requestFolder] + requestFolders,
      now: Int(Date().timeIntervalSince1970))
    let report = try await explainingFailure("; nothing was removed") { () throws(PipelineError) in
      try await pruning.run(isRemoving: yes)
    }
    let text = PruningText(report: report, folders: pruning.requestFolders, style: Console.standard.output).text
    try Console.standard.answer(setup.format, json: reportJSON(report), text: text)
    if !report.diagnostics.isEmpty { try ExitStatus.environment.leave() }
  }
}

/// The unused files, for people: each file, then their number and what to do.
struct PruningText {
  let report: PruningReport
  /// The examined request folders: others may refer to the same files.
  let folders: [String]
  let style: Style

  var text: String { paragraphs([files, DiagnosticsText(report.diagnostics, style: style).lines, [total]]) }

  private var files: [String] {
    report.files.map { file in
      let days = counted(file.seconds / 86_400, "day")
      return "\(style.bold(file.name.printable))  \(readable(bytes: file.bytes))  published \(days) ago"
    }
  }

  /// The total.
  var total: String {
    let size = readable(bytes: report.files.reduce(0) { $0 + $1.bytes })
    let what =
      "\(counted(report.files.count, "file")) of \(size) that no request in \(shortList(folders.map(\.printable))) refers to"
    if report.isRemoved { return "removed \(what)" }
    if report.files.isEmpty { return "nothing to remove" }
    let others =
      folders.count == 1 ? "; where other folders' requests refer to files there, name these folders too" : ""
    return "\(what)\(others); --yes removes \(report.files.count == 1 ? "it" : "them")"
  }
}
