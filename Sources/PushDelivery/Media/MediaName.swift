extension MediaFormat {
  /// Whether a file's name claims that it is a picture or a video. A name decides nothing about what a file is, only whether it
  /// is worth an error when it turns out to be nothing that can be shown.
  public static func isMediaName(_ path: String) -> Bool {
    guard let dot = path.lastIndex(of: ".") else { return false }
    return mediaExtensions.contains(path[path.index(after: dot)...].lowercased())
  }

  private static let mediaExtensions: Set<String> = Set(allCases.flatMap(\.trueExtensions)).union([
    "apng", "svgz", "ico", "cur", "tga", "sgi", "rgb", "psd", "psb", "ai", "eps", "exr", "hdr", "dng", "cr2", "cr3",
    "nef", "arw",
    "raf", "orf", "rw2", "jp2", "j2k", "jpf", "jpx", "jxr", "pcx", "pgm", "ppm", "pbm", "pnm", "wmv", "flv", "ogv",
    "ts",
    "m2ts",
  ])
}
