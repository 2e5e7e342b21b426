package import Findings
import MediaFacts

extension AppleAttachment {
  /// The extension, without the dot, that FCM's library for Apple's systems gives the loaded file; empty if it finds none:
  /// `fileExtensionForResponse:` in
  /// https://github.com/firebase/firebase-ios-sdk/blob/main/FirebaseMessaging/Sources/FIRMessagingExtensionHelper.m.
  package static func fileExtension(of url: String, _ header: HeaderFields) -> String {
    let suggested = SuggestedFilename.pathExtension(of: SuggestedFilename.of(url, header))
    if !suggested.isEmpty { return suggested }
    guard let type = header.mediaType, type.hasPrefix("image/"), type.count(where: { $0 == "/" }) == 1 else {
      return ""
    }
    return String(type.dropFirst("image/".count))
  }

  /// The consequence if bytes of this type have the name of another. The name picks the system's decoder; the one for pictures checks the
  /// bytes and reads JPEG and PNG (https://github.com/home-assistant/mobile-apps-fcm-push/pull/51). `named`: nil for an unknown name.
  func consequence(named: AppleAttachment?) -> Consequence {
    switch (self, named) {
    case (_, self): .shown
    case (.jpeg, .png), (.png, .jpeg): .shown
    case (.gif, .jpeg), (.gif, .png), (.jpeg, .gif), (.png, .gif), (.mpeg, .mpeg4), (.mpeg4, .mpeg), (.avi, .mpeg4),
      (.mpeg4, .avi), (.avi, .mpeg), (.mpeg, .avi):
      .uncertain(settledBy: "a device: no document says whether Apple's systems look at the bytes behind such a name")
    default: .textAlone
    }
  }
}

/// Why Apple's systems would not recognise bytes that they could show: the part of the answer to fix. Each has its own rule.
enum AttachmentMismatch: Hashable, Sendable {
  /// `Content-Type` names another kind of picture or video, or an unregistered type.
  case contentType
  /// `Content-Disposition` names a file whose extension is wrong or missing.
  case contentDisposition
  /// `application/octet-stream` for a URL without an extension.
  case octetStream
  /// The name made from URL and type: `.jpg.html`, or none.
  case name
}

/// The type that Apple's systems infer for an answer's bytes from the file's name.
struct AppleNaming: Hashable, Sendable {
  /// nil if the name fits the format.
  let mismatch: AttachmentMismatch?
  let consequence: Consequence

  /// nil if Apple's systems never show such bytes, which the rules about formats report. `hop`: the answer.
  init?(_ hop: Hop, format: MediaFormat) {
    guard let truth = AppleAttachment(format) else { return nil }
    let header = hop.header
    let found = AppleAttachment.fileExtension(of: hop.url, header)
    let named = AppleAttachment(fileExtension: found)
    guard header.namesOneType else {
      (mismatch, consequence) = (
        .contentType, .uncertain(settledBy: "a device: no document says how such a type is read")
      )
      return
    }
    consequence = truth.consequence(named: named)
    guard named != truth else {
      mismatch = nil
      return
    }
    let declared = DeclaredType(header.mediaType, format: format)
    if declared == .contradiction || declared == .unregistered {
      mismatch = .contentType
    } else if header["Content-Disposition"].flatMap(ContentDisposition.fileName) != nil {
      mismatch = .contentDisposition
    } else {
      mismatch = declared == .octetStream && found.isEmpty ? .octetStream : .name
    }
  }
}

extension HeaderFields {
  /// Whether `Content-Type` is one type as in the standard: not several, and followed only by parameters.
  fileprivate var namesOneType: Bool {
    let types = values("Content-Type").map { trimmed($0.prefix { $0 != ";" }) }
    return Set(types).count <= 1 && !types.contains { $0.contains { ", (\t".contains($0) } }
  }
}

/// How a `Content-Type` compares with the bytes.
enum DeclaredType: Hashable, Sendable {
  case missing
  /// Bytes of any kind.
  case octetStream
  /// The format's registered type.
  case registered
  /// An unregistered name for it.
  case unregistered
  /// Another picture, video or sound.
  case contradiction
  /// Something else, such as text/html.
  case unrelated

  /// - Parameter mediaType: in lower case, without parameters.
  init(_ mediaType: String?, format: MediaFormat) {
    let medium = mediaType?.prefix { $0 != "/" }
    switch mediaType {
    case nil: self = .missing
    case "application/octet-stream", "binary/octet-stream", "application/x-octet-stream": self = .octetStream
    case .some(let type) where format.traits.mediaTypes.contains(type): self = .registered
    case .some(let type) where format.traits.unregisteredMediaTypes.contains(type): self = .unregistered
    case .some: self = ["image", "video", "audio"].contains(medium) ? .contradiction : .unrelated
    }
  }
}
