package import Findings
import MediaFacts

extension AppleAttachment {
  /// The extension, without the dot, that FCM's library for Apple's systems gives the file it has loaded; empty where it
  /// finds none: `fileExtensionForResponse:` in
  /// https://github.com/firebase/firebase-ios-sdk/blob/main/FirebaseMessaging/Sources/FIRMessagingExtensionHelper.m.
  package static func fileExtension(of url: String, _ header: HeaderFields) -> String {
    let suggested = SuggestedFilename.pathExtension(of: SuggestedFilename.of(url, header))
    if !suggested.isEmpty { return suggested }
    guard let type = header.mediaType, type.hasPrefix("image/"), type.count(where: { $0 == "/" }) == 1 else {
      return ""
    }
    return String(type.dropFirst("image/".count))
  }
}

/// Why Apple's systems would not recognise bytes that they could show: the part of the answer to mend. Each is the matter
/// of one rule.
enum AttachmentMismatch: Hashable, Sendable {
  /// `Content-Type` names another kind of picture or video, or none that is registered.
  case contentType
  /// `Content-Disposition` names a file whose extension is wrong or missing.
  case contentDisposition
  /// `application/octet-stream` for an address without an extension.
  case octetStream
  /// The name that comes of address and type: `.jpg.html`, or none.
  case name

  /// nil where the type is recognised, and where Apple's systems show no such bytes in the first place.
  init?(_ answer: Answer) {
    guard let format = answer.format, let truth = AppleAttachment(format) else { return nil }
    let header = answer.hop.header
    let found = AppleAttachment.fileExtension(of: answer.hop.url, header)
    guard AppleAttachment(fileExtension: found) != truth else { return nil }
    let declared = DeclaredType(header.mediaType, format: format)
    if declared == .contradiction || declared == .unregistered {
      self = .contentType
    } else if header["Content-Disposition"].flatMap(ContentDisposition.fileName) != nil {
      self = .contentDisposition
    } else {
      self = declared == .octetStream && found.isEmpty ? .octetStream : .name
    }
  }
}

extension HostedAsset {
  /// What Apple's systems get, where that is what most clients get.
  var appleAnswer: Answer? {
    guard platforms.contains(.ios), let common = commonAnswer else { return nil }
    return answers.first { $0.client == .ios && $0.content == common.content }
  }

  var attachmentMismatch: AttachmentMismatch? { appleAnswer.flatMap(AttachmentMismatch.init) }
}
