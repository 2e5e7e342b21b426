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

  func run() throws {
    try Console.standard.print(try text)
  }

  private var text: String {
    get throws {
      let style = Console.standard.output
      return switch format {
      case .text: RuleCatalog.all.map { RuleText($0, style: style).line }.joined(separator: "\n")
      case .json: try RuleJSON(RuleCatalog.all).text
      case .markdown: RuleMarkdown(RuleCatalog.all).text
      }
    }
  }
}
