import MediaFacts
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// What headers tell of a picture before anything decodes it.
@Suite struct HeaderInspectorTests {
  /// Without a profile each program guesses what print colours look like.
  @Test(arguments: [(true, 4, 0), (false, 4, 1), (false, 3, 0)])
  func printColoursWithoutAProfileAreTold(_ hasProfile: Bool, _ components: Int, _ count: Int) throws {
    let profile = hasProfile ? JPEGSample.profile(ICCSample(space: "CMYK", tags: []).bytes) : []
    let folder = try TemporaryFolder()
    try folder.write(
      JPEGSample.start + profile + JPEGSample.frame(components: components) + JPEGSample.scan + JPEGSample.end, to: "a")
    let inspection = try HeaderInspector(limits: .init()).inspect(folder.absolute("a"))
    guard case .known(.still(let picture)) = inspection else { return #expect(Bool(false), "\(inspection)") }
    #expect(picture.differences.count == count)
  }
}
