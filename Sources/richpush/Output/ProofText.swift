import PushDelivery

/// The last line of a run: whether what its requests refer to is known to arrive.
enum ProofText {
  static func line(_ proof: DeliveryProof) -> String {
    switch proof {
    case .proven: "proven: each URL delivers what was published"
    case .unproven: "unproven: not every URL has been loaded and compared; when all is served, run `richpush verify`"
    }
  }
}
