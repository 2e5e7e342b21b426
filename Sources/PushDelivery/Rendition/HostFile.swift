import Findings
import MediaFacts

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

extension HostFile {
  /// The section `hosting` of firebase.json (https://firebase.google.com/docs/hosting/full-config). firebase-tools reads JSON with
  /// comments, and firebase.json may name such a file instead of the section: `"hosting": "public.firebase.json"`.
  static func firebase(folder: String) -> String {
    """
    // \(notice)
    {
      "hosting": {
        "public": \(JSONText.quoted(folder)),
        "ignore": ["**/.*"],
        "headers": [
    \(MediaFormat.published.map(firebaseRule).joined(separator: ",\n"))
        ]
      }
    }

    """
  }

  /// Globs have no counts, so each digit of the digest is written.
  private static func firebaseRule(_ format: MediaFormat) -> String {
    let digest = String(repeating: "[0-9a-f]", count: PublishedAsset.digestLength)
    return """
            {
              "source": "**/*.\(digest).\(format.fileExtension)",
              "headers": [
                {"key": "Content-Type", "value": "\(format.mediaType)"},
                {"key": "Cache-Control", "value": "\(PublishedAsset.cacheControl)"},
                {"key": "X-Content-Type-Options", "value": "nosniff"}
              ]
            }
      """
  }

  /// `_headers`: a pattern of paths on a line, and the fields for its answers below it (https://docs.netlify.com/routing/headers/). An
  /// asterisk may come before an extension; patterns cannot distinguish names with a digest from others.
  static let netlify: String = {
    let rules = MediaFormat.published.map { format in
      """
      /*.\(format.fileExtension)
        Content-Type: \(format.mediaType)
        Cache-Control: \(PublishedAsset.cacheControl)
        X-Content-Type-Options: nosniff
      """
    }
    return (["# " + notice] + rules).joined(separator: "\n") + "\n"
  }()

  /// Locations only for published names, to include in the `server` or `location` with the folder as its `root` or `alias`. They give the
  /// types, because a server's list may be missing or incomplete (https://nginx.org/en/docs/http/ngx_http_core_module.html#types). Without
  /// `always`, answers such as 404 get no `Cache-Control` (https://nginx.org/en/docs/http/ngx_http_headers_module.html).
  static let nginx: String = {
    let locations = MediaFormat.published.map { format in
      """
      location ~ "\\.[0-9a-f]{\(PublishedAsset.digestLength)}\\.\(format.fileExtension)$" {
        types { }
        default_type \(format.mediaType);
        add_header Cache-Control "\(PublishedAsset.cacheControl)";
        add_header X-Content-Type-Options nosniff;
      }
      """
    }
    let usage = "# Include it in the server or location that serves the published folder."
    return (["# " + notice, usage] + locations).joined(separator: "\n") + "\n"
  }()
}
