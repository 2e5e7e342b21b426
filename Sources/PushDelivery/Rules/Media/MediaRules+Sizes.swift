import Findings
import MediaFacts

/// How many pixels clients show, in which shape, and what too many cost.
extension MediaRules {
  static let sizes = [androidSize, webSize, narrow, aspect]

  static let androidSize = rule(
    RuleDescription(
      "android.pixels", .media, .error, platforms: [.android],
      summary: "a picture for Android is at most \(ClientLimit.androidVisibleWidth.value)x"
        + "\(ClientLimit.androidVisibleHeight.value) pixels",
      why:
        "Android decodes a picture at its full size, four bytes a pixel, and then scales it down to 416x284 dp: what is "
        + "larger is never seen. Over \(ClientLimit.androidLargestSide.value) pixels a side or "
        + "\(ClientLimit.androidPixels.value) in all, decoding or drawing it may fail, and text alone is shown",
      remedy: "scale it down, or let `richpush run` make a rendition", source: ClientLimit.androidVisibleWidth.source,
      failing: [
        .picture("photo.jpg", "2000x1000"),
        .media(MediaExample("photo.jpg", Making.plain("photo.jpg", "teal", "5000x2500"))),
      ], passing: [.picture("photo.jpg", "1664x832")])
  ) { file in
    guard let size = file.picture?.size else { return [] }
    let megabytes = Double(size.count) * 4 / 1_000_000
    let cost = "it is \(size) pixels, \(Int(megabytes.rounded())) MB once decoded"
    if max(size.width, size.height) > ClientLimit.androidLargestSide.value
      || size.count > ClientLimit.androidPixels.value
    {
      return [Finding("\(cost), which many Android devices cannot decode or draw")]
    }
    let visible = (ClientLimit.androidVisibleWidth.value, ClientLimit.androidVisibleHeight.value)
    guard size.width > visible.0 || size.height > visible.1 else { return [] }
    return [Finding("\(cost), and no Android screen shows more than \(visible.0)x\(visible.1)", severity: .warning)]
  }

  static let webSize = rule(
    RuleDescription(
      "web.pixels", .media, .note, platforms: [.web],
      summary:
        "a picture for browsers is at most \(ClientLimit.webVisibleWidth.value)x\(ClientLimit.webVisibleHeight.value) pixels",
      why: "Chrome scales a larger picture down before it shows it, so the rest is loaded for nothing",
      remedy: "scale it down, or let `richpush run` make a rendition", source: ClientLimit.webVisibleWidth.source,
      failing: [.picture("photo.jpg", "2000x1000", flags: Making.webFlags + Making.noteFlags)],
      passing: [.picture("photo.jpg", "1800x900", flags: Making.webFlags + Making.noteFlags)])
  ) { file in
    let visible = (ClientLimit.webVisibleWidth.value, ClientLimit.webVisibleHeight.value)
    guard let size = file.picture?.size, size.width > visible.0 || size.height > visible.1 else { return [] }
    return [Finding("it is \(size) pixels, which Chrome scales down to fit \(visible.0)x\(visible.1)")]
  }

  static let narrow = rule(
    RuleDescription(
      "image.narrow", .media, .warning,
      summary: "a picture is at least \(ClientLimit.recommendedWidth.value) pixels wide",
      why: "Clients enlarge a narrower picture to the notification's width, where it looks blurred",
      remedy: "export it at least \(ClientLimit.recommendedWidth.value) pixels wide",
      source: ClientLimit.recommendedWidth.source,
      failing: [.picture("photo.jpg", "400x200")], passing: [.picture("photo.jpg", "512x256")])
  ) { file in
    guard let width = file.picture?.size.width, width < ClientLimit.recommendedWidth.value else { return [] }
    let least = ClientLimit.vendorMinimumWidth.value
    let refusal = width < least ? "; vendors refuse what has fewer than \(least)" : ""
    let times = (Double(ClientLimit.shownWidth.value) / Double(max(width, 1)) * 10).rounded() / 10
    return [
      Finding(
        "it is \(width) pixel\(width == 1 ? "" : "s") wide, and phones show it about \(ClientLimit.shownWidth.value) wide: "
          + "enlarged \(times) times it looks blurred\(refusal)")
    ]
  }

  static let aspect = rule(
    RuleDescription(
      "image.aspect", .media, .warning, platforms: [.android, .web],
      summary: "a picture is twice as wide as high",
      why:
        "Android and browsers crop what has another shape, each in its own way: faces and texts near an edge are lost",
      remedy: "crop it to 2:1, or keep what matters in its middle", source: ClientLimit.recommendedAspect.source,
      failing: [.picture("photo.jpg", "1200x800")],
      passing: [.picture("photo.jpg", "1200x560"), .picture("photo.jpg", "1200x800", flags: Making.iosFlags)])
  ) { file in
    guard let size = file.picture?.size, size.height > 0 else { return [] }
    let ideal = Double(size.height) * Double(ClientLimit.recommendedAspect.value)
    let difference = abs(Double(size.width) - ideal)
    guard difference * 100 > ideal * Double(ClientLimit.aspectTolerance.value) else { return [] }
    let ratio = (Double(size.width) / Double(size.height) * 100).rounded() / 100
    return [
      Finding(
        "it is \(size) pixels, \(ratio):1, and Android and browsers crop what is not "
          + "\(ClientLimit.recommendedAspect.value):1")
    ]
  }
}
