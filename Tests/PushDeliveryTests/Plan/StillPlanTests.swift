import Findings
import Foundation
import MediaFacts
import PushDelivery
import Testing

@Suite struct StillPlanTests {
  /// A source, and what is planned for it under the universal profile.
  struct Example: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let inspection: Inspection
    let byteCount: Int
    let method: StillPlan.Method
    let formats: [PictureFormat]
    let reasons: [StillPlan.Reason]

    init(
      _ name: String, _ picture: Picture, frames: Int? = nil, bytes: Int = 100_000,
      _ method: StillPlan.Method, _ formats: [PictureFormat], _ reasons: [StillPlan.Reason]
    ) {
      testDescription = name
      inspection =
        frames.map { .animation(picture, Animation(delays: Array(repeating: 100, count: $0))) } ?? .still(picture)
      byteCount = bytes
      (self.method, self.formats, self.reasons) = (method, formats, reasons)
    }
  }

  private static func picture(
    _ format: PictureFormat, _ width: Int = 1600, _ height: Int = 800, _ change: (inout Picture) -> Void = { _ in }
  ) -> Picture {
    var picture = Picture(format: format, size: PixelSize(width: width, height: height))
    change(&picture)
    return picture
  }

  private static let untouched: [Example] = [
    Example("JPEG", picture(.jpeg), .copy, [.jpeg], [.alreadyRight]),
    Example("JPEG at every limit", picture(.jpeg, 1664, 1136), bytes: 300_000, .copy, [.jpeg], [.alreadyRight]),
    Example("JPEG of a graphic", picture(.jpeg) { $0.content = .graphic }, .copy, [.jpeg, .png], [.alreadyRight]),
    Example("gray JPEG", picture(.jpeg) { $0.color = .gray }, .copy, [.jpeg], [.alreadyRight]),
    Example("PNG of a photograph", picture(.png), .copy, [.png, .jpeg], [.alreadyRight]),
    Example("PNG of a graphic", picture(.png) { $0.content = .graphic }, .copy, [.png, .jpeg], [.alreadyRight]),
    Example("transparent PNG", picture(.png) { $0.alpha = .used }, .copy, [.png, .jpeg], [.alreadyRight]),
  ]

  private static let stripped: [Example] = [
    Example("JPEG with GPS", picture(.jpeg) { $0.metadata = [.exif, .gps] }, .strip, [.jpeg], [.metadata]),
    Example("JPEG tagged sRGB", picture(.jpeg) { $0.color.profile = .sRGB }, .strip, [.jpeg], [.profile]),
    Example("JPEG with a tail", picture(.jpeg) { $0.trailingByteCount = 1 }, .strip, [.jpeg], [.trailingBytes]),
    Example(
      "JPEG with both", picture(.jpeg) { ($0.metadata, $0.trailingByteCount) = ([.comment], 9) }, .strip, [.jpeg],
      [.metadata, .trailingBytes]),
  ]

  private static let encoded: [Example] = [
    Example("PNG with a comment", picture(.png) { $0.metadata = [.comment] }, .strip, [.png, .jpeg], [.metadata]),
    Example("WebP", picture(.webp), .encode, [.jpeg], [.format]),
    Example("transparent WebP", picture(.webp) { $0.alpha = .used }, .encode, [.png, .jpeg], [.format]),
    Example("undecodable HEIC", picture(.heic) { $0.isWidelyDecodable = false }, .encode, [.jpeg], [.format]),
    Example("SVG", picture(.svg) { $0.content = .graphic }, .encode, [.png, .jpeg], [.format]),
    Example("large JPEG", picture(.jpeg, 4000, 3000), .encode, [.jpeg], [.size]),
    Example("JPEG a pixel too wide", picture(.jpeg, 1665, 800), .encode, [.jpeg], [.size]),
    Example("JPEG a byte too many", picture(.jpeg), bytes: 300_001, .encode, [.jpeg], [.bytes]),
    Example("oriented JPEG", picture(.jpeg) { $0.orientation = 6 }, .encode, [.jpeg], [.orientation]),
    Example("Display P3 JPEG", picture(.jpeg) { $0.color.profile = .other }, .encode, [.jpeg], [.color]),
    Example("BT.2020 PNG", picture(.png) { $0.color.primaries = .bt2020 }, .encode, [.jpeg], [.color]),
    Example(
      "CMYK JPEG",
      picture(.jpeg) { ($0.color.model, $0.isWidelyDecodable) = (.cmyk, false) }, .encode, [.jpeg], [.color, .coding]),
    Example("HDR PNG", picture(.png) { $0.color.transfer = .pq }, .encode, [.jpeg], [.highDynamicRange, .color]),
    Example(
      "HDR AVIF", picture(.avif) { ($0.color.transfer, $0.bitDepth) = (.hlg, 10) }, .encode, [.jpeg],
      [.format, .highDynamicRange, .color, .bitDepth]),
    Example(
      "16-bit PNG",
      picture(.png) { ($0.bitDepth, $0.isWidelyDecodable) = (16, false) }, .encode, [.jpeg], [.bitDepth, .coding]),
    Example("arithmetic JPEG", picture(.jpeg) { $0.isWidelyDecodable = false }, .encode, [.jpeg], [.coding]),
    Example("opaque alpha PNG", picture(.png) { $0.alpha = .opaque }, .encode, [.jpeg], [.opaqueAlpha]),
    Example("animated GIF", picture(.gif), frames: 12, .encode, [.jpeg], [.animation, .format]),
    Example("animated PNG", picture(.png), frames: 2, .encode, [.jpeg], [.animation]),
    Example(
      "phone photograph",
      picture(.jpeg, 4032, 3024) {
        ($0.orientation, $0.color.profile, $0.metadata) = (6, .other, [.exif, .gps, .thumbnail])
      }, bytes: 4_000_000, .encode, [.jpeg], [.orientation, .size, .bytes, .color, .metadata]),
  ]

  private static func plan(
    _ inspection: Inspection, bytes: Int = 100_000, _ profile: Profile = .universal, _ point: FocalPoint? = nil
  ) throws -> StillPlan {
    let digest = try #require(ContentDigest(bytes: [UInt8](repeating: 0, count: 32)))
    let source = SourceFile(path: "a", byteCount: bytes, digest: digest)
    return StillPlan(for: inspection, source: source, profile: profile, focalPoint: point)
  }

  /// Everything except the order of the formats is decided only by the specification.
  @Test(arguments: untouched + stripped + encoded) func decides(_ example: Example) throws {
    let plan = try Self.plan(example.inspection, bytes: example.byteCount)
    #expect(plan.method == example.method)
    #expect(plan.reasons == example.reasons)
    var expected = StillSpecification(
      picture: example.inspection.picture, profile: .universal, focalPoint: nil,
      posterTime: example.inspection.posterTime)
    expected.formats = example.formats
    #expect(plan.specification == expected)
  }

  @Test func flattensTransparency() throws {
    var profile = Profile.universal
    profile.transparency = .flatten
    let picture = Self.picture(.png) { $0.alpha = .used }
    let plan = try Self.plan(.still(picture), profile)
    #expect(plan.method == .encode)
    #expect(plan.reasons == [.transparency])
    #expect(plan.specification.formats == [.jpeg])
    #expect(!plan.specification.keepsTransparency)
  }

  @Test func cutsAndPads() throws {
    let square = try #require(AspectRatio("1:1"))
    let point = try #require(FocalPoint(x: 0.1, y: 0.5))
    for fit in [.cover(square, .attention), .pad(square)] as [Profile.Fit] {
      var profile = Profile.universal
      profile.fit = fit
      let plan = try Self.plan(.still(Self.picture(.jpeg)), profile, point)
      #expect(plan.method == .encode)
      #expect(plan.reasons == [.shape])
      #expect(
        plan.specification.geometry
          == Geometry(of: PixelSize(width: 1600, height: 800), under: profile, focalPoint: point))
    }
  }

  /// A picture that already has the right shape is not changed.
  @Test func leavesTheRightShapeAlone() throws {
    let ratio = try #require(AspectRatio("2:1"))
    for fit in [.cover(ratio, .attention), .pad(ratio)] as [Profile.Fit] {
      var profile = Profile.universal
      profile.fit = fit
      #expect(try Self.plan(.still(Self.picture(.jpeg)), profile).method == .copy)
    }
  }

  @Test func everyReasonIsCovered() {
    let found = Set((Self.untouched + Self.stripped + Self.encoded).flatMap(\.reasons))
    #expect(
      found.union([.transparency, .shape]) == [
        .alreadyRight, .metadata, .trailingBytes, .format, .size, .bytes, .shape, .orientation, .color,
        .highDynamicRange, .bitDepth, .animation, .transparency, .opaqueAlpha, .coding, .profile,
      ])
  }

  @Test(arguments: [
    (ColorDescription.sRGB, true), (.gray, true), (ColorDescription(profile: .sRGB), true),
    (ColorDescription(profile: .other), false), (ColorDescription(model: .cmyk), false),
    (ColorDescription(model: .lab), false), (ColorDescription(transfer: .hlg), false),
    (ColorDescription(primaries: .displayP3), false),
  ])
  func knowsWhatIsTakenForSRGB(_ color: ColorDescription, _ expected: Bool) {
    #expect(color.isTakenForSRGB == expected)
  }
}

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
