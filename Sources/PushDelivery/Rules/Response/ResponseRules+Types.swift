import Findings
import MediaFacts

/// What clients take the bytes for.
extension ResponseRules {
  static let types = [contentType, octetStream, contentDisposition, attachmentType, negotiation]

  static let contentType = rule(
    RuleDescription(
      "http.content-type", .response, .error, summary: "Content-Type names what the bytes are",
      why: "Apple's systems make the file's extension from it, and the extension alone decides what they take the "
        + "attachment for; Android and browsers look at the bytes, and caches in between may not",
      remedy: "have the server send the registered type of the format: image/jpeg, image/png, image/gif or video/mp4",
      source: "https://developer.apple.com/documentation/foundation/urlresponse/suggestedfilename",
      failing: [
        .hosted("/photo.jpg", .photo(type: "image/webp")),
        .hosted("/photo.jpg", .photo(type: "image/jpg")),
        .hosted("/photo.jpg", .photo(type: "text/plain")),
      ],
      passing: [.hostedPhoto, .hosted("/image?id=3", .photo("/image?id=3"))])
  ) { asset in
    guard let answer = asset.commonAnswer, let format = answer.format else { return [] }
    let drawing = drawingFindings(asset)
    if let naming = asset.appleNaming, naming.mismatch == .contentType {
      let end =
        switch naming.consequence {
        case .shown: "name it so, and read JPEG and PNG alike"
        case .textAlone: "take it for the wrong kind"
        case .uncertain: "may take it for the wrong kind"
        }
      return drawing + [
        Finding(
          "\(typeText(answer, format)): Apple's systems \(end)", platforms: [.ios], consequence: naming.consequence)
      ]
    }
    guard drawing.isEmpty else { return drawing }
    switch DeclaredType(answer.hop.header.mediaType, format: format) {
    case .registered, .octetStream: return []
    case .missing, .unrelated, .unregistered, .contradiction:
      // What keeps Apple's systems from attaching it is another rule's matter, and so is what Chrome blocks.
      guard asset.appleNaming?.mismatch == nil, !asset.isBlockedByType else { return [] }
      return [Finding(typeText(answer, format) + ", which caches and clients may believe", severity: .warning)]
    }
  }

  /// Chrome draws what is said to be SVG, and draws nothing else.
  private static func drawingFindings(_ asset: HostedAsset) -> [Finding] {
    asset.obstacles { $0 == .drawing ? true : nil }.map { found in
      Finding(
        "Content-Type decides whether Chrome draws it as SVG, and it does not fit the bytes",
        platforms: found.platforms,
        consequence: found.consequence)
    }
  }

  private static func typeText(_ answer: Answer, _ format: MediaFormat) -> String {
    guard let type = answer.hop.header.mediaType else { return "there is no Content-Type" }
    let values = answer.hop.header.all.filter { $0.name.lowercased() == "content-type" }.map(\.value.quoted)
    let told = values.count > 1 ? "sent \(values.count) times (\(values.joined(separator: ", ")))" : "\(type.quoted)"
    return "Content-Type is \(told) and the bytes are \(format.displayName)"
  }

  static let octetStream = rule(
    RuleDescription(
      "http.octet-stream", .response, .error, summary: "Content-Type says more than application/octet-stream",
      why: "it tells nothing, so Apple's systems go by the address's extension; without one they do not know what to "
        + "attach. Uploads to buckets get this type when none is given",
      remedy: "set the object's Content-Type when it is uploaded, such as image/jpeg",
      source: "https://developer.apple.com/documentation/foundation/urlresponse/suggestedfilename",
      failing: [
        .hosted("/photo.jpg", .photo(type: "application/octet-stream")),
        .hosted("/photo", .photo("/photo", type: "application/octet-stream")),
      ],
      passing: [.hosted("/photo", .photo("/photo"))])
  ) { asset in
    guard let answer = asset.commonAnswer, let format = answer.format,
      DeclaredType(answer.hop.header.mediaType, format: format) == .octetStream
    else { return [] }
    let others = asset.platforms.subtracting([.ios])
    guard asset.appleNaming?.mismatch == .octetStream else {
      return [
        Finding("Content-Type tells nothing, so the address's extension alone says what it is", severity: .warning)
      ]
    }
    return [
      Finding(
        "Content-Type tells nothing and the address has no extension: Apple's systems do not attach it",
        platforms: [.ios]),
      Finding("Content-Type tells nothing", severity: .warning, platforms: others),
    ]
  }

  static let contentDisposition = rule(
    RuleDescription(
      "http.content-disposition", .response, .error,
      platforms: [.ios], summary: "a file name in Content-Disposition has the format's extension",
      why: "it takes the place of the address's last component when Apple's systems name the file, and the extension "
        + "decides what they take the attachment for",
      remedy: "remove Content-Disposition, or give its filename the true extension",
      source: "https://developer.apple.com/documentation/foundation/urlresponse/suggestedfilename",
      failing: [.hosted("/photo.jpg", .photo(with: ["Content-Disposition": "attachment; filename=\"download\""]))],
      passing: [.hosted("/photo.jpg", .photo(with: ["Content-Disposition": "inline; filename=\"autumn.jpg\""]))])
  ) { asset in
    guard let answer = asset.appleAnswer, let format = answer.format,
      let name = answer.hop.header["Content-Disposition"].flatMap(ContentDisposition.fileName),
      !format.trueExtensions.contains(SuggestedFilename.pathExtension(of: name).lowercased())
    else { return [] }
    let naming = asset.appleNaming
    let isFault = naming?.mismatch == .contentDisposition
    let end = isFault ? "Apple's systems take it for another kind" : "only Content-Type keeps the attachment"
    let text = "Content-Disposition names the \(format.displayName) file \(name.quoted) in place of the address: \(end)"
    return [
      Finding(text, severity: isFault ? .error : .warning, consequence: isFault ? naming?.consequence : .shown)
    ]
  }

  static let attachmentType = rule(
    RuleDescription(
      "http.attachment-type", .response, .error, platforms: [.ios],
      summary: "Apple's systems give the file the extension of its format",
      why: "FCM's library gives no hint of the type, so the extension that comes of address and Content-Type decides. "
        + "Behind an extension that is not registered for Content-Type another is appended: photo.jpg with text/html becomes "
        + "photo.jpg.html and is not attached",
      remedy: "have the server send the format's Content-Type, and end the address's path in the true extension",
      source: "https://developer.apple.com/documentation/usernotifications/unnotificationattachmentoptionstypehintkey",
      failing: [
        .hosted("/photo.jpg", .photo(type: "text/html")), .hosted("/photo", .photo("/photo", type: nil)),
      ],
      passing: [.hostedPhoto])
  ) { asset in
    guard let naming = asset.appleNaming, naming.mismatch == .name, let answer = asset.appleAnswer,
      let format = answer.format
    else { return [] }
    let found = AppleAttachment.fileExtension(of: answer.hop.url, answer.hop.header)
    let name = SuggestedFilename.of(answer.hop.url, answer.hop.header)
    let end = found.isEmpty ? "without an extension" : "that is, as \(found.quoted)"
    let result =
      switch naming.consequence {
      case .textAlone: "and do not attach it"
      case .uncertain: "and may not attach it"
      case .shown: "and attach it all the same, as they read JPEG and PNG alike"
      }
    return [
      Finding(
        "Apple's systems save the \(format.displayName) file as \(name.quoted), \(end), \(result)",
        consequence: naming.consequence)
    ]
  }

  static let negotiation = rule(
    RuleDescription(
      "http.negotiation", .response, .error, summary: "all clients get the same bytes",
      why: "servers that choose a format by Accept or User-Agent send WebP or AVIF to clients that cannot show it, and "
        + "caches hand one client's bytes to another; what was checked here is not what each device gets",
      remedy: "switch off automatic formats for these addresses, and host one file for all or one address for each "
        + "platform",
      source: "https://github.com/Iterable/iterable-swift-sdk/issues/552",
      failing: [
        .hosted(
          "/photo.jpg",
          .photo(for: "Chrome", type: "image/webp", with: ["Vary": "Accept"], body: .webP),
          .photo(with: ["Vary": "Accept"])),
        .hosted(
          "/photo.jpg",
          .photo(for: "CFNetwork", type: "image/webp", with: ["Vary": "User-Agent"], body: .webP),
          .photo(with: ["Vary": "User-Agent"])),
      ],
      passing: [.hostedPhoto])
  ) { asset in
    guard let common = asset.commonAnswer else { return [] }
    return asset.answers.filter { $0.content != common.content }.map { answer in
      let platform = answer.client.platform
      let shows = answer.format.map { platform.shows($0) } ?? false
      let text =
        "\(platform.displayName) gets \(contentText(answer)) where other clients get \(contentText(common))"
      return Finding(text, severity: shows ? .warning : .error, platforms: [platform])
    }
  }

  private static func contentText(_ answer: Answer) -> String {
    let format = answer.format?.displayName ?? "no picture"
    return "\(format) (\(answer.hop.header.mediaType?.quoted ?? "no Content-Type"), \(answer.body.byteCount) bytes)"
  }
}
