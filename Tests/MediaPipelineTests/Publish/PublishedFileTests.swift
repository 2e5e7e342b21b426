import MediaFacts
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

@Suite struct PublishedFileTests {
  private static let bytes = minimalPNG(width: 8, height: 6)
  private static let name = "logo.\(ContentDigest(of: bytes).short).png"
  let folder = TemporaryFolder()

  init() throws { try folder.write(Self.bytes, to: Self.name) }

  private func problem(_ name: String) -> MediaError? {
    do throws(MediaError) { _ = try PublishedFile(name, in: folder.path) } catch { return error }
    return nil
  }

  @Test func isWhatItsNameSays() throws {
    let file = try PublishedFile(Self.name, in: folder.path)
    #expect(file.slug == "logo" && file.bytes == Self.bytes)
    #expect(file.digest == ContentDigest(of: Self.bytes) && file.mediaFormat == .picture(.png))
  }

  @Test func oneChangedByteIsNoticed() throws {
    var bytes = Self.bytes
    bytes[bytes.count / 2] ^= 1
    try folder.write(bytes, to: Self.name)
    #expect(problem(Self.name).map(isDamaged) == true)
    try folder.write(Self.bytes.dropLast(), to: Self.name)
    #expect(problem(Self.name).map(isDamaged) == true)
    try folder.write([], to: Self.name)
    #expect(problem(Self.name) == .empty)
  }

  /// With the right bytes, under a name that says something else, or leads to another place than it seems.
  @Test(arguments: [
    "logo.png", "logo.0123456789ab.png", name.replacing(".png", with: ".jpg"), name + ".png", "." + name, "Logo" + name,
    "sub/" + name, "a b" + name, "\u{1B}[2J" + name, "ä" + name,
  ])
  func anotherNameIsNone(name: String) throws {
    try folder.write(Self.bytes, to: name)
    #expect(problem(name).map(isDamaged) == true)
  }

  @Test func namesThatLeadElsewhereAreNone() throws {
    let inner = TemporaryFolder()
    let outside = "../" + (folder.path.split(separator: "/").last.map(String.init) ?? "") + "/" + Self.name
    for name in [outside, "./" + Self.name, "", ".", "..", "/etc/passwd", "../../../../../etc/passwd", "a\0b"] {
      #expect(throws: MediaError.self) { try PublishedFile(name, in: inner.path) }
    }
  }

  @Test func aFolderIsNone() throws {
    try folder.remove(Self.name)
    try folder.createFolder(Self.name)
    #expect(problem(Self.name) != nil)
    #expect(problem("none.0123456789ab.png") != nil)
  }

  private func isDamaged(_ problem: MediaError) -> Bool { if case .damaged = problem { true } else { false } }
}
