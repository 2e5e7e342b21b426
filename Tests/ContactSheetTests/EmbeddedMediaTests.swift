import ContactSheet
import MediaFacts
import PushDelivery
import Testing

@Suite struct EmbeddedMediaTests {
  /// The names of those files that are read, in order.
  private func read(_ renditions: [RenditionOutcome], totalLimit: Int = EmbeddedMedia.totalLimit) -> [String] {
    let files = renditions.map { ContactSheetContents.File(path: $0.path, status: .published, renditions: [$0]) }
    var names: [String] = []
    _ = EmbeddedMedia(of: ContactSheetContents(title: "t", files: files), totalLimit: totalLimit) { rendition in
      names.append(rendition.path)
      return [1]
    }
    return names
  }

  @Test func picturesComeBeforeMoviesAndEachOnce() throws {
    let movie = try ContactSheetExample.motion("movie")
    let picture = try ContactSheetExample.picture("picture")
    let animation = try ContactSheetExample.motion("spin", format: .picture(.gif))
    #expect(read([movie, picture, movie, animation, picture]) == ["picture.jpg", "spin.gif", "movie.mp4"])
  }

  @Test func aLargeMovieIsLeftOut() throws {
    let largest = try ContactSheetExample.motion("largest", bytes: 5_000_000)
    let larger = try ContactSheetExample.motion("larger", bytes: 5_000_001)
    #expect(read([larger, largest]) == ["largest.mp4"])
  }

  @Test func whatNoLongerFitsIsLeftOutAndWhatIsSmallerIsNot() throws {
    let pictures = try [("a", 400), ("b", 700), ("c", 600), ("d", 1)].map { name, bytes in
      try ContactSheetExample.picture(name, bytes: bytes)
    }
    #expect(read(pictures, totalLimit: 1000) == ["a.jpg", "c.jpg"])
  }
}
