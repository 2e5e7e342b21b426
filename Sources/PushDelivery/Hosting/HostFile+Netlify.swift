extension HostFile {
  /// `_headers`: a pattern of paths on a line, and the fields that its answers get below it
  /// (https://docs.netlify.com/routing/headers/). An asterisk may stand before an extension; there are no patterns by which names
  /// with a digest could be told from others.
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
}
