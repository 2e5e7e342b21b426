public import Findings
import MediaFacts

/// The pixels and shapes that clients show, and the cost of too many.
extension MediaRules {
  static let sizes = [androidSize, webSize, narrow, aspect]

  static let androidSize = rule("android.pixels") { file in
    guard let size = file.picture?.size else { return [] }
    let megabytes = Double(size.count) * 4 / 1_000_000
    let cost = "it is \(size) pixels, \(Int(megabytes.rounded())) MB once decoded"
    if max(size.width, size.height) > ClientLimit.androidLargestSide.value
      || size.count > ClientLimit.androidPixels.value
    {
      return .one("\(cost), which many Android devices cannot decode or draw")
    }
    let visible = (ClientLimit.androidVisibleWidth.value, ClientLimit.androidVisibleHeight.value)
    guard size.width > visible.0 || size.height > visible.1 else { return [] }
    return .one("\(cost), and no Android screen shows more than \(visible.0)x\(visible.1)", severity: .warning)
  }

  static let webSize = rule("web.pixels") { file in
    let visible = (ClientLimit.webVisibleWidth.value, ClientLimit.webVisibleHeight.value)
    guard let size = file.picture?.size, size.width > visible.0 || size.height > visible.1 else { return [] }
    return .one("it is \(size) pixels, which Chrome scales down to fit \(visible.0)x\(visible.1)")
  }

  static let narrow = rule("image.narrow") { file in
    guard let width = file.picture?.size.width, width < ClientLimit.recommendedWidth.value else { return [] }
    let least = ClientLimit.vendorMinimumWidth.value
    let refusal = width < least ? "; vendors refuse what has fewer than \(least)" : ""
    let times = (Double(ClientLimit.shownWidth.value) / Double(max(width, 1)) * 10).rounded() / 10
    return .one(
      "it is \(width) pixel\(width == 1 ? "" : "s") wide, and phones show it about \(ClientLimit.shownWidth.value) wide: "
        + "enlarged \(times) times it looks blurred\(refusal)")
  }

  static let aspect = rule("image.aspect") { file in
    guard let size = file.picture?.size, size.height > 0 else { return [] }
    let ideal = Double(size.height) * Double(ClientLimit.recommendedAspect.value)
    let difference = abs(Double(size.width) - ideal)
    guard difference * 100 > ideal * Double(ClientLimit.aspectTolerance.value) else { return [] }
    let ratio = (Double(size.width) / Double(size.height) * 100).rounded() / 100
    return .one(
      "it is \(size) pixels, \(ratio):1, and Android and browsers crop what is not "
        + "\(ClientLimit.recommendedAspect.value):1")
  }
}

/// Other data in a file that clients show differently or that must stay private.
extension MediaRules {
  static let contents = [oneColour, orientation, metadata, color, alpha]

  public static let oneColour = rule("image.one-colour") { file in
    guard file.picture?.isOneColour == true else { return [] }
    return .one("every pixel of it has the same colour, so the notification shows an empty area")
  }

  static let orientation = rule("image.orientation") { file in
    guard let picture = file.picture, picture.orientation != 1 else { return [] }
    return .one("its EXIF orientation is \(picture.orientation), by which Android does not turn it")
  }

  /// Padding after a picture's end, which is too short to hide anything.
  public static let mostPadding = 15

  public static let metadata = rule("image.metadata") { file in
    let surplus = file.inspection.trailingByteCount
    if surplus > Self.mostPadding {
      return .one("\(surplus) bytes follow its end: every recipient downloads them, and no client shows them")
    }
    guard let found = file.picture?.metadata, !found.isEmpty else { return [] }
    if found.contains(.gps) {
      return .one("every recipient can read where it was taken (GPS)")
    }
    let names = found.map(\.rawValue).joined(separator: ", ")
    return .one("it has more than the picture (\(names)), and every recipient gets that too", severity: .note)
  }

  static let color = rule("image.color") { file in
    guard let color = file.picture?.color, !color.isTakenForSRGB else { return [] }
    switch (color.model, color.transfer) {
    case (.cmyk, _), (.lab, _):
      return .one("its colours are \(color.model.rawValue.uppercased()), which clients show wrongly or not at all")
    case (_, .pq), (_, .hlg), (_, .linear):
      return .one("its brightness is coded for HDR, which clients show dull or burnt out")
    default:
      return .one("its colours are not sRGB, and look paler where profiles are ignored", severity: .note)
    }
  }

  static let alpha = rule("image.alpha") { file in
    guard file.picture?.alpha == .used else { return [] }
    return .one("it has transparent parts, behind which every client shows another background")
  }
}
