import MediaFacts
import MediaPipeline
import PushDelivery
import Testing

@Suite struct MisnamedFileTests {
  @Test(arguments: [
    ("a.jpg", MediaFormat.picture(.jpeg), false), ("a.JPEG", .picture(.jpeg), false), ("a.png", .picture(.jpeg), true),
    ("sub/a.mov", .video(.mp4), true), ("a.png", nil, true), ("a.txt", nil, false), ("a", .picture(.png), false),
    ("_headers", nil, false),
  ])
  func isOneWhoseNameClaimsAnotherFormat(path: String, format: MediaFormat?, isMisnamed: Bool) {
    #expect((MisnamedFile(path: path, format: format) != nil) == isMisnamed)
  }
}
