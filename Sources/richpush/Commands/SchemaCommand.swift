import ArgumentParser
import Foundation
import PushDelivery

/// JSON Schemas for editors.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Print the JSON Schema of campaign.yml or pipeline.yml.",
    discussion: "Editors complete and check with it.")

  enum Subject: String, CaseIterable, ExpressibleByArgument { case campaign, pipeline }

  @Argument(help: "The file that it is of: campaign or pipeline.")
  var subject: Subject

  func run() throws {
    let text =
      switch subject {
      case .campaign: CampaignSchema.text
      case .pipeline: PipelineSchema.text
      }
    try Console.standard.write(String(decoding: text.dropLast(), as: UTF8.self))
  }
}
