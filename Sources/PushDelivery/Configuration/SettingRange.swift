/// The ranges of the numbers in pipeline.yml, for its reader and its schema.
enum SettingRange {
  static let sourceBytes = 1_000...2_000_000_000
  static let sourcePixels = 1...1_000_000_000
  static let sourceFrames = 1...100_000
  static let transfers = 1...64
  /// 256 MiB to 1 TiB.
  static let workerMemory = 268_435_456...1_099_511_627_776
  static let workerSeconds = 1...3_600
  static let cacheBytes = 1_000_000...1_000_000_000_000
  static let stillBytes = 1_000...ClientLimit.composerImageBytes.value
  /// JPEG qualities; above 95 a file only grows.
  static let quality = 1...95
  /// Scores that may be aimed at, in points of SSIMULACRA 2: below 30 a picture is a ruin, above 95 a file only grows.
  static let targetScore = 30...95
  /// Scores below which there may be a warning; 0 gives none but for ruins.
  static let acceptableScore = 0...95
  static let movieBytes = 20_000...ClientLimit.appleMovieBytes.value
  static let gifBytes = 1_000...ClientLimit.appleImageBytes.value
  static let motionSeconds = 1...600
  static let motionEdge = 16...3840
  static let frameRate = 1...60
}
