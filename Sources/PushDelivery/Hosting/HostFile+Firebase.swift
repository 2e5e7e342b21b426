extension HostFile {
  /// The section `hosting` of firebase.json (https://firebase.google.com/docs/hosting/full-config). firebase-tools reads JSON with
  /// comments, and firebase.json may name such a file in place of the section: `"hosting": "public.firebase.json"`.
  static func firebase(folder: String) -> String {
    """
    // \(notice)
    {
      "hosting": {
        "public": \(jsonText(folder)),
        "ignore": ["**/.*"],
        "headers": [
    \(MediaFormat.published.map(firebaseRule).joined(separator: ",\n"))
        ]
      }
    }

    """
  }

  /// Globs have no counts, so each digit of the digest is written out.
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

  /// Any text as a JSON string (RFC 8259, section 7).
  private static func jsonText(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case "\0"..." ": scalar == " " ? " " : "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: String(scalar)
      }
    }
    return "\"\(escaped.joined())\""
  }
}
