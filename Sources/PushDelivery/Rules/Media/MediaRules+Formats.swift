public import Findings
import MediaFacts

/// The formats of each client.
extension MediaRules {
  static let formats = [
    fileExtension, iosPictureFormat, iosMovieFormat, iosMovieCodec, androidPictureFormat, webPictureFormat,
    pictureCoding, androidAnimation, androidVideo, movieIndex,
  ]

  public static let fileExtension = rule("file.extension") { file in
    // The rules about formats report what Apple's systems show under no name.
    guard let name = file.name, let type = AppleAttachment(file.format) else { return [] }
    let what = "its bytes are \(file.format.displayName)"
    let remedy = "rename it to end in .\(file.format.fileExtension)"
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else {
      return .one("\(what) and its name has no extension, from which Apple's systems know the type", remedy: remedy)
    }
    let said = name[name.index(after: dot)...].lowercased()
    let named = AppleAttachment(fileExtension: said)
    guard named != type else { return [] }
    let consequence = type.consequence(named: named)
    let end =
      consequence == .shown ? "which they still show, as they read both" : "which Apple's systems believe"
    return .one("\(what) and its name ends in .\(said), \(end)", remedy: remedy, consequence: consequence)
  }

  static let iosPictureFormat = rule("ios.image-format") { file in
    guard file.picture != nil, !Platform.ios.shows(file.format) else { return [] }
    return .one("it is \(file.format.displayName), which Apple's systems do not attach")
  }

  static let iosMovieFormat = rule("ios.video-format") { file in
    guard file.video != nil, !Platform.ios.shows(file.format) else { return [] }
    return .one("it is a \(file.format.displayName) file, which Apple's table of attachments does not have")
  }

  static let iosMovieCodec = rule("ios.video-codec") { file in
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

  static let androidPictureFormat = rule("android.image-format") { file in
    file.pictureFormatFindings(for: .android, otherwise: "Android cannot decode")
  }

  static let webPictureFormat = rule("web.image-format") { file in
    if file.picture?.lacksNamespace == true {
      return .one(
        "its root element has no xmlns, so that browsers take it for other XML and draw nothing",
        remedy: #"add xmlns="http://www.w3.org/2000/svg" to its root element, or export it as PNG"#)
    }
    return file.pictureFormatFindings(for: .web, otherwise: "Chrome does not show")
  }

  package static let pictureCoding = rule("image.coding") { file in
    // The rule about colours covers four components.
    guard let picture = file.picture, picture.format == .jpeg, !picture.isWidelyDecodable, picture.color.model != .cmyk
    else { return [] }
    return .one(
      "the JPEG is coded in a way that few clients' decoders read",
      consequence: .uncertain(settledBy: "with what the client's JPEG decoder was built: most are without it"))
  }

  static let androidAnimation = rule("android.animation") { file in
    if case .still(let picture) = file.inspection, let count = picture.coveredFrameCount {
      return .one("of its \(count) frames at most the first one is shown there")
    }
    guard case .animation(_, let animation) = file.inspection else { return [] }
    guard animation.frameCount > 1 else {
      return .one("what may be shown there is the picture before its frame, which is not meant to be shown")
    }
    return .one("of its \(animation.frameCount) frames only the first is shown there")
  }

  public static let androidVideo = rule("android.video") { file in
    guard file.video != nil else { return [] }
    let severity: Diagnostic.Severity = file.mayBeForAppleAlone ? .warning : .error
    return .one("it is a video, which neither Android nor browsers show", severity: severity, consequence: .textAlone)
  }

  static let movieIndex = rule("video.index") { file in
    guard file.video != nil, file.hasIndexInFront == false else { return [] }
    return .one("its index is after its pictures, so players need all of it before they begin")
  }
}

extension MediaFile {
  /// - Parameter refusal: the words after "which", for a format that no client of the platform shows.
  fileprivate func pictureFormatFindings(for platform: Platform, otherwise refusal: String) -> [Finding] {
    guard picture != nil else { return [] }
    let what = "it is \(format.displayName), which"
    switch platform.support(of: format) {
    case .everywhere: return []
    case .mostly(let versions): return .one("\(what) \(versions)", severity: .warning)
    case .partly(let versions):
      let client = platform == .android ? "Android" : "the browser"
      let doubt = Consequence.uncertain(settledBy: "the version of \(client) on the device")
      return .one("\(what) \(versions)", severity: .warning, consequence: doubt)
    case .nowhere: return .one("\(what) \(refusal)")
    }
  }
}
