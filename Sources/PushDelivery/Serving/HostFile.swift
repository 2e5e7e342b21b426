/// A host of static files that reads from a file how to serve them.
public enum StaticHost: String, Hashable, Sendable, Codable, CaseIterable {
  case netlify, firebase, nginx
}

/// The file that makes a static host serve published files with their true type and allow caching forever.
///
/// It does not name the assets, so it is the same after every run.
public struct HostFile: Hashable, Sendable {
  public let host: StaticHost
  /// The whole text. Its first line says that richpush wrote it.
  public let text: String
  /// The file's place.
  public let place: Place

  public enum Place: Hashable, Sendable {
    /// In the published folder, under this name.
    case inside(name: String)
    /// In the parent of the published folder, under this name: it is not served.
    case beside(name: String)
  }

  /// - Parameter folder: the name of the published folder, without a path.
  public init(_ host: StaticHost, folder: String) {
    self.host = host
    switch host {
    case .netlify:
      // https://docs.netlify.com/routing/headers/: read from the deployed folder, and not served.
      place = .inside(name: "_headers")
      text = Self.netlify
    case .firebase:
      place = .beside(name: folder + ".firebase.json")
      text = Self.firebase(folder: folder)
    case .nginx:
      place = .beside(name: folder + ".nginx.conf")
      text = Self.nginx
    }
  }

  /// Whether richpush wrote a file, in this or another version, so that it may be replaced.
  public static func isOurs(_ text: String) -> Bool {
    let line = text.prefix { !$0.isNewline }
    return ["# ", "// "].contains { line.hasPrefix($0 + mark) }
  }

  /// The beginning of the first line, after the comment sign.
  static let mark = "Written by richpush run"

  /// The first line's text, the same for every host.
  static let notice = mark + ", which replaces this file. Without this line it is yours and stays."
}

extension PublishedAsset {
  /// The `Cache-Control` of a published file: it never changes, so every cache may keep it for a year, the usual maximum (RFC 8246 has
  /// `immutable`; RFC 2616, section 14.21, had the year).
  public static let cacheControl = "public, max-age=31536000, immutable"
}
