import Foundation
import PushDelivery
import TestSupport
import Testing

@Suite struct RequestOutcomesTests {
  /// Every status with and without what it may have, and numbers of any size, as they may stand in a report that is read.
  private static func outcomes(_ count: Int, seed: UInt64) -> [RequestOutcome] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { number in
      let status = [RequestOutcome.Status.ready, .refused, .withheld].randomElement(using: &random) ?? .ready
      let bytes = [nil, 0, 1, -1, 127, 128, 4096, Int.max, Int.min].randomElement(using: &random) ?? nil
      let addresses = ["https://a.example/ä.jpg", "https://b.example/b.gif", ""]
      return RequestOutcome(
        id: "m\(number)✓", status: status, file: [nil, "", "m\(number % 3).json"].randomElement(using: &random) ?? nil,
        assets: Array(addresses.prefix(Int.random(in: 0...3, using: &random))), payloadBytes: bytes,
        payload: bytes.map { .init(android: $0, apns: 7, webpush: -7) },
        proof: [nil, .proven, .unproven].randomElement(using: &random) ?? nil)
    }
  }

  @Test(arguments: [0, 1, 2, 999, 1000, 1001, 2500]) func whatIsKeptComesOutAgain(count: Int) throws {
    let plain = Self.outcomes(count, seed: UInt64(count))
    var kept = RequestOutcomes()
    var rest = plain[...]
    while !rest.isEmpty {
      kept.append(contentsOf: rest.prefix(700))
      rest = rest.dropFirst(700)
    }
    #expect(Array(kept) == plain && kept == RequestOutcomes(plain) && kept.count == count)
    #expect(kept.counts == Dictionary(grouping: plain, by: \.status).mapValues(\.count))
    let json = try JSONEncoder().encode(kept)
    #expect(try JSONDecoder().decode(RequestOutcomes.self, from: json) == kept)
    #expect(try JSONDecoder().decode([RequestOutcome].self, from: json) == plain)
  }

  @Test func unequalOnesDiffer() {
    let some: RequestOutcomes = [RequestOutcome(id: "a", status: .ready), RequestOutcome(id: "b", status: .refused)]
    #expect(some != [RequestOutcome(id: "b", status: .refused), RequestOutcome(id: "a", status: .ready)])
    #expect(some != [RequestOutcome(id: "a", status: .ready)] && some != [])
  }

  @Test func thoseThatAreReadyAreWithheld() {
    let ready = RequestOutcome(id: "a", status: .ready, file: "a.json", assets: ["u"], payloadBytes: 9, proof: .proven)
    let refused = RequestOutcome(id: "b", status: .refused)
    let outcomes: RequestOutcomes = [ready, refused]
    #expect(outcomes.proof == .proven && outcomes.withheld.proof == nil)
    #expect(
      Array(outcomes.withheld) == [RequestOutcome(id: "a", status: .withheld, assets: ["u"], payloadBytes: 9), refused])
    #expect(outcomes.withheld.counts == [.withheld: 1, .refused: 1])
  }

  @Test func oneUnprovenRequestIsEnough() {
    func outcome(_ proof: DeliveryProof?, assets: [String] = ["u"]) -> RequestOutcome {
      RequestOutcome(id: "a", status: .ready, assets: assets, proof: proof)
    }
    #expect(RequestOutcomes([outcome(.proven), outcome(.unproven), outcome(.proven)]).proof == .unproven)
    #expect(RequestOutcomes([outcome(.proven), outcome(.unproven, assets: [])]).proof == .proven)
    #expect(RequestOutcomes([outcome(.proven, assets: [])]).proof == nil && RequestOutcomes().proof == nil)
  }

  @Test func linesOfFilesAreReadAgainAndNotBelieved() {
    let outcomes = RequestOutcomes(Self.outcomes(50, seed: 1))
    #expect(RequestOutcomes(lines: outcomes.lines) == outcomes)
    #expect(RequestOutcomes(lines: outcomes.withheld.lines) == outcomes.withheld)
    #expect(RequestOutcomes(lines: []) == [])
    for text in ["{\"id\":\"a\"}", "{\"id\":\"a\",\"status\":\"x\",\"assets\":[]}\n", "[]\n", "{\"id\"", "\u{0}"] {
      #expect(RequestOutcomes(lines: outcomes.lines + Array(text.utf8)) == nil)
    }
  }
}
