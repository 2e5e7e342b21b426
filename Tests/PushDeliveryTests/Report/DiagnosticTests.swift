import Findings
import Foundation
import PushDelivery
import TestSupport
import Testing

@Suite struct DiagnosticTests {
  @Test func severitiesAreOrdered() {
    #expect([.error, .note, .warning].sorted() == [Diagnostic.Severity.note, .warning, .error])
  }

  @Test(arguments: [
    ("machine.failed", true), ("file.wrong-rendition", false), ("machine.disk-full", true), ("machine", false),
    ("image.machine.failed", false), ("machines.failed", false),
    ("machine.", false), ("machine.nothing", false), ("destination.tls", false),
  ])
  func knowsTheMachinesFaults(_ rule: String, _ expected: Bool) {
    #expect(RuleIdentifier(rawValue: rule).isEnvironmental == expected)
    #expect(RuleIdentifier(rawValue: rule).description == rule)
  }

  @Test func hasAFixedJSONForm() throws {
    let full = Diagnostic(
      "config.unknown-key", .warning,
      .init(.configuration, "pipeline.yml", line: 3, column: 5, keyPath: "profiles.universal.max-byte"), "unknown key",
      remedy: "write max-bytes")
    #expect(
      try json(of: full) == [
        "rule": "config.unknown-key", "severity": "warning", "message": "unknown key", "remedy": "write max-bytes",
        "subject": [
          "kind": "configuration", "name": "pipeline.yml", "line": 3, "column": 5,
          "keyPath": "profiles.universal.max-byte",
        ],
      ])
    #expect(
      try json(of: Diagnostic("image.damaged", .note, .init(.file, "a.png"), "odd")) == [
        "rule": "image.damaged", "severity": "note", "message": "odd", "remedy": "",
        "subject": ["kind": "file", "name": "a.png"],
      ])
  }

  @Test func survivesJSON() throws {
    let diagnostic = Diagnostic("url.scheme", .error, .init(.message, "spring"), "it is http", remedy: "use https")
    #expect(try JSONDecoder().decode(Diagnostic.self, from: JSONEncoder().encode(diagnostic)) == diagnostic)
  }
}
