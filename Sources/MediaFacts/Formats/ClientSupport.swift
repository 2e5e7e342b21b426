/// How well clients show a format: as attachments of Apple's systems, in Android's decoders
/// (https://developer.android.com/media/platform/supported-formats) and in Chrome's.
package struct ClientSupport: Sendable {
  /// The attachment type on Apple's systems; nil where unsupported.
  package let apple: AppleAttachment?
  package let android: FormatSupport
  package let chrome: FormatSupport

  package init(
    apple: AppleAttachment? = nil, android: FormatSupport = .nowhere,
    chrome: FormatSupport = .nowhere
  ) {
    (self.apple, self.android, self.chrome) = (apple, android, chrome)
  }
}

/// How well a platform's clients show a format.
package enum FormatSupport: Hashable, Sendable {
  case everywhere
  /// On all versions in use, but not on old ones; which, in words that follow "which".
  case mostly(String)
  /// Only on some versions in use; which, in words that follow "which".
  case partly(String)
  case nowhere
}

/// A file type that Apple's systems attach to a notification, from the table in
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

  /// The system's type for a file without a type hint, only from its extension; nil where it refuses it.
  package init?(fileExtension: String) {
    let text = fileExtension.lowercased()
    guard let type = Self.allCases.first(where: { $0.extensions.contains(text) }) else { return nil }
    self = type
  }
}
