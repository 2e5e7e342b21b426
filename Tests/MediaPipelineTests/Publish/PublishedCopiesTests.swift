import MediaFacts
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

@Suite struct PublishedCopiesTests {
  let folder = TemporaryFolder()
  private let rendition: PublishedBytes

  init() throws {
    try folder.createFolder("published")
    try folder.createFolder("kept")
    rendition = PublishedBytes(seed: 1, count: 100)
  }

  private func destination(keptIn name: String) -> CircuitBreaker {
    CircuitBreaker(
      DirectoryDestination(folder: folder.absolute("published"), baseURL: "https://a.example/"), name: "public",
      copies: folder.absolute(name))
  }

  @Test func whatIsPublishedIsKeptUnderItsDigest() async throws {
    let asset = try await destination(keptIn: "kept").publish(rendition, slug: "a")
    #expect(asset.name == PublishedAsset.name(slug: "a", rendition: rendition))
    #expect(try folder.bytes(of: "published/" + asset.name) == rendition.bytes)
    #expect(try folder.contents(of: "kept") == [rendition.digest.hex: rendition.bytes])
    // Without a copy it is published all the same, and what is not published is not kept.
    let other = PublishedBytes(seed: 2, count: 100)
    let uncopied = try await destination(keptIn: "missing").publish(other, slug: "a")
    #expect(folder.exists("published/" + uncopied.name))
    try folder.write("other bytes", to: "published/" + asset.name)
    try folder.remove("kept/" + rendition.digest.hex)
    await #expect(throws: PublishError.conflict(name: folder.absolute("published/" + asset.name))) {
      try await destination(keptIn: "kept").publish(rendition, slug: "a")
    }
    #expect(try folder.names(in: "kept") == [])
  }
}
