/// How far the clients show files of a format: the attachments of Apple's systems, the decoders of Android
/// (https://developer.android.com/media/platform/supported-formats) and those of Chrome.
package struct ClientSupport: Sendable {
  /// What the file is to Apple's systems; nil where they attach none such.
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

/// How far the clients of a platform show files of a format.
package enum FormatSupport: Hashable, Sendable {
  case everywhere
  /// On all versions that devices have today, and not on old ones; which, in words that go on after "which".
  case mostly(String)
  /// On some versions of today alone; which, in words that go on after "which".
  case partly(String)
  case nowhere
}

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
}
