import ArgumentParser
import Essentials
import Findings
import MediaPipeline
import PushDelivery

/// The handbook's text about a rule, an incident or a key; without a name, all rules.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract:
      "Say what a rule asks, why, and what fails and passes, or what a key means. Without a name, list all rules.")

  enum Format: String, CaseIterable, ExpressibleByArgument { case text, json }

  @Argument(
    help: "The identifier of a rule, as findings carry it: ios.mutable-content. Or a key: cache.max-bytes.",
    completion: .rules)
  var rule: String?

  @Option(help: "How all rules are printed: text or json.")
  var format: Format = .text

  func validate() throws {
    if rule != nil, format != .text { throw ValidationError("--format json prints all rules: leave out the name") }
  }

  func run() throws {
    let console = Console.standard
    let pages = RulePages(.standard, style: console.output)
    guard let rule else { return try console.print(format == .text ? pages.list : pages.json) }
    guard let explanation = pages.explanation(of: RuleIdentifier(rawValue: rule)) else {
      console.note(RuleCatalog.standard.denial(of: rule))
      throw ExitCode(ExitStatus.usage.rawValue)
    }
    try console.print(explanation)
  }
}

extension RuleCatalog {
  /// Says that a name is not a rule.
  ///
  /// - Parameter takesGroups: whether groups, such as `http`, are also accepted.
  func denial(of name: String, takesGroups: Bool = false) -> String {
    let group = takesGroups ? nearestGroup(to: name).map { "; the nearest is the group \($0.quoted)" } : nil
    let nearest = group ?? nearest(to: name).map { "; the nearest is \($0.rawValue.quoted)" } ?? ""
    return "there is no rule \(name.quoted)\(nearest). `richpush explain` lists all"
  }
}

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
      case .campaign: CampaignFile.schema
      case .pipeline: Destinations.file.schema
      }
    try Console.standard.print(String(decoding: text.dropLast(), as: UTF8.self))
  }
}
