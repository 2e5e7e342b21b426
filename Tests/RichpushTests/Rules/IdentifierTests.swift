import Findings
import Foundation
import PushDelivery
import TestSupport
import Testing

/// Every rule's identifier is written once, where it is described, and an incident's is its case's name: all uses name a constant.
@Suite struct IdentifierTests {
  private static let sources = Result {
    try FileManager.default.subpathsOfDirectory(atPath: packageRoot + "/Sources").filter { $0.hasSuffix(".swift") }
      .sorted()
      .map { ($0, try String(contentsOfFile: packageRoot + "/Sources/" + $0, encoding: .utf8)) }
  }

  private func paths(where holds: (String) -> Bool) throws -> [String] {
    let sources = try Self.sources.get()
    #expect(sources.count > 200)
    return sources.filter { holds($0.1) }.map(\.0)
  }

  @Test func eachIsWrittenAtMostOnce() throws {
    let text = try Self.sources.get().map(\.1).joined()
    let literals = text.matches(of: /"([a-z]+\.[a-z-]+)"/).map { String($0.1) }
    let counts = Dictionary(literals.map { ($0, 1) }, uniquingKeysWith: +)
    let incidents = Set(Incident.allCases.map(\.id))
    for id in RuleCatalog.standard.identifiers {
      #expect(counts[id.rawValue, default: 0] == (incidents.contains(id) ? 0 : 1), "\(id)")
    }
  }

  /// A diagnostic's severity is that of its rule or incident.
  @Test func diagnosticsAreMadeOfRulesAndIncidents() throws {
    #expect(try paths { $0.contains(/\bDiagnostic\(\s*(rule:|"|\.(error|warning|note)\b)/) } == [])
    #expect(
      try paths { $0.contains("Diagnostic(\n      rule: ") || $0.contains("self.init(\n      rule: ") }
        == ["Findings/Diagnostic.swift"])
  }

  /// Only what is read makes an identifier of text.
  @Test func noIdentifierIsMadeOfALiteral() throws {
    #expect(try paths { $0.contains(/RuleIdentifier\((rawValue|stringLiteral): *"[^"]/) } == [])
    #expect(try paths { $0.contains(/extension RuleIdentifier: *ExpressibleByStringLiteral/) } == [])
  }

  /// What is done about a diagnostic hangs on its kind. People may choose what they want to hear of by how it begins.
  @Test func nothingHangsOnHowAnIdentifierBegins() throws {
    let asked = "PushDelivery/Report/RuleSelection.swift"
    #expect(try paths { $0.contains(/\brule(\.rawValue)?\.(hasPrefix|starts|prefix)\b/) } == [asked])
    #expect(try paths { $0.contains(/\.rule(\.rawValue)? *[!=]= *"/) } == [])
  }
}
