public import Findings

/// The bytes that clients load, and their time limits. After one rule's finding, a milder rule about the same bytes is silent.
extension MediaRules {
  static let bytes = [androidBytes, androidComfort, androidTime, iosPictureBytes, iosMovieBytes, iosTime, webTime]

  public static let androidBytes = rule("android.bytes") { file in
    guard file.picture != nil, file.exceeds(.androidImageBytes) else { return [] }
    return [
      Finding(
        "it has \(file.byteCount) bytes, and Android loads at most \(ClientLimit.androidImageBytes.value)",
        severity: file.mayBeForAppleAlone ? .warning : .error, consequence: .textAlone)
    ]
  }

  static let androidComfort = rule("android.bytes-recommended") { file in
    guard file.picture != nil, !file.exceeds(.androidImageBytes), !file.isLate(for: .androidDownloadSeconds) else {
      return []
    }
    if file.exceeds(.composerImageBytes) {
      return [
        Finding(
          "it has \(file.byteCount) bytes, more than the \(ClientLimit.composerImageBytes.value) that load in time everywhere"
        )
      ]
    }
    guard file.exceeds(.comfortableImageBytes) else { return [] }
    return [
      Finding(
        "it has \(file.byteCount) bytes; below \(ClientLimit.comfortableImageBytes.value) is better on slow links",
        severity: .note)
    ]
  }

  static let androidTime = rule("android.download-time") { file in
    guard file.picture != nil, !file.exceeds(.androidImageBytes), file.isLate(for: .androidDownloadSeconds) else {
      return []
    }
    return [file.lateness(for: .androidDownloadSeconds, "Android gives up")]
  }

  static let iosPictureBytes = rule("ios.image-bytes") { file in
    guard file.picture != nil, file.exceeds(.appleImageBytes) else { return [] }
    return [
      Finding("it has \(file.byteCount) bytes, and Apple's systems attach at most \(ClientLimit.appleImageBytes.value)")
    ]
  }

  static let iosMovieBytes = rule("ios.video-bytes") { file in
    guard file.video != nil else { return [] }
    if file.exceeds(.appleMovieBytes) {
      return [
        Finding(
          "it has \(file.byteCount) bytes, and Apple's systems attach at most \(ClientLimit.appleMovieBytes.value)")
      ]
    }
    guard file.exceeds(.comfortableMovieBytes), !file.isLate(for: .appleExtensionSeconds) else { return [] }
    return [
      Finding(
        "it has \(file.byteCount) bytes, more than the \(ClientLimit.comfortableMovieBytes.value) that load in time on most links",
        severity: .warning)
    ]
  }

  static let iosTime = rule("ios.download-time") { file in
    let limit: ClientLimit = file.video == nil ? .appleImageBytes : .appleMovieBytes
    guard !file.exceeds(limit), file.isLate(for: .appleExtensionSeconds) else { return [] }
    return [file.lateness(for: .appleExtensionSeconds, "the service extension ends")]
  }

  static let webTime = rule("web.download-time") { file in
    guard file.picture != nil, file.isLate(for: .webDownloadSeconds) else { return [] }
    return [file.lateness(for: .webDownloadSeconds, "Chrome gives up")]
  }
}

extension MediaFile {
  fileprivate func exceeds(_ limit: ClientLimit) -> Bool { byteCount > limit.value }

  fileprivate func isLate(for limit: ClientLimit) -> Bool { downloadSeconds > Double(limit.value) }

  fileprivate func lateness(for limit: ClientLimit, _ consequence: String) -> Finding {
    let seconds = (downloadSeconds * 10).rounded() / 10
    let speed =
      linkSpeed < 1_000_000 ? "\(linkSpeed / 1000) kbit/s" : "\((Double(linkSpeed) / 100_000).rounded() / 10) Mbit/s"
    let needed = (byteCount * 8 / limit.value + 999) / 1000
    return Finding(
      "its \(byteCount) bytes take \(seconds) s at \(speed), and \(consequence) after \(limit.value) s",
      consequence: linkSpeedIsStated
        ? .uncertain(settledBy: "the device's link: it takes more than \(needed) kbit/s") : .shown)
  }
}
