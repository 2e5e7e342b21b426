import Findings
import Foundation
import PushDelivery
import TestSupport
import Testing

/// Every example of every rule goes through the built program: a failing one gets only its own rule, a passing one no finding.
@Suite(.timeLimit(.minutes(10))) struct RuleExampleTests {
  @Test(arguments: RuleCatalog.standard.descriptions.map(\.id.rawValue))
  func examplesAreToldTheirOwnRule(_ name: String) async throws {
    let rule = try #require(RuleCatalog.standard.rule(RuleIdentifier(rawValue: name)))
    #expect(!rule.failing.isEmpty && !rule.passing.isEmpty)
    for example in rule.failingExamples {
      let report = try await check(example, rule)
      #expect(Set(relevant(report, rule)) == [rule.id], "\(report.diagnostics) \(example)")
    }
    for example in rule.passingExamples {
      let report = try await check(example, rule)
      #expect(relevant(report, rule) == [], "\(example)")
    }
  }

  /// Notes of other rules are allowed.
  private func relevant(_ report: CheckReport, _ rule: RuleDescription) -> [RuleIdentifier] {
    report.diagnostics.filter { $0.severity > .note || $0.rule == rule.id }.map(\.rule)
  }

  private func check(_ example: RuleExample, _ rule: RuleDescription) async throws -> CheckReport {
    let folder = TemporaryFolder()
    // Notes are reported only on request.
    let flags = ["check", "--format", "json"] + (rule.severity == .note ? ["--notes"] : [])
    // The examples have names of documents, which only the rules about such mind.
    let isTrial = !["request.placeholder", "url.reserved-host"].contains(rule.id.rawValue)
    switch example {
    case .request(let text):
      let name = ["POST ", "GET "].contains(where: text.hasPrefix) ? "request.http" : "request.json"
      try folder.write(text, to: name)
      return try await report(flags + [name], folder, isTrial: isTrial)
    case .media(let media):
      try await folder.make(media.commands)
      let own = media.flags.filter { !flags.contains($0) }
      return try await report(flags + own + [media.name], folder)
    case .response(let response):
      let server = try await TestServer(response.answers)
      return try await report(flags + response.flags() + [server.url(response.path)], folder)
    }
  }

  private func report(
    _ arguments: [String], _ folder: TemporaryFolder, isTrial: Bool = true
  ) async throws -> CheckReport {
    let output = try await RichpushBinary.run(
      arguments, environment: ["RICHPUSH_TRIAL": isTrial ? "true" : "false"], workingDirectory: folder.path)
    do {
      return try JSONDecoder().decode(CheckReport.self, from: Data(output.stdout.utf8))
    } catch {
      Issue.record("\(arguments): \(output)")
      throw error
    }
  }
}
