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

  @Test(arguments: [0, 1, 2, 999, 1000, 1001, 2500]) func whatIsPackedComesOutAgain(count: Int) throws {
    let plain = Self.outcomes(count, seed: UInt64(count))
    var packed = RequestOutcomes()
    var rest = plain[...]
    while !rest.isEmpty {
      packed.append(contentsOf: rest.prefix(700))
      rest = rest.dropFirst(700)
    }
    #expect(Array(packed) == plain && packed == RequestOutcomes(plain) && packed.count == count)
    #expect(packed.indices.allSatisfy { $0 % 97 > 0 || packed[$0] == plain[$0] })
    #expect(packed.counts == Dictionary(grouping: plain, by: \.status).mapValues(\.count))
    let json = try JSONEncoder().encode(packed)
    #expect(try JSONDecoder().decode(RequestOutcomes.self, from: json) == packed)
    #expect(try JSONDecoder().decode([RequestOutcome].self, from: json) == plain)
  }

  @Test func unequalOnesDiffer() {
    let some: RequestOutcomes = [RequestOutcome(id: "a", status: .ready), RequestOutcome(id: "b", status: .refused)]
    #expect(some != [RequestOutcome(id: "b", status: .refused), RequestOutcome(id: "a", status: .ready)])
    #expect(some != [RequestOutcome(id: "a", status: .ready)] && some != [])
  }

  @Test func thoseThatAreReadyAreWithheld() {
    let ready = RequestOutcome(
      id: "a", status: .ready, file: "a.json", assets: ["u"], payloadBytes: 9, proof: .proven)
    let refused = RequestOutcome(id: "b", status: .refused)
    let outcomes: RequestOutcomes = [ready, refused]
    #expect(outcomes.proof == .proven && outcomes.withheld.proof == nil)
    #expect(
      Array(outcomes.withheld) == [
        RequestOutcome(id: "a", status: .withheld, assets: ["u"], payloadBytes: 9), refused,
      ])
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

  @Test func bytesOfFilesAreNotBelieved() throws {
    var packer = OutcomePacker()
    for outcome in Self.outcomes(50, seed: 1) { packer.append(outcome) }
    let good = packer.packed.framed + packer.packed.framed
    #expect(PackedOutcomes.all(in: good)?.map(\.count) == [50, 50])
    #expect(PackedOutcomes.all(in: [])?.isEmpty == true)
    var random = SeededGenerator(seed: 2)
    for _ in 0..<20_000 {
      var bytes = good
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
      }
      let cut = Array(bytes.prefix(.random(in: 0...bytes.count, using: &random)))
      // What is read can be gone through.
      for packs in [PackedOutcomes.all(in: bytes), PackedOutcomes.all(in: cut)] {
        var outcomes = RequestOutcomes()
        for pack in packs ?? [] { outcomes.append(pack) }
        #expect(Array(outcomes).count == outcomes.count)
      }
    }
  }
}
