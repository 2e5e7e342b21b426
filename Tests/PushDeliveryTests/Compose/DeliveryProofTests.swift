import PushDelivery
import Testing

@Suite struct DeliveryProofTests {
  private static let unproven = DeliveryProof.unproven.sentence
  private static let proven = DeliveryProof.proven.sentence

  private func proving(_ text: String) -> String {
    String(decoding: DeliveryProof.proven.marking(Array(text.utf8)), as: UTF8.self)
  }

  @Test(arguments: ["# ", "  # ", "  // "]) func aCommentIsReplaced(mark: String) {
    let text = "a\n\(mark)\(Self.unproven)\nb\n"
    #expect(proving(text) == "a\n\(mark)\(Self.proven)\nb\n")
  }

  @Test(arguments: [
    "  \"title\": \"# \(unproven)\",", "# \(unproven) ", "{\"a\":\"// \(unproven)\"}", "", "\n\n", "# \(proven)",
  ])
  func nothingElseIsTouched(text: String) { #expect(proving(text) == text) }

  @Test func aRequestIsProvenWhereAllItsURLsAre() {
    let some = ProvenURLs.only(["a", "b"])
    #expect(some.proof(of: ["a", "b"]) == .proven)
    #expect(some.proof(of: ["a", "c"]) == .unproven)
    #expect(some.proof(of: []) == .proven)
    #expect(ProvenURLs.all.proof(of: ["c"]) == .proven)
  }
}
