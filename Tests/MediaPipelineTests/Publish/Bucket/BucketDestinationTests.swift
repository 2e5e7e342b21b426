import Cryptography
import Findings
import MediaFacts
import MediaPipeline
import PushDelivery
import Synchronization
import Testing

/// The handling of an existing object, by the store's facts about it.
@Suite struct BucketDestinationTests {
  /// A store with one object in it, of which it tells what it is made to.
  private struct TellingStore: ObjectStore {
    let name = "telling://store"
    let cacheControl = "public, max-age=31536000, immutable"
    let object: StoredObject

    func find(_ key: String) async throws(ObjectStoreError) -> ObjectLookup { .found(object) }
    func create(_ upload: ObjectUpload) async throws(ObjectStoreError) -> ObjectCreation { .alreadyThere(taken) }
    func load(_ key: String, limit: Int, within time: Duration) async throws(ObjectStoreError) -> LoadedObject {
      .missing
    }
  }

  /// An empty store that still denies some uploads by their precondition.
  private final class DenyingStore: ObjectStore {
    let name = "denying://store"
    let cacheControl = ObjectUpload.cacheControl
    /// How many uploads it denies before it takes one.
    private let denied: Mutex<Int>

    init(denying count: Int) { denied = Mutex(count) }

    func find(_ key: String) async throws(ObjectStoreError) -> ObjectLookup { .missing }
    func create(_ upload: ObjectUpload) async throws(ObjectStoreError) -> ObjectCreation {
      denied.withLock { count in
        count -= 1
        return count < 0 ? .created : .alreadyThere(BucketDestinationTests.taken)
      }
    }
    func load(_ key: String, limit: Int, within time: Duration) async throws(ObjectStoreError) -> LoadedObject {
      .missing
    }
  }

  /// A store of whose object no digest is known, and in whose place something else answers when that is to be loaded.
  private struct PageStore: ObjectStore {
    let name = "page://store"
    let cacheControl = ObjectUpload.cacheControl

    func find(_ key: String) async throws(ObjectStoreError) -> ObjectLookup {
      .found(StoredObject(byteCount: BucketDestinationTests.bytes.bytes.count, digests: [], contentType: nil))
    }
    func create(_ upload: ObjectUpload) async throws(ObjectStoreError) -> ObjectCreation { .created }
    func load(_ key: String, limit: Int, within time: Duration) async throws(ObjectStoreError) -> LoadedObject {
      throw ObjectStoreError(.unusable, store: name, detail: "a page")
    }
  }

  private static let taken = ObjectStoreError(.refusing, store: "denying://store", detail: "conditionNotMet: words")

  private static let bytes = PublishedBytes(seed: 1)

  private func error(_ store: some ObjectStore) async throws -> PublishError? {
    var problems: [Diagnostic] = []
    let base = try #require(BaseURL("https://static.example.com/", subject: .init(.file, "test"), reporting: &problems))
    let destination = BucketDestination(store, prefix: .none, address: .folder(base))
    do throws(PublishError) { _ = try await destination.publish(Self.bytes, slug: "logo") } catch { return error }
    return nil
  }

  /// Such as a bucket that lets nothing be public, which Google answers with 412 as well.
  @Test func aPreconditionThatNoObjectFailsIsTheStores() async throws {
    #expect(try await error(DenyingStore(denying: 2)) == .store(Self.taken))
    #expect(Self.taken.isAboutStore)
  }

  @Test func whatHasBeenRemovedMeanwhileIsPutAgain() async throws {
    #expect(try await error(DenyingStore(denying: 1)) == nil)
  }

  @Test func whatAnswersInAStoresPlaceIsNoConflict() async throws {
    guard case .store(let error) = try await error(PageStore()) else {
      Issue.record("it is taken for an object")
      return
    }
    #expect(error.reason == .unusable)
  }

  private func fault(_ change: (inout StoredObject) -> Void) async throws -> ObjectStoreError? {
    var problems: [Diagnostic] = []
    let base = try #require(
      BaseURL("https://static.example.com/", subject: .init(.file, "test"), reporting: &problems))
    var object = StoredObject(
      byteCount: Self.bytes.bytes.count,
      digests: [.sha256(Self.bytes.digest), .md5(MD5Digest(of: Self.bytes.bytes).bytes)],
      contentType: "image/jpeg")
    change(&object)
    let destination = BucketDestination(TellingStore(object: object), prefix: .none, address: .folder(base))
    do throws(PublishError) { _ = try await destination.publish(Self.bytes, slug: "logo") } catch {
      guard case .store(let error) = error else { throw error }
      return error
    }
    return nil
  }

  @Test func whatIsRightStays() async throws { #expect(try await fault { _ in } == nil) }

  /// A copy made with `gsutil cp -Z` or `--content-encoding gzip`: clients would unpack unpacked bytes.
  @Test(arguments: [("gzip", "gzip"), ("BR", "br"), ("aws-chunked, gzip", "gzip")])
  func whatIsSaidToBePackedIsAConflict(value: String, coding: String) async throws {
    let error = try #require(try await fault { $0.contentEncoding = value })
    #expect(error.reason == .unfit)
    let message = PublishError.store(error).diagnostics(for: "a.png").map(\.message)
    #expect(message.first?.contains("is served with Content-Encoding \(coding), and its bytes are not packed") == true)
  }

  /// Of an upload in pieces some stores keep the name of that.
  @Test(arguments: ["identity", "", "aws-chunked"]) func whatNobodyUnpacksStays(value: String) async throws {
    #expect(try await fault { $0.contentEncoding = value } == nil)
  }
}
