extension String {
  /// The text as a diagnostic shows it: in backticks, on one line, not too long, and without characters that would
  /// steer a terminal.
  package var quoted: String {
    let limit = 80
    let visible = unicodeScalars.prefix(limit).map { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: "\u{FFFD}"
      default: String(scalar)
      }
    }
    return "`" + visible.joined() + (visible.count < unicodeScalars.count ? "…" : "") + "`"
  }
}
