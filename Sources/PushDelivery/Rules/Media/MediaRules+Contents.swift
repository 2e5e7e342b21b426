import Findings
import MediaFacts

/// What else is in a file that clients show differently or that nobody should get.
extension MediaRules {
  static let contents = [orientation, metadata, color, alpha]

  static let orientation = rule(
    RuleDescription(
      "image.orientation", .media, .warning, platforms: [.android],
      summary: "a picture's pixels lie upright, without an EXIF orientation",
      why: "Android's BitmapFactory passes over the EXIF orientation, so the picture lies on its side or on its head",
      remedy: "turn the pixels themselves, or let `richpush run` make a rendition",
      source: "https://developer.android.com/reference/androidx/exifinterface/media/ExifInterface",
      failing: [.picture(then: Making.exiftool("photo.jpg", "-Orientation=3"))],
      passing: [.picture(then: Making.exiftool("photo.jpg", "-Orientation=1"))])
  ) { file in
    guard let picture = file.picture, picture.orientation != 1 else { return [] }
    return [Finding("its EXIF orientation is \(picture.orientation), by which Android does not turn it")]
  }

  static let metadata = rule(
    RuleDescription(
      "image.metadata", .media, .warning,
      summary: "a picture holds nothing beside the picture, least of all where it was taken",
      why:
        "Whoever gets the notification can read it: the place of the photographer's home, names, thumbnails of what was "
        + "cropped away. And it costs bytes. The place is a warning, all else a note",
      remedy: "remove it (exiftool -all= FILE), or let `richpush run` make a rendition",
      source: "https://www.cipa.jp/std/documents/e/DC-008-2012_E.pdf",
      failing: [
        .picture(
          then: Making.exiftool(
            "photo.jpg", "-GPSLatitude=47.5", "-GPSLatitudeRef=N", "-GPSLongitude=8.5", "-GPSLongitudeRef=E")),
        .picture(then: Making.exiftool("photo.jpg", "-Artist=Somebody"), flags: Making.noteFlags),
      ], passing: [.picture(flags: Making.noteFlags)])
  ) { file in
    guard let found = file.picture?.metadata, !found.isEmpty else { return [] }
    if found.contains(.gps) {
      return [Finding("it says where it was taken (GPS), to everybody who gets the notification")]
    }
    let names = found.map(\.rawValue).joined(separator: ", ")
    return [
      Finding(
        "it holds more than the picture (\(names)), which everybody gets who gets the notification", severity: .note)
    ]
  }

  static let color = rule(
    RuleDescription(
      "image.color", .media, .warning,
      summary: "a picture's colours are sRGB of standard range",
      why:
        "Clients' decoders disagree about CMYK, some of which show it inverted or not at all, and about HDR, which looks "
        + "dull or burnt out. Colours with a profile of their own are a note: clients that ignore profiles show them paler",
      remedy: "convert it to sRGB, or let `richpush run` make a rendition",
      source: "https://developer.android.com/reference/android/graphics/ColorSpace",
      failing: [
        .picture(from: "plain.jpg", then: ["vips", "colourspace", "plain.jpg", "photo.jpg[strip]", "cmyk"]),
        .picture(
          from: "plain.jpg", then: ["vips", "icc_transform", "plain.jpg", "photo.jpg", "p3"],
          Making.exiftool("photo.jpg", "-all=", "--icc_profile:all"), flags: Making.noteFlags),
      ], passing: [.picture(flags: Making.noteFlags)])
  ) { file in
    guard let color = file.picture?.color, !color.isTakenForSRGB else { return [] }
    switch (color.model, color.transfer) {
    case (.cmyk, _), (.lab, _):
      return [Finding("its colours are \(color.model.rawValue.uppercased()), which clients show wrongly or not at all")]
    case (_, .pq), (_, .hlg), (_, .linear):
      return [Finding("its brightness is coded for HDR, which clients show dull or burnt out")]
    default:
      return [Finding("its colours are not sRGB, and look paler where profiles are ignored", severity: .note)]
    }
  }

  static let alpha = rule(
    RuleDescription(
      "image.alpha", .media, .note,
      summary: "a picture has no transparent parts",
      why:
        "Every client lays something else behind them, light or dark as the device is set: dark writing on nothing may "
        + "vanish",
      remedy: "look at it on white and on black, or put a background behind it",
      source: "https://developer.android.com/develop/ui/views/theming/darktheme",
      failing: [
        .media(
          MediaExample(
            "photo.png", Making.plain("photo.png", "red@0.5", "600x300,format=rgba"), flags: Making.noteFlags))
      ], passing: [.picture("photo.png", "600x300", flags: Making.noteFlags)])
  ) { file in
    guard file.picture?.alpha == .used else { return [] }
    return [Finding("it has transparent parts, behind which every client shows another background")]
  }
}
