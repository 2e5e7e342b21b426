package import Findings
import Synchronization

/// Composes many messages, most of which differ in texts alone.
package struct MessageBatch: Sendable {
  private let composer: RequestComposer
  private var templates: [MessageShape: Knowledge]

  private enum Knowledge: Sendable {
    case template(RequestTemplate)
    /// There was one of the shape, and so many after it gave no template.
    case untold(Int)
  }

  /// Of messages of which each has a shape of its own none would be used again.
  private static let mostShapes = 4096
  /// After so many that gave no template the next will give none.
  private static let mostTrials = 20

  package init(_ composer: RequestComposer) { (self.composer, templates) = (composer, [:]) }

  /// The request of a message with the defaults applied.
  ///
  /// - Parameter compose: composes with care; nil where a picture was not finished. With its media, where it has a request.
  /// - Returns: the request, or what `compose` says.
  package mutating func compose(
    _ message: CampaignMessage,
    carefully compose: (CampaignMessage) -> (result: Checked<ComposedRequest>?, media: MessageMedia?)
  ) -> Checked<WrittenRequest>? {
    let shape = MessageShape(message)
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
    _ shape: MessageShape, _ knowledge: Knowledge?, _ template: @autoclosure () -> RequestTemplate?
  ) {
    switch knowledge {
    case .template: return
    case nil:
      // Most shapes of a campaign with a message for each picture never come again, and learning costs more than composing.
      if templates.count < Self.mostShapes { templates[shape] = .untold(0) }
    case .untold(let trials):
      guard trials < Self.mostTrials else { return }
      templates[shape] = template().map(Knowledge.template) ?? .untold(trials + 1)
    }
  }

  /// Takes over what was found elsewhere by the same composer.
  fileprivate mutating func learn(from other: MessageBatch) {
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
