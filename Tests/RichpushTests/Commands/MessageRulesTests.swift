import Foundation
import TestSupport
import Testing

/// Faults of a message's times, before it is sent.
@Suite(.timeLimit(.minutes(10))) struct MessageRulesTests {
  private func found(_ keys: String) async throws -> (status: Int32, problems: Set<String>) {
    let workspace = try Workspace(messages: "  - {id: a, target: {topic: t}, \(keys)}")
    let run = try await workspace.report()
    let check = try await workspace.richpush("check", "campaign", "--format", "json")
    let rules = try JSON(check.stdout)["diagnostics"].elements.compactMap { $0["rule"].string }
    #expect(rules.sorted() == run.report["diagnostics"].elements.compactMap { $0["rule"].string }.sorted())
    return (run.status, Set(rules))
  }

  @Test func aMomentThatIsOverIsAnError() async throws {
    let moments = [-60, 3600].map { Date(timeIntervalSinceNow: $0).formatted(.iso8601) }
    #expect(try await found("title: T, ttl: 1h, expires: \"\(moments[0])\"") == (1, ["message.expired"]))
    #expect(try await found("title: T, ttl: 1h, expires: \"\(moments[1])\"") == (0, []))
  }

  @Test func aMomentIsForAppleSystemsOnly() async throws {
    let moment = "expires: \"\(Date(timeIntervalSinceNow: 3600).formatted(.iso8601))\""
    #expect(try await found("title: T, \(moment)") == (0, ["configuration.conflict"]))
    #expect(try await found("title: T, platforms: [ios], \(moment)") == (0, []))
    #expect(try await found("title: T, \(moment), android: {ttl: 60s}") == (0, []))
    let workspace = try Workspace(messages: "  - {id: a, title: T, platforms: [android, web], \(moment)}")
    #expect(try await workspace.richpush("run", "campaign").status == 2)
  }
}
