import ArgumentParser
import PushDelivery
import Scaffold

/// Files to start from.
struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write an annotated pipeline.yml and a campaign.yml to start from.",
    discussion: "Files that exist are left as they are.")

  @Argument(help: "The folder to write to; made if missing.")
  var folder = "."

  func run() throws {
    let files = [
      ScaffoldFile(name: "pipeline.yml", text: pipeline),
      ScaffoldFile(name: "campaign.yml", text: InitTemplates.campaign),
    ]
    try StarterFiles(folder: folder, files: files).write()
    try Console.standard.write("next: put pictures beside campaign.yml, then `richpush plan` and `richpush run`")
  }

  /// The annotated default, with the folder that it is written to as the campaign.
  private var pipeline: String {
    InitTemplates.pipeline.replacing("campaign: samples/campaign", with: "campaign: .")
  }
}
