/// How far the clients of a platform show files of a format.
enum FormatSupport: Hashable, Sendable {
  case everywhere
  /// On some versions alone; which, in words that go on after "which".
  case partly(String)
  case nowhere
}

extension Platform {
  /// The one table of formats, for every rule: the attachments of Apple's systems, and the decoders of Android
  /// (https://developer.android.com/media/platform/supported-formats) and of Chrome.
  func support(of format: MediaFormat) -> FormatSupport {
    switch (self, format) {
    case (.ios, _): AppleAttachment(format) == nil ? .nowhere : .everywhere
    case (.android, .picture(let format)): format.supportOnAndroid
    case (.web, .picture(let format)): format.supportInChrome
    case (.android, .video), (.web, .video): .nowhere
    }
  }

  /// Whether clients show the format at all, on systems of today.
  func shows(_ format: MediaFormat) -> Bool { support(of: format) != .nowhere }
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
