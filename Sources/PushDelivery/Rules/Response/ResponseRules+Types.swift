import Findings
import MediaFacts

/// The types that clients infer.
extension ResponseRules {
  static let types = [contentType, octetStream, contentDisposition, attachmentType, negotiation]

  static let contentType = obstacle("http.content-type") { asset, drawing in
    guard let answer = asset.commonAnswer, let format = answer.format else { return [] }
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
      // Other rules report why Apple's systems cannot attach it, and what Chrome blocks.
      guard asset.appleNaming?.mismatch == nil, !asset.isBlockedByType else { return [] }
      return .one(typeText(answer, format) + ", which caches and clients may believe", severity: .warning)
    }
  }

  private static func typeText(_ answer: Answer, _ format: MediaFormat) -> String {
    guard let type = answer.hop.header.mediaType else { return "there is no Content-Type" }
    let values = answer.hop.header.values("Content-Type").map(\.quoted)
    let told = values.count > 1 ? "sent \(values.count) times (\(values.joined(separator: ", ")))" : "\(type.quoted)"
    return "Content-Type is \(told) and the bytes are \(format.displayName)"
  }

  static let octetStream = rule("http.octet-stream") { asset in
    guard let answer = asset.commonAnswer, let format = answer.format,
      DeclaredType(answer.hop.header.mediaType, format: format) == .octetStream
    else { return [] }
    let others = asset.platforms.subtracting([.ios])
    guard asset.appleNaming?.mismatch == .octetStream else {
      return .one("Content-Type says nothing, so only the URL's extension says what it is", severity: .warning)
    }
    return [
      Finding(
        "Content-Type says nothing and the URL has no extension: Apple's systems do not attach it",
        platforms: [.ios]),
      Finding("Content-Type says nothing", severity: .warning, platforms: others),
    ]
  }

  static let contentDisposition = rule("http.content-disposition") { asset in
    guard let answer = asset.appleAnswer, let format = answer.format,
      let name = answer.hop.header["Content-Disposition"].flatMap(ContentDisposition.fileName),
      !format.trueExtensions.contains(SuggestedFilename.pathExtension(of: name).lowercased())
    else { return [] }
    let naming = asset.appleNaming
    let isFault = naming?.mismatch == .contentDisposition
    let end = isFault ? "Apple's systems take it for another kind" : "only Content-Type keeps the attachment"
    let text = "Content-Disposition names the \(format.displayName) file \(name.quoted) in place of the address: \(end)"
    return .one(text, severity: isFault ? .error : .warning, consequence: isFault ? naming?.consequence : .shown)
  }

  static let attachmentType = rule("http.attachment-type") { asset in
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
      case .shown: "and still attach it, as they read JPEG and PNG alike"
      }
    return .one(
      "Apple's systems save the \(format.displayName) file as \(name.quoted), \(end), \(result)",
      consequence: naming.consequence)
  }

  static let negotiation = rule("http.negotiation") { asset in
    guard let common = asset.commonAnswer else { return [] }
    return asset.answers.filter { $0.content != common.content }.map { answer in
      let platform = answer.client.platform
      let shows = answer.format.map { platform.shows($0) } ?? false
      let naming = answer.client == .ios ? answer.format.flatMap { AppleNaming(answer.hop, format: $0) } : nil
      let consequence = naming.flatMap { $0.consequence == .shown ? nil : $0.consequence }
      let text =
        "\(platform.displayName) gets \(contentText(answer)) where other clients get \(contentText(common))"
      return Finding(
        text, severity: shows && consequence == nil ? .warning : .error, platforms: [platform], consequence: consequence
      )
    }
  }

  private static func contentText(_ answer: Answer) -> String {
    let format = answer.format?.displayName ?? "no picture"
    return "\(format) (\(answer.hop.header.mediaType?.quoted ?? "no Content-Type"), \(answer.body.byteCount) bytes)"
  }
}
