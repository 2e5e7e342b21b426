/// A type of file that Apple's systems attach to a notification, from the table in
/// https://developer.apple.com/documentation/usernotifications/unnotificationattachment.
package enum AppleAttachment: String, Hashable, Sendable, CaseIterable {
  case jpeg, gif, png
  /// MPEG-1 and MPEG-2.
  case mpeg
  case mpeg4, avi
  case aiff, wave, mp3, mpeg4Audio

  /// Lower case, without the dot.
  package var extensions: Set<String> {
    switch self {
    case .jpeg: ["jpg", "jpeg", "jpe"]
    case .gif: ["gif"]
    case .png: ["png"]
    case .mpeg: ["mpg", "mpeg", "mpe", "m1v", "m2v"]
    case .mpeg4: ["mp4", "mpg4", "m4v"]
    case .avi: ["avi", "vfw"]
    case .aiff: ["aif", "aiff"]
    case .wave: ["wav", "wave"]
    case .mp3: ["mp3"]
    case .mpeg4Audio: ["m4a"]
    }
  }

  /// What the system takes a file for whose type nobody hints at: its extension alone decides. nil where it refuses it.
  package init?(fileExtension: String) {
    let text = fileExtension.lowercased()
    guard let type = Self.allCases.first(where: { $0.extensions.contains(text) }) else { return nil }
    self = type
  }

  /// What the bytes are; nil where the table does not have it.
  package init?(_ format: MediaFormat) {
    switch format {
    case .picture(.jpeg): self = .jpeg
    case .picture(.gif): self = .gif
    case .picture(.png): self = .png
    case .video(.mp4), .video(.m4v): self = .mpeg4
    case .video(.mpegProgramStream), .video(.mpegVideo): self = .mpeg
    case .video(.avi): self = .avi
    default: return nil
    }
  }
}

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
