public import Findings
import MediaFacts

/// Which formats each client shows.
extension MediaRules {
  static let formats = [
    fileExtension, iosPictureFormat, iosMovieFormat, iosMovieCodec, androidPictureFormat, webPictureFormat,
    pictureCoding, androidAnimation, androidVideo, movieIndex,
  ]

  private static let appleTable = "https://developer.apple.com/documentation/usernotifications/unnotificationattachment"

  public static let fileExtension = rule(
    RuleDescription(
      "file.extension", .media, .error, platforms: [.ios],
      summary: "a file's name ends in the extension of what its bytes are",
      why:
        "Apple's systems tell an attachment's type by its extension alone, as FCM's service extension passes no other "
        + "hint. Without one, or with one of another kind, attaching fails (errors 101 and 105) and text alone is shown; "
        + "JPEG and PNG show in each other's name. For "
        + "`run` it is a note: what it publishes gets a true extension",
      remedy: "rename it to the extension of its format", source: appleTable,
      failing: [
        .picture("photo.png", from: "photo.jpg", then: ["dd", "if=photo.jpg", "of=photo.png"]),
        .picture("photo", from: "photo.jpg", then: ["dd", "if=photo.jpg", "of=photo"]),
      ],
      passing: [.picture(), .picture("photo.JPEG", from: "photo.jpg", then: ["dd", "if=photo.jpg", "of=photo.JPEG"])])
  ) { file in
    // What Apple's systems do not show under any name is said by the rules about formats.
    guard let name = file.name, let type = AppleAttachment(file.format) else { return [] }
    let what = "its bytes are \(file.format.displayName)"
    let remedy = "rename it to end in .\(file.format.fileExtension)"
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else {
      return [Finding("\(what) and its name has no extension, by which Apple's systems know the type", remedy: remedy)]
    }
    let said = name[name.index(after: dot)...].lowercased()
    let named = AppleAttachment(fileExtension: said)
    guard named != type else { return [] }
    let consequence = type.consequence(named: named)
    let end =
      consequence == .shown ? "which they show all the same, as they read both" : "which Apple's systems believe"
    return [Finding("\(what) and its name ends in .\(said), \(end)", remedy: remedy, consequence: consequence)]
  }

  static let iosPictureFormat = rule(
    RuleDescription(
      "ios.image-format", .media, .error, platforms: [.ios],
      summary: "a picture for Apple's systems is JPEG, PNG or GIF",
      why:
        "Apple's table of attachments has no other picture format. One that is not in it cannot be attached, and the "
        + "notification is text alone",
      remedy: "export it as JPEG or PNG, or let `richpush run` make a rendition", source: appleTable,
      failing: [.picture("photo.webp"), .picture("photo.bmp", "512x256", options: ["-pix_fmt", "gray"])],
      passing: [.picture(), .picture("photo.png", "600x300")])
  ) { file in
    guard file.picture != nil, !Platform.ios.shows(file.format) else { return [] }
    return [Finding("it is \(file.format.displayName), which Apple's systems do not attach")]
  }

  static let iosMovieFormat = rule(
    RuleDescription(
      "ios.video-format", .media, .error, platforms: [.ios],
      summary: "a video for Apple's systems is an MPEG-4, MPEG or AVI file",
      why: "Apple's table of attachments has no other container. That QuickTime movies attach is nowhere promised, and "
        + "WebM and Matroska are not played at all",
      remedy: "export it as MP4 with H.264 and AAC, or let `richpush run` make a rendition", source: appleTable,
      failing: [.clip("clip.mov"), .clip("clip.mkv", options: [])], passing: [.clip(), .clip("clip.avi", options: [])])
  ) { file in
    guard file.video != nil, !Platform.ios.shows(file.format) else { return [] }
    return [Finding("it is a \(file.format.displayName) file, which Apple's table of attachments does not have")]
  }

  static let iosMovieCodec = rule(
    RuleDescription(
      "ios.video-codec", .media, .warning, platforms: [.ios],
      summary: "a video for Apple's systems is 8-bit H.264, with AAC sound or none",
      why: "The type of an attachment is told by its container, so other codecs attach and some devices then play "
        + "nothing. H.264 and AAC-LC play on all",
      remedy: "export it as H.264 (4:2:0, 8 bits) with AAC, or let `richpush run` make a rendition",
      source: "https://developer.apple.com/documentation/avfoundation/avfiletype",
      failing: [.clip(options: ["-c:v", "mpeg4"])], passing: [.clip()])
  ) { file in
    guard let video = file.video, Platform.ios.shows(file.format) else { return [] }
    var findings: [Finding] = []
    if !video.isWidelyDecodable {
      let profile = video.codecProfile.map { " \($0)" } ?? ""
      findings.append(
        Finding("its pictures are \(video.codec)\(profile) in \(video.pixelFormat), which not all devices play"))
    }
    if let audio = video.audio, !audio.isLowComplexity {
      findings.append(Finding("its sound is \(audio.codec), which not all devices play"))
    }
    return findings
  }

  static let androidPictureFormat = rule(
    RuleDescription(
      "android.image-format", .media, .error, platforms: [.android],
      summary: "a picture for Android is JPEG, PNG, WebP, GIF or BMP",
      why:
        "FCM's client hands the bytes to Android's BitmapFactory. What that does not know shows as text alone. HEIC is "
        + "read from Android 9 and AVIF from Android 14 for sure",
      remedy: "export it as JPEG or PNG, or let `richpush run` make a rendition",
      source: "https://developer.android.com/media/platform/supported-formats",
      failing: [.picture("photo.tiff", "512x256", options: ["-pix_fmt", "gray"], flags: Making.androidFlags)],
      passing: [.picture(), .picture("photo.webp", flags: Making.androidFlags)])
  ) { file in
    file.pictureFormatFindings(for: .android, otherwise: "Android cannot decode")
  }

  static let webPictureFormat = rule(
    RuleDescription(
      "web.image-format", .media, .error, platforms: [.web],
      summary: "a picture for browsers is JPEG, PNG, WebP, GIF or BMP",
      why:
        "Chrome and those built on it decode a notification's picture with their own decoders, which know no HEIC and "
        + "TIFF; AVIF came with version 85, JPEG XL only lately, and SVG shows where Content-Type says that it is one",
      remedy: "export it as JPEG or PNG, or let `richpush run` make a rendition",
      source: "Chromium, third_party/blink/renderer/core/loader/threaded_icon_loader.cc",
      failing: [.picture("photo.tiff", "512x256", options: ["-pix_fmt", "gray"], flags: Making.webFlags)],
      passing: [.picture(), .picture("photo.webp", flags: Making.webFlags)])
  ) { file in
    file.pictureFormatFindings(for: .web, otherwise: "Chrome does not show")
  }

  package static let pictureCoding = rule(
    RuleDescription(
      "image.coding", .media, .warning,
      summary: "a JPEG is 8-bit, Huffman-coded, and of one or three components",
      why:
        "Arithmetic coding and other rare kinds of JPEG are valid, and most clients' decoders are built without them: "
        + "they would show text alone",
      remedy: "export it as an ordinary JPEG, or let `richpush run` make a rendition",
      source: "https://github.com/libjpeg-turbo/libjpeg-turbo/blob/main/BUILDING.md",
      failing: [
        .picture(from: "plain.jpg", then: ["jpegtran", "-arithmetic", "-outfile", "photo.jpg", "plain.jpg"])
      ],
      passing: [.picture(from: "plain.jpg", then: ["jpegtran", "-progressive", "-outfile", "photo.jpg", "plain.jpg"])])
  ) { file in
    // Those of four components are for the rule about colours.
    guard let picture = file.picture, picture.format == .jpeg, !picture.isWidelyDecodable, picture.color.model != .cmyk
    else { return [] }
    return [
      Finding(
        "the JPEG is coded in a way that few clients' decoders read",
        consequence: .uncertain(settledBy: "with what the client's JPEG decoder was built: most are without it"))
    ]
  }

  static let androidAnimation = rule(
    RuleDescription(
      "android.animation", .media, .warning, platforms: [.android, .web],
      summary: "what is to move is not left to Android and browsers",
      why: "Android's decoder and Chrome take the first frame of an animation and nothing else, whatever is on it",
      remedy: "see to it that the first frame stands for the whole, or give Android and browsers a still of their own",
      source: "https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages#Notification",
      failing: [.media(MediaExample("clip.gif", Making.animation("clip.gif", "640x320", frames: 3)))],
      passing: [
        .media(MediaExample("clip.gif", Making.animation("clip.gif", "640x320", frames: 3), flags: Making.iosFlags)),
        .picture("photo.gif", "600x300"),
      ])
  ) { file in
    if case .still(let picture) = file.inspection, let count = picture.coveredFrameCount {
      return [Finding("of its \(count) frames at most the first one is shown there")]
    }
    guard case .animation(_, let animation) = file.inspection else { return [] }
    guard animation.frameCount > 1 else {
      return [
        Finding("what may be shown there is not its frame but the picture before that, which is meant for nobody")
      ]
    }
    return [Finding("of its \(animation.frameCount) frames the first one alone is shown there")]
  }

  public static let androidVideo = rule(
    RuleDescription(
      "android.video", .media, .error, platforms: [.android, .web],
      summary: "a video is for Apple's systems alone",
      why:
        "Android and browsers show pictures and never videos: the notification is text alone. Where the clients were not "
        + "named this is a warning, as the video may be meant for `apns.fcm_options.image` only",
      remedy: "give Android and browsers a picture, and the video to `apns.fcm_options.image` alone",
      source: "https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages#Notification",
      failing: [.clip(flags: Making.androidFlags), .clip(flags: [])], passing: [.clip()])
  ) { file in
    guard file.video != nil else { return [] }
    let severity: Diagnostic.Severity = file.mayBeForAppleAlone ? .warning : .error
    return [
      Finding("it is a video, which neither Android nor browsers show", severity: severity, consequence: .textAlone)
    ]
  }

  static let movieIndex = rule(
    RuleDescription(
      "video.index", .media, .note,
      summary: "a movie's index lies before its pictures",
      why:
        "A notification waits for the whole file, so it shows all the same; an app that plays the same address has to "
        + "load all of it before it can begin",
      remedy: "export it for the web (ffmpeg: -movflags +faststart)",
      source: "https://developer.apple.com/documentation/quicktime-file-format",
      failing: [.clip(options: [], flags: Making.iosFlags + Making.noteFlags)],
      passing: [.clip(flags: Making.iosFlags + Making.noteFlags)])
  ) { file in
    guard file.video != nil, file.hasIndexInFront == false else { return [] }
    return [Finding("its index lies behind its pictures, so that players need all of it before they begin")]
  }
}

extension MediaFile {
  /// - Parameter refusal: what goes on after "which", of a format that no client of the platform shows.
  fileprivate func pictureFormatFindings(for platform: Platform, otherwise refusal: String) -> [Finding] {
    guard picture != nil else { return [] }
    let what = "it is \(format.displayName), which"
    switch platform.support(of: format) {
    case .everywhere: return []
    case .mostly(let versions): return [Finding("\(what) \(versions)", severity: .warning)]
    case .partly(let versions):
      let client = platform == .android ? "Android" : "the browser"
      let doubt = Consequence.uncertain(settledBy: "the version of \(client) on the device")
      return [Finding("\(what) \(versions)", severity: .warning, consequence: doubt)]
    case .nowhere: return [Finding("\(what) \(refusal)")]
    }
  }
}
