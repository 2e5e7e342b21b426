import Findings
import Foundation
import MediaFacts
import PushDelivery
import Testing

@Suite struct StillSpecificationTests {
  private func specification(_ picture: Picture, _ profile: Profile = .universal) -> StillSpecification {
    StillSpecification(picture: picture, profile: profile, focalPoint: nil)
  }

  private func picture(_ alpha: Picture.Alpha = .none, _ content: Picture.Content = .photograph) -> Picture {
    Picture(format: .png, size: PixelSize(width: 3328, height: 1000), alpha: alpha, content: content)
  }

  @Test func takesItsLimitsFromTheProfile() throws {
    let square = try #require(AspectRatio("1:1"))
    let point = try #require(FocalPoint(x: 1, y: 0))
    let profile = Profile(
      name: "icon", maximumBytes: 20_000, maximumSize: PixelSize(width: 200, height: 100), fit: .cover(square, .centre),
      transparency: .flatten, background: RGBColor(red: 1, green: 2, blue: 3), effort: .fast(qualities: 30...85),
      acceptableScore: 40)
    let made = StillSpecification(picture: picture(), profile: profile, focalPoint: point)
    #expect(made.profile == "icon")
    #expect(made.maximumBytes == 20_000)
    #expect(made.maximumSize == PixelSize(width: 200, height: 100))
    #expect(made.geometry == Geometry(of: picture().size, under: profile, focalPoint: point))
    #expect(made.background == RGBColor(red: 1, green: 2, blue: 3))
    #expect(made.effort == .fast(qualities: 30...85))
  }

  /// Alpha, what the profile does with it, content; then whether transparency stays, and the formats.
  @Test(arguments: [
    (Picture.Alpha.none, Profile.Transparency.keep, Picture.Content.photograph, false, [PictureFormat.jpeg]),
    (.none, .keep, .graphic, false, [.png, .jpeg]), (.opaque, .keep, .photograph, false, [.jpeg]),
    (.opaque, .keep, .graphic, false, [.png, .jpeg]), (.used, .keep, .photograph, true, [.png, .jpeg]),
    (.used, .keep, .graphic, true, [.png, .jpeg]), (.used, .flatten, .photograph, false, [.jpeg]),
    (.used, .flatten, .graphic, false, [.png, .jpeg]),
  ])
  func choosesFormats(
    _ alpha: Picture.Alpha, _ transparency: Profile.Transparency, _ content: Picture.Content, _ keeps: Bool,
    _ formats: [PictureFormat]
  ) {
    var profile = Profile.universal
    profile.transparency = transparency
    let made = specification(picture(alpha, content), profile)
    #expect(made.keepsTransparency == keeps)
    #expect(made.formats == formats)
  }

  /// It is part of the cache key: the same decision must read and write the same.
  @Test func survivesJSON() throws {
    let made = specification(picture(.used, .graphic))
    let data = try JSONEncoder().encode(made)
    #expect(try JSONDecoder().decode(StillSpecification.self, from: data) == made)
    let keys = try JSONDecoder().decode(JSONValue.self, from: data).members?.keys.sorted()
    #expect(
      keys == [
        "background", "chroma", "effort", "formats", "geometry", "keepsTransparency", "maximumBytes", "maximumSize",
        "profile",
      ])
  }
}
