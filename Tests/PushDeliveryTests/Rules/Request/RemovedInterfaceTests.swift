import Findings
import PushDelivery
import TestSupport
import Testing

/// Interfaces that Google removed are found in every text that uses them, and in no other.
@Suite struct RemovedInterfaceTests {
  /// The places that are reported, as line:column.
  private func found(_ text: String, in name: String) throws -> [String] {
    let program = try #require(UnjudgedText(fileName: name))
    let diagnostics = program.diagnostics(of: Array(text.utf8), at: name, rules: .standard)
    #expect(diagnostics.allSatisfy { $0.rule == "request.removed" && $0.severity == .error })
    return diagnostics.map { "\($0.subject.line ?? 0):\($0.subject.column ?? 0)" }
  }

  @Test(arguments: TextRow.table("removed interfaces", in: "Requests"))
  func isFoundWhereItIsUsed(_ row: TextRow) throws {
    #expect(try found(row[1], in: row[0]).joined(separator: " ") == row[2])
  }

  @Test(arguments: TextRow.table("no removed interfaces", in: "Requests"))
  func isNotFoundElsewhere(_ row: TextRow) throws { #expect(try found(row[1], in: row[0]) == []) }

  /// Texts without a message for the rules.
  @Test(arguments: TextRow.table("removed interfaces of requests", in: "Requests"))
  func isFoundInRequestsWithoutABody(_ row: TextRow) throws {
    let syntax = try #require(RequestSyntax.allCases.first { "\($0)" == row[0] })
    let found = RequestFile(Array(row[1].utf8), in: syntax).diagnostics(about: .init(.request, "r"), now: 0)
      .filter { $0.rule == "request.removed" }
    #expect(found.map { "\($0.subject.line ?? 0):\($0.subject.column ?? 0)" }.joined(separator: " ") == row[2])
  }
}
