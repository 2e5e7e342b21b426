import Findings
import Foundation
import MediaFacts
import MediaPipeline
import PushDelivery
import Synchronization
import TestSupport
import Testing

/// Entries whose digests and keys are right, by someone who may write to a cache.
@Suite struct ForgedEntryTests {
  /// A cache in memory: servers are in SharedCacheTests.
  private final class MemoryStore: Sendable {
    let entries = Mutex<[String: [UInt8]]>([:])

    var cache: CacheStore {
      CacheStore("memory") { entry, limit throws(ObjectStoreError) in
        guard let bytes = self.entries.withLock({ $0[entry] }) else { return .missing }
        return bytes.count <= limit ? .found(bytes) : .tooLarge
      } put: { bytes, entry throws(ObjectStoreError) in
        self.entries.withLock { $0[entry] = bytes }
      }
    }

    /// Puts another text into the JSON of each record, and seals it again.
    func forge(_ text: String, _ other: String) {
      entries.withLock { entries in
        for (name, bytes) in entries {
          guard name.hasPrefix("ac/"), var result = ActionResult(bytes) else { continue }
          let json = Array(
            String(decoding: result.record.dropFirst(65), as: UTF8.self).replacing(text, with: other).utf8)
          result.record = Array((ContentDigest(of: json).hex + " ").utf8) + json
          entries[name] = result.bytes
        }
      }
    }
  }

  private let store = MemoryStore()
  private let source = SourceFile(path: "a.png", byteCount: 10, digest: ContentDigest(of: [1]))
  private let headers = Picture(format: .png, size: PixelSize(width: 8, height: 6), content: .graphic)
  /// With what only pixels tell.
  private var inspection: Inspection {
    var picture = headers
    picture.alpha = .used
    picture.vanishesOn = [.dark]
    picture.words = [PictureArea(left: 0.25, top: 0.5, right: 0.75, bottom: 0.875)]
    picture.readWords = [ReadWord("SALE", in: picture.words[0])]
    return .still(picture)
  }
  private var plan: StillPlan { StillPlan(for: inspection, source: source, profile: .universal) }

  /// Of a machine without its own folder.
  private func machine() -> (cache: RenderCache, shared: SharedCache) {
    let shared = SharedCache(store.cache, isReadOnly: false)
    let cache = RenderCache(folder: nil, maximumBytes: 0, isReadOnly: false, shared: shared) { _ in "1" }
    return (cache, shared)
  }

  private func fill() async throws {
    let bytes = minimalPNG(width: 8, height: 6)
    let rendition = try Rendition(
      bytes, digest: ContentDigest(of: bytes), meeting: plan.specification,
      record: StillRecord(method: .copy, size: PixelSize(width: 8, height: 6)))
    let (cache, _) = machine()
    await cache.store(inspection, of: source)
    await cache.store(rendition, of: source, inspection, plan: plan)
    #expect(await cache.close() == [])
  }

  @Test func whatIsRightIsTaken() async throws {
    try await fill()
    let (cache, _) = machine()
    #expect(await cache.inspection(of: source) { .still(headers) } == inspection)
    #expect(await cache.rendition(of: source, inspection, plan: plan)?.bytes == minimalPNG(width: 8, height: 6))
    #expect(await cache.close() == [])
  }

  /// A size whose product no number has room for, another size, another medium.
  @Test(arguments: [
    ("\"width\":8", "\"width\":9223372036854775807"), ("\"height\":6", "\"height\":7"),
    ("\"orientation\":1", "\"orientation\":6"), ("\"medium\":\"still\"", "\"medium\":\"video\""),
    ("\"png\"", "\"jpeg\""), ("\"right\":0.75", "\"right\":1e300"), ("\"top\":0.5", "\"top\":-0.5"),
  ])
  func factsThatTheHeadersContradictAreNot(text: String, other: String) async throws {
    try await fill()
    store.forge(text, other)
    let (cache, _) = machine()
    #expect(await cache.inspection(of: source) { .still(headers) } == nil)
    #expect(await cache.close().map(\.rule) == ["machine.shared-cache"])
  }

  /// Where the headers do not tell, nothing is taken from elsewhere, and nothing is wrong with it.
  @Test func factsThatNobodyCanCheckAreNot() async throws {
    try await fill()
    let (cache, _) = machine()
    #expect(await cache.inspection(of: source) { nil } == nil)
    #expect(await cache.close() == [])
  }

  @Test(arguments: [
    ("\"scale\":1", "\"scale\":-1e300"), ("\"width\":8", "\"width\":9"), ("\"method\":\"copy\"", "\"method\":\"x\""),
  ])
  func recordsThatCannotBeAreNot(text: String, other: String) async throws {
    try await fill()
    store.forge(text, other)
    let (cache, _) = machine()
    #expect(await cache.rendition(of: source, inspection, plan: plan) == nil)
    #expect(await cache.close().map(\.rule) == ["machine.shared-cache"])
  }

  /// Valid bytes that are not what was asked for.
  @Test func anotherPictureIsNoRenditionOfThis() async throws {
    try await fill()
    let bytes = minimalPNG(width: 9000, height: 6)
    let output = ActionResult.Output(digest: ContentDigest(of: bytes), byteCount: bytes.count)
    let former = ContentDigest(of: minimalPNG(width: 8, height: 6))
    store.forge(former.hex, output.digest.hex)
    store.entries.withLock { entries in
      entries["cas/\(output.digest)"] = bytes
      for (name, bytes) in entries {
        guard name.hasPrefix("ac/"), var result = ActionResult(bytes), result.output != nil else { continue }
        result.output = output
        entries[name] = result.bytes
      }
    }
    let (cache, _) = machine()
    #expect(await cache.rendition(of: source, inspection, plan: plan) == nil)
    #expect(await cache.close().map(\.message).first?.contains("it is not as planned") == true)
  }
}
