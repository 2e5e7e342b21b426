import PushDelivery
import Synchronization

/// What is known of the shapes of a campaign's messages, for all tasks that compose them beside each other.
final class ComposedShapes: Sendable {
  /// What comes of the messages of a shape.
  enum Verdict: Sendable {
    /// One of the pictures was not finished, through no fault of its own.
    case withheld
    /// These files were refused. A message is not shown without its picture: that would be the silent failure itself.
    case refused([String])
    /// Nothing can be shown of these files.
    case unusable([(file: String, source: PublishedMedia.Source?)])
    case good(ComposedShape)
  }

  private let verdicts = Mutex<[ComposedShape.Key: Verdict]>([:])

  /// So many are kept. In a campaign with a shape for each message none would be used again.
  private static let mostShapes = 4096

  /// - Parameter judge: judges a shape that is not known.
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
