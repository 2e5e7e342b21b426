import PushDelivery
import Testing

@Suite struct DeliveryProofTests {
  @Test func aRequestIsProvenWhereAllItsURLsAre() {
    let some = ProvenURLs.only(["a", "b"])
    #expect(some.proof(of: ["a", "b"]) == .proven)
    #expect(some.proof(of: ["a", "c"]) == .unproven)
    #expect(some.proof(of: []) == .proven)
    #expect(ProvenURLs.all.proof(of: ["c"]) == .proven)
  }
}
