/// What ffmpeg and ffprobe say when something is wrong with a file.
enum FFmpegComplaint {
  /// The first complaints as one text for people, without what belongs to this machine: the names of ffmpeg's parts, addresses of
  /// memory, and the file's path.
  static func text(_ complaints: [String], path: String) -> String {
    let lines = complaints.prefix(3).map { line($0, path: path) }
    return lines.reduce(into: []) { if !$1.isEmpty, !$0.contains($1) { $0.append($1) } }.joined(separator: "; ")
  }

  private static func line(_ line: String, path: String) -> String {
    line.replacing("file:" + path + ": ", with: "").replacing("file:" + path, with: "").replacing(path, with: "")
      .replacing(/^\[.*?\]\ /, with: "").replacing(/\ @ 0x[0-9a-f]+/, with: "")
  }
}
