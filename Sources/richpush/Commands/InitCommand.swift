import ArgumentParser
import Foundation
import MediaPipeline
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
      ScaffoldFile(name: "campaign.yml", text: CampaignFile.template),
    ]
    try StarterFiles(folder: folder, files: files).write()
    try Console.standard.print("next: put pictures beside campaign.yml, then `richpush plan` and `richpush run`")
  }

  /// The annotated default, with the folder that it is written to as the campaign.
  private var pipeline: String {
    Destinations.file.template.replacing("campaign: samples/campaign", with: "campaign: .")
  }
}

/// Files that a user starts from and then owns, so that one that is there already is never written over.
struct StarterFiles {
  /// Where they go; made if missing.
  let folder: String
  let files: [ScaffoldFile]

  /// Writes those that are not there yet, and says of each what became of it.
  ///
  /// - Throws: `ExitCode(3)` after saying why, when one cannot be written.
  func write() throws {
    do {
      let folder = URL(filePath: folder)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for file in files { try write(file.text, to: folder.appending(path: file.name)) }
    } catch let status as ExitCode {
      // It has been said.
      throw status
    } catch {
      throw Console.standard.failure(to: "write there", folder, error)
    }
  }

  private func write(_ text: String, to url: URL) throws {
    let path = url.relativePath
    do {
      try Data(text.utf8).write(to: url, options: .withoutOverwriting)
      try Console.standard.print("wrote \(path)")
    } catch CocoaError.fileWriteFileExists {
      try Console.standard.print("\(path) is there already and stays as it is")
    }
  }
}
