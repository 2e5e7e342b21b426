import Findings
import Foundation
import MediaFacts
import PushDelivery
import TestSupport

/// Made-up parts of reports.
enum ReportExample {
  static let digest = ContentDigest(bytes: (0..<32).map { UInt8($0) })
  static let otherDigest = ContentDigest(bytes: (0..<32).map { UInt8($0 + 100) })

  static func error(
    _ rule: RuleIdentifier = "message.image", _ kind: Diagnostic.Subject.Kind = .request, _ name: String = "p/a.json",
    line: Int? = nil, column: Int? = nil, keyPath: String? = nil
  ) -> Diagnostic {
    Diagnostic(
      rule, .error, .init(kind, name, line: line, column: column, keyPath: keyPath), "it is wrong", remedy: "fix it")
  }

  static func warning(_ rule: RuleIdentifier, _ kind: Diagnostic.Subject.Kind, _ name: String) -> Diagnostic {
    Diagnostic(rule, .warning, .init(kind, name), "it is odd", remedy: "look at it")
  }

  /// One subject of each kind of place.
  static let subjects = [
    CheckedSubject(.request, "p/a.json", digest: digest),
    CheckedSubject(.media, "/home/me/pictures/b.jpg", digest: otherDigest),
    CheckedSubject(.url, "https://cdn.example.com/c d.jpg"), CheckedSubject(.request, "-"),
  ]

  /// A report with a finding at each, one of them suppressed.
  static let report = CheckReport(
    subjects: subjects,
    diagnostics: [
      error(line: 3, column: 7, keyPath: "message.apns"), error(line: 9, keyPath: "message.apns"),
      warning("suppression.unused", .file, "/home/me/pictures/b.jpg"),
      error("message.json", .url, "https://cdn.example.com/c d.jpg"), error("message.id", .request, "-"),
    ],
    suppressed: [warning("message.id", .request, "p/a.json")])

  static let base = PathBase(workingDirectory: "/home/me/shop")
}

/// The JSON that other programs read for a value.
func json(of value: some Encodable) throws -> JSONValue {
  try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(value))
}
