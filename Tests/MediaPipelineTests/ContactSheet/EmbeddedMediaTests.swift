import Findings
import MediaFacts
import MediaPipeline
import PushDelivery
import Testing

@Suite struct EmbeddedMediaTests {
  /// The names of those files that are read, in order.
  private func read(_ renditions: [RenditionOutcome], totalLimit: Int = EmbeddedMedia.totalLimit) -> [String] {
    let messages = renditions.map { ContactSheetContents.ShownMessage(id: $0.path, pictures: [.ios: $0]) }
    var names: [String] = []
    _ = EmbeddedMedia(of: ContactSheetContents(title: "t", messages: messages), totalLimit: totalLimit) { rendition in
      names.append(rendition.path)
      return [1]
    }
    return names
  }

  @Test func picturesAreReadOnceAndMoviesAreNot() throws {
    let movie = try ContactSheetExample.motion("movie")
    let picture = try ContactSheetExample.picture("picture")
    let animation = try ContactSheetExample.motion("spin", format: .picture(.gif))
    #expect(read([movie, picture, movie, animation, picture]) == ["picture.jpg", "spin.gif"])
  }

  @Test func whatNoMessageShowsIsLeftOut() throws {
    let spare = ContactSheetContents.File(
      path: "spare.jpg", status: .published, renditions: [try ContactSheetExample.picture("spare")])
    _ = EmbeddedMedia(of: ContactSheetContents(title: "t", files: [spare])) { file in
      Issue.record("\(file.path) was read")
      return nil
    }
  }

  @Test func whatNoLongerFitsIsLeftOutAndWhatIsSmallerIsNot() throws {
    let pictures = try [("a", 400), ("b", 700), ("c", 600), ("d", 1)].map { name, bytes in
      try ContactSheetExample.picture(name, bytes: bytes)
    }
    #expect(read(pictures, totalLimit: 1000) == ["a.jpg", "c.jpg"])
  }
}
