extension PublishedAsset {
  /// The `Cache-Control` of what lies under a published name: it never changes, so every cache may keep it for a year, which is as
  /// long as one is asked to (RFC 8246 has `immutable`; RFC 2616, section 14.21, had the year).
  public static let cacheControl = "public, max-age=31536000, immutable"
}

extension MediaFormat {
  /// What renditions are made in, so the formats of everything that is published.
  public static let published: [MediaFormat] = [
    .picture(.jpeg), .picture(.png), .picture(.gif), .video(.mp4),
  ]

  /// The registered media type, such as `image/jpeg`.
  public var mediaType: String { mediaTypes.first ?? "application/octet-stream" }
}
