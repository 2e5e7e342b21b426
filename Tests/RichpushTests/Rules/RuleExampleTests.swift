import Findings
import Foundation
import PushDelivery
import Synchronization
import TestSupport
import Testing

/// Every example of every rule goes through the built program: a failing one gets only its own rule, a passing one no finding.
@Suite(.timeLimit(.minutes(10))) struct RuleExampleTests {
  @Test(arguments: RuleCatalog.standard.descriptions.map(\.id.rawValue))
  func examplesAreToldTheirOwnRule(_ name: String) async throws {
    let rule = try #require(RuleCatalog.standard.rule(RuleIdentifier(rawValue: name)))
    #expect(!rule.failing.isEmpty && !rule.passing.isEmpty)
    for example in rule.failingExamples + rule.passingExamples {
      let found = try #require(try await Self.findings(Check(example, of: rule))[example])
      // Notes of other rules are allowed.
      let relevant = Set(found.filter { $0.severity > .note || $0.rule == rule.id }.map(\.rule))
      #expect(relevant == (rule.failingExamples.contains(example) ? [rule.id] : []), "\(found) \(example)")
    }
  }

  /// How examples are checked. One run of the program checks all that are checked in the same way.
  private struct Check: Hashable {
    let flags: [String]
    /// The examples have names of documents, which only the rules about such mind.
    let isTrial: Bool
    /// Answers of a server have a run of their own.
    let response: ResponseExample?

    init(_ example: RuleExample, of rule: RuleDescription) {
      // Notes are reported only on request.
      let notes = rule.severity == .note ? ["--notes"] : []
      switch example {
      case .media(let media): (flags, response) = (notes + media.flags.filter { !notes.contains($0) }, nil)
      case .response(let own): (flags, response) = (notes, own)
      case .request: (flags, response) = (notes, nil)
      }
      isTrial = !["request.placeholder", "url.reserved-host"].contains(rule.id.rawValue)
    }
  }

  private static let examples = RuleCatalog.standard.descriptions.reduce(into: [Check: Set<RuleExample>]()) {
    all, rule in
    for example in rule.failingExamples + rule.passingExamples {
      all[Check(example, of: rule), default: []].insert(example)
    }
  }

  private static let runs = Mutex<[Check: Task<[RuleExample: [Diagnostic]], any Error>]>([:])

  /// The findings about each example that is checked so.
  private static func findings(_ check: Check) async throws -> [RuleExample: [Diagnostic]] {
    let run = runs.withLock { runs in
      let run = runs[check] ?? Task { try await findings(of: examples[check] ?? [], by: check) }
      runs[check] = run
      return run
    }
    return try await run.value
  }

  private static func findings(of examples: Set<RuleExample>, by check: Check) async throws
    -> [RuleExample: [Diagnostic]]
  {
    if let response = check.response {
      let server = try await TestServer(response.answers)
      defer { withExtendedLifetime(server) {} }
      let report = try await report(check, response.flags() + [server.url(response.path)], TemporaryFolder())
      return [.response(response): report.diagnostics]
    }
    // Each file is in a folder of its own.
    let (folder, numbered) = (TemporaryFolder(), Array(examples).enumerated())
    var paths: [String] = []
    for (number, example) in numbered { paths.append("\(number)/" + (try await write(example, to: folder, number))) }
    let report = try await report(check, paths, folder)
    let found = Dictionary(grouping: report.diagnostics) { Int($0.subject.name.prefix { $0 != "/" }) }
    #expect(found[nil] == nil, "about no example")
    return Dictionary(uniqueKeysWithValues: numbered.map { ($1, found[$0] ?? []) })
  }

  /// - Returns: the file's name.
  private static func write(_ example: RuleExample, to folder: TemporaryFolder, _ number: Int) async throws -> String {
    switch example {
    case .request(let text):
      let name = ["POST ", "GET "].contains(where: text.hasPrefix) ? "request.http" : "request.json"
      try folder.write(text, to: "\(number)/\(name)")
      return name
    case .media(let media):
      let own = TemporaryFolder()
      try await own.make(media.commands)
      try folder.copy(own.path, to: "\(number)")
      return media.name
    case .response: preconditionFailure("a server answers, and no file")
    }
  }

  private static func report(_ check: Check, _ arguments: [String], _ folder: TemporaryFolder) async throws
    -> CheckReport
  {
    let output = try await RichpushBinary.run(
      ["check", "--format", "json"] + check.flags + arguments, environment: ["RICHPUSH_TRIAL": "\(check.isTrial)"],
      workingDirectory: folder.path)
    do { return try JSONDecoder().decode(CheckReport.self, from: Data(output.stdout.utf8)) } catch {
      Issue.record("\(arguments): \(output)")
      throw error
    }
  }
}
