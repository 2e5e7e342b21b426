import PushDelivery
import Synchronization

/// The known shapes of a campaign's messages, for all tasks that compose them in parallel.
final class ComposedShapes: Sendable {
  /// The verdict on messages of a shape.
  enum Verdict: Sendable {
    /// A picture was not finished: the machine or the network failed.
    case withheld
    /// These files were refused. A message without its picture is not sent: the failure would be silent.
    case refused([String])
    /// These files cannot be shown.
    case unusable([(file: String, source: PublishedMedia.Source?)])
    case good(ComposedShape)
  }

  private let verdicts = Mutex<[ComposedShape.Key: Verdict]>([:])

  /// How many are kept. If each message has its own shape, none is used again.
  private static let mostShapes = 4096

  /// - Parameter judge: judges a new shape.
  func verdict(on shape: ComposedShape.Key, _ judge: () -> Verdict) -> Verdict {
    if let known = verdicts.withLock({ $0[shape] }) { return known }
    let verdict = judge()
    verdicts.withLock { verdicts in
      if verdicts.count >= Self.mostShapes { verdicts.removeAll(keepingCapacity: true) }
      verdicts[shape] = verdict
    }
    return verdict
  }
}
