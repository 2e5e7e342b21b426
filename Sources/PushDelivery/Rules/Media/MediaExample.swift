import Findings

/// How the examples of the rules about media files are made: pictures without metadata that break nothing else.
extension RuleExample {
  /// A sharp coloured test picture, such as `photo.jpg` of 1200x600 pixels and 50 kB, which no rule has a word about.
  static func picture(
    _ name: String = "photo.jpg", _ size: String = "1200x600", options: [String] = [], flags: [String] = []
  ) -> RuleExample {
    .media(MediaExample(name, Making.picture(name, size, options), flags: flags))
  }

  /// A picture that a further command changes, or makes another file of.
  static func picture(
    _ name: String = "photo.jpg", from source: String = "photo.jpg", _ size: String = "1200x600",
    then commands: [String]..., flags: [String] = []
  ) -> RuleExample {
    .media(MediaExample(name, [Making.picture(source, size, [])] + commands, flags: flags))
  }

  /// A PNG that is stored without compression, so that its size in bytes follows from its size in pixels.
  static func uncompressed(_ size: String, _ pixels: String = "rgb24", flags: [String] = []) -> RuleExample {
    picture("photo.png", size, options: ["-pix_fmt", pixels, "-compression_level", "0"], flags: flags)
  }

  /// A silent video of H.264 in 320x160 pixels.
  static func clip(
    _ name: String = "clip.mp4", seconds: Int = 2, options: [String] = ["-movflags", "+faststart"],
    flags: [String] = Making.iosFlags
  ) -> RuleExample {
    .media(MediaExample(name, Making.clip(name, seconds: seconds, options), flags: flags))
  }

  /// A video whose bytes are filled up to a rate.
  static func clip(megabitsPerSecond rate: Int) -> RuleExample {
    let rates = ["-b:v", "-minrate", "-maxrate", "-bufsize"].flatMap { [$0, "\(rate)M"] }
    return clip(seconds: 11, options: rates + ["-x264-params", "nal-hrd=cbr", "-movflags", "+faststart"])
  }

  /// A file that is damaged on purpose.
  static func damaged(_ name: String, _ making: [String], then damage: [String], flags: [String] = []) -> RuleExample {
    .media(MediaExample(name, making, damage, flags: flags))
  }
}

/// The commands themselves.
enum Making {
  static let iosFlags = ["--profile", "ios"]
  static let androidFlags = ["--profile", "android"]
  static let webFlags = ["--profile", "web"]
  static let noteFlags = ["--notes"]

  private static let ffmpeg = ["ffmpeg", "-v", "error", "-f", "lavfi", "-i"]

  static func picture(_ name: String, _ size: String, _ options: [String] = []) -> [String] {
    ffmpeg + ["testsrc2=size=\(size)", "-frames:v", "1", "-q:v", "3", "-bitexact"] + options + [name]
  }

  static func plain(_ name: String, _ color: String, _ size: String) -> [String] {
    ffmpeg + ["color=\(color):size=\(size)", "-frames:v", "1", "-bitexact", name]
  }

  static func animation(_ name: String, _ size: String, frames: Int) -> [String] {
    ffmpeg + ["testsrc2=size=\(size):rate=10", "-frames:v", "\(frames)", "-bitexact", name]
  }

  static func clip(_ name: String, seconds: Int, _ options: [String]) -> [String] {
    ffmpeg + ["testsrc2=size=320x160:rate=10", "-t", "\(seconds)"]
      + ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"] + options + ["-bitexact", name]
  }

  static func sound(_ name: String) -> [String] { ffmpeg + ["sine", "-t", "1", "-bitexact", name] }

  /// The first bytes of a file.
  static func start(of source: String, bytes: Int, to name: String) -> [String] {
    ["dd", "if=\(source)", "of=\(name)", "bs=\(bytes)", "count=1"]
  }

  /// Zeros over some bytes in the middle of a file.
  static func zeros(in name: String, at offset: Int, count: Int) -> [String] {
    ["dd", "if=/dev/zero", "of=\(name)", "bs=1", "seek=\(offset)", "count=\(count)", "conv=notrunc"]
  }

  static func exiftool(_ name: String, _ tags: String...) -> [String] {
    ["exiftool", "-q", "-overwrite_original", "-n"] + tags + [name]
  }
}
