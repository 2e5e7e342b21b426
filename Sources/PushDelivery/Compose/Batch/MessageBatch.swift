package import Findings
import Synchronization

/// Composes many messages, most of which differ in texts alone.
package struct MessageBatch: Sendable {
  private let composer: RequestComposer
  private var templates: [BatchShape: Knowledge] = [:]
  /// The hashes of shapes that have come. Of a campaign with a message for each picture most never come again, and what is known of
  /// a shape takes a hundred times the room.
  private var seen: Set<Int> = []

  /// What is known of a shape that has come twice.
  private enum Knowledge: Sendable {
    indirect case template(RequestTemplate)
    /// So many gave no template.
    case untold(Int)
  }

  /// Of messages of which each has a shape of its own none would be used again.
  private static let mostShapes = 4096
  /// Some hundred kilobytes of hashes.
  private static let mostSeen = 32_768
  /// After so many that gave no template the next will give none.
  private static let mostTrials = 20

  package init(_ composer: RequestComposer) { self.composer = composer }

  /// The request of a message with the defaults applied.
  ///
  /// - Parameter compose: composes with care; nil where a picture was not finished. With its media, where it has a request.
  /// - Returns: the request, or what `compose` says.
  package mutating func compose(
    _ message: CampaignMessage,
    carefully compose: (CampaignMessage) -> (result: Checked<ComposedRequest>?, media: MessageMedia?)
  ) -> Checked<WrittenRequest>? {
    let shape = BatchShape(message)
    let knowledge = templates[shape]
    if case .template(let template)? = knowledge, let written = template.written(message) { return Checked(written) }
    let (result, media) = compose(message)
    if let request = result?.value, result?.diagnostics.isEmpty == true {
      let composer = composer
      learn(shape, knowledge, RequestTemplate(message, media: media, request, composer))
    }
    return result.map { Checked($0.value.map(WrittenRequest.init), $0.diagnostics) }
  }

  private mutating func learn(
    _ shape: BatchShape, _ knowledge: Knowledge?, _ template: @autoclosure () -> RequestTemplate?
  ) {
    switch knowledge {
    case .template: return
    case nil:
      // Learning costs more than composing, so the first of a shape is left alone.
      guard isKnown(shape), templates.count < Self.mostShapes else { return }
      templates[shape] = template().map(Knowledge.template) ?? .untold(1)
    case .untold(let trials):
      guard trials < Self.mostTrials else { return }
      templates[shape] = template().map(Knowledge.template) ?? .untold(trials + 1)
    }
  }

  /// Whether a shape has come before; it has now.
  private mutating func isKnown(_ shape: BatchShape) -> Bool {
    let hash = shape.hashValue
    guard seen.count < Self.mostSeen else { return seen.contains(hash) }
    return !seen.insert(hash).inserted
  }

  /// Takes over what was found elsewhere by the same composer.
  fileprivate mutating func learn(from other: MessageBatch) {
    if seen.count < Self.mostSeen { seen.formUnion(other.seen) }
    for (shape, knowledge) in other.templates {
      if case .template = templates[shape] { continue }
      guard templates[shape] != nil || templates.count < Self.mostShapes else { continue }
      templates[shape] = knowledge
    }
  }
}

/// What the parts of a large batch that are composed beside each other have found out.
package final class SharedBatch: Sendable {
  private let batch: Mutex<MessageBatch>

  package init(_ composer: RequestComposer) { batch = Mutex(MessageBatch(composer)) }

  /// Composes a part of it with what is known, and keeps what is found.
  package func part<Result>(_ body: (inout MessageBatch) -> Result) -> Result {
    var part = batch.withLock { $0 }
    let result = body(&part)
    batch.withLock { $0.learn(from: part) }
    return result
  }
}
