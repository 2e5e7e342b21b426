import ArgumentParser
import PushDelivery

/// All rules of the check.
struct RulesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules", abstract: "List the rules of check.",
    discussion: "With --format markdown it prints docs/rules.md.")

  enum Format: String, CaseIterable, ExpressibleByArgument { case text, json, markdown }

  @Option(help: "How they are printed: text, json or markdown.")
  var format: Format = .text

  /// For `make rules` alone.
  @Flag(help: ArgumentHelp("Print docs/diagnostics.md instead.", visibility: .private))
  var incidents = false

  func validate() throws {
    guard !incidents || format == .markdown else { throw ValidationError("--incidents needs --format markdown") }
  }

  func run() throws {
    let pages = RulePages(.standard, style: Console.standard.output)
    try Console.standard.print(incidents ? pages.incidentsDocument : try text(pages))
  }

  private func text(_ pages: RulePages) throws -> String {
    switch format {
    case .text: pages.list
    case .json: try pages.json
    case .markdown: pages.rulesDocument
    }
  }
}
