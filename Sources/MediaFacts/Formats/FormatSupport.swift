import Findings

/// How far the clients of a platform show files of a format.
package enum FormatSupport: Hashable, Sendable {
  case everywhere
  /// On some versions alone; which, in words that go on after "which".
  case partly(String)
  case nowhere
}

extension Platform {
  /// The one table of formats, for every rule: the attachments of Apple's systems, and the decoders of Android
  /// (https://developer.android.com/media/platform/supported-formats) and of Chrome.
  package func support(of format: MediaFormat) -> FormatSupport {
    switch (self, format) {
    case (.ios, _): AppleAttachment(format) == nil ? .nowhere : .everywhere
    case (.android, .picture(let format)): format.supportOnAndroid
    case (.web, .picture(let format)): format.supportInChrome
    case (.android, .video), (.web, .video): .nowhere
    }
  }

  /// Whether clients show the format at all, on systems of today.
  package func shows(_ format: MediaFormat) -> Bool { support(of: format) != .nowhere }
}

extension PictureFormat {
  fileprivate var supportOnAndroid: FormatSupport {
    switch self {
    case .jpeg, .png, .webp, .gif, .bmp: .everywhere
    case .heic: .partly("Android reads from version 9")
    case .avif: .partly("Android reads for sure from version 14")
    case .tiff, .svg, .jxl: .nowhere
    }
  }

  fileprivate var supportInChrome: FormatSupport {
    switch self {
    case .jpeg, .png, .webp, .gif, .bmp: .everywhere
    case .avif: .partly("Chrome shows from version 85")
    case .svg: .partly("some versions of Chrome do not show")
    case .heic, .tiff, .jxl: .nowhere
    }
  }
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
