/// A host of static files that is told by a file of its own how to serve them.
public enum StaticHost: String, Hashable, Sendable, Codable, CaseIterable {
  case netlify, firebase, nginx
}

/// The file that tells a static host to serve what is published with its true type and to let it be cached for ever.
///
/// It says nothing of the assets themselves, so it is the same after every run.
public struct HostFile: Hashable, Sendable {
  public let host: StaticHost
  /// The whole text. Its first line says that richpush wrote it.
  public let text: String
  /// Where the file belongs.
  public let place: Place

  public enum Place: Hashable, Sendable {
    /// In the published folder, under this name.
    case inside(name: String)
    /// In the folder that holds the published one, under this name: it is no part of what is served.
    case beside(name: String)
  }

  /// - Parameter folder: the name of the published folder, without a path.
  public init(_ host: StaticHost, folder: String) {
    self.host = host
    switch host {
    case .netlify:
      // https://docs.netlify.com/routing/headers/: read from the folder that is deployed, and not served.
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

  /// Whether a file is one that richpush wrote, of this or another version, so that it may be replaced.
  public static func isOurs(_ text: String) -> Bool {
    let line = text.prefix { !$0.isNewline }
    return ["# ", "// "].contains { line.hasPrefix($0 + mark) }
  }

  /// What the first line begins with, behind the sign for a comment.
  static let mark = "Written by richpush run"

  /// The first line's words, the same for every host.
  static let notice = mark + ", which replaces this file. Without this line it is yours and stays."
}

extension PublishedAsset {
  /// The `Cache-Control` of what lies under a published name: it never changes, so every cache may keep it for a year, which is as
  /// long as one is asked to (RFC 8246 has `immutable`; RFC 2616, section 14.21, had the year).
  public static let cacheControl = "public, max-age=31536000, immutable"
}
