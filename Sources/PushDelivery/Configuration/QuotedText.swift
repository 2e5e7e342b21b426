extension String {
  /// The text as a diagnostic shows it: in backticks, on one line, not too long, and without characters that would
  /// steer a terminal.
  package var quoted: String {
    let limit = 80
    let isCut = unicodeScalars.count > limit
    return "`" + String(unicodeScalars.prefix(limit)).printable + (isCut ? "…" : "") + "`"
  }

  /// Whether control characters are in it.
  var hasControls: Bool {
    // Most texts are plain ASCII, and campaigns have many.
    if utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return false }
    return unicodeScalars.contains { $0.properties.generalCategory == .control }
  }

  /// The text without characters that would steer a terminal, break a line or turn its direction: names of files may hold
  /// any. The joiner inside emoji stays.
  package var printable: String {
    // Most texts are plain ASCII, and reports have many.
    if utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return self }
    return unicodeScalars.map { scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: "\u{FFFD}"
      case .format where scalar != "\u{200D}": "\u{FFFD}"
      default: String(scalar)
      }
    }.joined()
  }
}
