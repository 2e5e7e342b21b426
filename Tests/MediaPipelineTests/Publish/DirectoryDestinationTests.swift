import Findings
import MediaFacts
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

@Suite struct DirectoryDestinationTests {
  let folder: TemporaryFolder
  let destination: DirectoryDestination

  init() throws {
    folder = try TemporaryFolder()
    destination = DirectoryDestination(folder: folder.path, baseURL: "https://static.example.com/push/")
  }

  private func rendition(width: Int = 8) throws -> StillRendition {
    let bytes = minimalPNG(width: width, height: 6)
    let size = PixelSize(width: width, height: 6)
    let picture = Picture(format: .png, size: size, content: .graphic)
    let specification = StillSpecification(picture: picture, profile: .universal, focalPoint: nil)
    return try Rendition(
      bytes, digest: ContentDigest(of: bytes), meeting: specification,
      record: StillRecord(method: .copy, size: size))
  }

  @Test func createsUnderANameMadeOfTheDigest() async throws {
    let rendition = try rendition()
    let asset = try await destination.publish(rendition, slug: "logo")
    let name = "logo.\(rendition.digest.short).png"
    #expect(asset.url == "https://static.example.com/push/" + name)
    #expect(asset.wasWritten)
    #expect(try folder.bytes(of: name) == rendition.bytes)
    #expect(try folder.names() == [name])
  }

  @Test func equalBytesAreNotTouched() async throws {
    _ = try await destination.publish(rendition(), slug: "logo")
    let before = try folder.states()
    let again = try await destination.publish(rendition(), slug: "logo")
    #expect(!again.wasWritten)
    #expect(try folder.states() == before)
  }

  @Test func otherBytesAreNeverOverwritten() async throws {
    let name = try await destination.publish(rendition(), slug: "logo").name
    for bytes in [[UInt8](), [1, 2, 3], [UInt8](repeating: 7, count: 10_000)] {
      try folder.write(bytes, to: name)
      await #expect(throws: PublishError.conflict(name: name)) {
        try await destination.publish(rendition(), slug: "logo")
      }
      #expect(try folder.bytes(of: name) == bytes)
    }
  }

  @Test func aFolderOfThatNameIsAConflict() async throws {
    let name = try await destination.publish(rendition(), slug: "logo").name
    try folder.remove(name)
    try folder.createFolder(name)
    await #expect(throws: PublishError.conflict(name: name)) {
      try await destination.publish(rendition(), slug: "logo")
    }
  }

  @Test func aMissingFolderIsTheMachinesFault() async throws {
    let gone = DirectoryDestination(folder: folder.absolute("none"), baseURL: "https://static.example.com/")
    let error = await #expect(throws: PublishError.self) { try await gone.publish(rendition(), slug: "logo") }
    #expect(error?.diagnostics(for: "logo.png").map(\.rule) == ["machine.write-failed"])
  }
}
