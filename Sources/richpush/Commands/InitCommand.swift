import ArgumentParser
import Foundation
import PushDelivery

/// Files to start from.
struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write an annotated pipeline.yml and a campaign.yml to start from.",
    discussion: "Files that exist are left as they are.")

  @Argument(help: "The folder to write to; made if missing.")
  var folder = "."

  func run() throws {
    do {
      try FileManager.default.createDirectory(at: URL(filePath: folder), withIntermediateDirectories: true)
      for (name, text) in [
        ("pipeline.yml", pipeline), ("campaign.yml", InitTemplates.campaign),
      ] {
        try write(text, to: URL(filePath: folder).appending(path: name))
      }
    } catch {
      Console.standard.complain("cannot write to \(folder): \(error.localizedDescription)")
      throw ExitCode(ExitStatus.environment.rawValue)
    }
    try Console.standard.write("next: put pictures beside campaign.yml, then `richpush plan` and `richpush run`")
  }

  /// The annotated default, with the folder that it is written to as the campaign.
  private var pipeline: String {
    InitTemplates.pipeline.replacing("campaign: samples/campaign", with: "campaign: .")
  }

  private func write(_ text: String, to url: URL) throws {
    let path = url.relativePath
    do {
      try Data(text.utf8).write(to: url, options: .withoutOverwriting)
      try Console.standard.write("wrote \(path)")
    } catch CocoaError.fileWriteFileExists {
      try Console.standard.write("\(path) is there already and stays as it is")
    }
  }
}
