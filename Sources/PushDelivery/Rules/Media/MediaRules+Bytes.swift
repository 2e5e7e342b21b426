public import Findings

/// How many bytes clients load, and for how long they wait. Where one rule has spoken, a milder one about the same bytes is silent.
extension MediaRules {
  static let bytes = [androidBytes, androidComfort, androidTime, iosPictureBytes, iosMovieBytes, iosTime, webTime]

  public static let androidBytes = rule(
    RuleDescription(
      "android.bytes", .media, .error, platforms: [.android],
      summary: "a picture for Android has at most \(ClientLimit.androidImageBytes.value) bytes",
      why:
        "FCM's client reads no more than that, throws the picture away and shows text alone. Where the clients were not "
        + "named this is a warning for an animation, as it may be meant for `apns.fcm_options.image` only",
      remedy: "export it smaller, or let `richpush run` make a rendition", source: ClientLimit.androidImageBytes.source,
      failing: [.uncompressed("1200x600", flags: Making.androidFlags)],
      passing: [.picture(), .uncompressed("512x256", "gray")])
  ) { file in
    guard file.picture != nil, file.exceeds(.androidImageBytes) else { return [] }
    return [
      Finding(
        "it has \(file.byteCount) bytes, and Android loads at most \(ClientLimit.androidImageBytes.value)",
        severity: file.mayBeForAppleAlone ? .warning : .error, consequence: .textAlone)
    ]
  }

  static let androidComfort = rule(
    RuleDescription(
      "android.bytes-recommended", .media, .warning, platforms: [.android],
      summary: "a picture for Android has at most \(ClientLimit.composerImageBytes.value) bytes, better "
        + "\(ClientLimit.comfortableImageBytes.value)",
      why: "Firebase's composer refuses larger pictures, and on slow links they miss Android's "
        + "\(ClientLimit.androidDownloadSeconds.value) seconds",
      remedy: "export it smaller, or let `richpush run` make a rendition",
      source: ClientLimit.composerImageBytes.source,
      failing: [.uncompressed("512x256"), .uncompressed("700x350", "gray", flags: Making.noteFlags)],
      passing: [.picture()])
  ) { file in
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

  static let androidTime = rule(
    RuleDescription(
      "android.download-time", .media, .warning, platforms: [.android],
      summary: "a picture for Android loads in \(ClientLimit.androidDownloadSeconds.value) seconds",
      why:
        "FCM's client waits so long for the name's lookup, the connection, all bytes and the decoding together, then "
        + "shows text alone. Bytes are counted at the full speed of the stated link, so the truth is worse",
      remedy: "export it smaller, or let `richpush run` make a rendition",
      source: ClientLimit.androidDownloadSeconds.source,
      failing: [.uncompressed("824x412", flags: Making.androidFlags)], passing: [.picture()])
  ) { file in
    guard file.picture != nil, !file.exceeds(.androidImageBytes), file.isLate(for: .androidDownloadSeconds) else {
      return []
    }
    return [file.lateness(for: .androidDownloadSeconds, "Android gives up")]
  }

  static let iosPictureBytes = rule(
    RuleDescription(
      "ios.image-bytes", .media, .error, platforms: [.ios],
      summary: "a picture for Apple's systems has at most \(ClientLimit.appleImageBytes.value) bytes",
      why: "A larger picture cannot be attached (error 102), and the notification is text alone",
      remedy: "export it smaller, or let `richpush run` make a rendition", source: ClientLimit.appleImageBytes.source,
      failing: [.uncompressed("2600x1300", flags: Making.iosFlags)], passing: [.picture()])
  ) { file in
    guard file.picture != nil, file.exceeds(.appleImageBytes) else { return [] }
    return [
      Finding("it has \(file.byteCount) bytes, and Apple's systems attach at most \(ClientLimit.appleImageBytes.value)")
    ]
  }

  static let iosMovieBytes = rule(
    RuleDescription(
      "ios.video-bytes", .media, .error, platforms: [.ios],
      summary: "a video for Apple's systems has at most \(ClientLimit.appleMovieBytes.value) bytes, better "
        + "\(ClientLimit.comfortableMovieBytes.value)",
      why:
        "A larger one cannot be attached (error 102), and the notification is text alone. One of more than 5 MB loads in "
        + "time only on good links",
      remedy: "cut it shorter or export it smaller, or let `richpush run` make a rendition",
      source: ClientLimit.appleMovieBytes.source, failing: [.clip(megabitsPerSecond: 40), .clip(megabitsPerSecond: 4)],
      passing: [.clip()])
  ) { file in
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

  static let iosTime = rule(
    RuleDescription(
      "ios.download-time", .media, .warning, platforms: [.ios],
      summary: "what is attached on Apple's systems loads in \(ClientLimit.appleExtensionSeconds.value) seconds",
      why: "The service extension has so long for everything; then the notification is shown as text alone. Bytes are "
        + "counted at the full speed of the stated link, so the truth is worse",
      remedy: "export it smaller, or let `richpush run` make a rendition",
      source: ClientLimit.appleExtensionSeconds.source,
      failing: [.uncompressed("2200x1100", flags: Making.iosFlags), .clip(megabitsPerSecond: 8)], passing: [.picture()])
  ) { file in
    let limit: ClientLimit = file.video == nil ? .appleImageBytes : .appleMovieBytes
    guard !file.exceeds(limit), file.isLate(for: .appleExtensionSeconds) else { return [] }
    return [file.lateness(for: .appleExtensionSeconds, "the service extension ends")]
  }

  static let webTime = rule(
    RuleDescription(
      "web.download-time", .media, .warning, platforms: [.web],
      summary: "a picture for browsers loads in \(ClientLimit.webDownloadSeconds.value) seconds",
      why:
        "Chrome shows the notification without its picture after that. Bytes are counted at the full speed of the stated link, so "
        + "the truth is worse",
      remedy: "export it smaller, or let `richpush run` make a rendition",
      source: ClientLimit.webDownloadSeconds.source,
      failing: [.uncompressed("824x412", flags: Making.webFlags + ["--link-speed", "64k"])], passing: [.picture()])
  ) { file in
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
