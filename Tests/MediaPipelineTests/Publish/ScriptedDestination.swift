import MediaPipeline
import PushDelivery
import Synchronization
import TestSupport
import Testing

/// A destination that does what a test says, and notes what it was asked for.
final class ScriptedDestination: Destination {
  private let answer: @Sendable (_ slug: String) async -> PublishError?
  private let notes = Mutex<[String]>([])

  /// - Parameter answer: what goes wrong with a file of this slug; nil: nothing.
  init(_ answer: @escaping @Sendable (_ slug: String) async -> PublishError? = { _ in nil }) { self.answer = answer }

  /// The slugs that it was asked to publish.
  var asked: [String] { notes.withLock { $0 } }

  func publish(_ rendition: some PublishableRendition, slug: String) async throws(PublishError) -> PublishedAsset {
    notes.withLock { $0.append(slug) }
    if let error = await answer(slug) { throw error }
    let name = PublishedAsset.name(slug: slug, rendition: rendition)
    return PublishedAsset(name: name, url: TestDestination.baseURL + name, wasWritten: true)
  }
}

/// Something that many may wait for.
final class Signal: Sendable {
  private let isGiven = Mutex(false)

  func give() { isGiven.withLock { $0 = true } }

  func wait() async {
    do { try await waitUntil("the signal is given") { isGiven.withLock { $0 } } } catch { Issue.record(error) }
  }
}
