import ArgumentParser
import Findings
import PushDelivery

/// One rule, with its examples.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Say what a rule asks, why, and what keeps and breaks it.")

  @Argument(help: "A rule's identifier, as findings carry it: ios.mutable-content.")
  var rule: String

  func run() throws {
    let console = Console.standard
    let pages = RulePages(.standard, style: console.output)
    if let explanation = pages.explanation(of: RuleIdentifier(rawValue: rule)) {
      try console.print(explanation)
    } else {
      let nearest = RuleCatalog.standard.nearest(to: rule).map { "; the nearest is \($0.rawValue.quoted)" } ?? ""
      console.complain("there is no rule \(rule.quoted)\(nearest). `richpush rules` lists all")
      throw ExitCode(ExitStatus.usage.rawValue)
    }
  }
}
