import Findings
import MediaFacts
import MediaPipeline
import TestSupport
import Testing

/// A cache that a shard must leave its renditions in.
@Suite struct RequiredCacheTests {
  /// One that stores nothing.
  private struct FullStore: CacheStore {
    let name = "full"
    let reason: ObjectStoreError.Reason

    func get(_ entry: CacheEntryName, limit: Int) async throws(ObjectStoreError) -> LoadedObject { .missing }

    func put(_ bytes: [UInt8], as entry: CacheEntryName) async throws(ObjectStoreError) {
      throw ObjectStoreError(reason, store: name, detail: "it is full")
    }
  }

  private func findings(of reason: ObjectStoreError.Reason, isRequired: Bool) async -> [Diagnostic] {
    let cache = SharedCache(FullStore(reason: reason), isReadOnly: false, isRequired: isRequired)
    await cache.store(ActionResult(output: nil, record: [1]), content: [], under: ContentDigest(of: [1]))
    return cache.close()
  }

  @Test func whatIsNotStoredIsAnErrorOfAShardOnly() async {
    let warnings = await findings(of: .busy, isRequired: false)
    #expect(warnings.map(\.rule) == ["machine.shared-cache"] && warnings.map(\.severity) == [.warning])
    let errors = await findings(of: .busy, isRequired: true)
    #expect(errors.map(\.rule) == ["machine.store-busy"] && errors.map(\.severity) == [.error])
    // Trying again does not help.
    let lasting = await findings(of: .forbidden, isRequired: true)
    #expect(lasting.map(\.rule) == ["destination.forbidden"] && lasting.map(\.isDestinationError) == [true])
  }
}
