extension String {
  /// Whether a reader sees anything: white space, controls and characters without a shape do not count.
  package var isVisible: Bool { unicodeScalars.contains(where: \.isVisible) }
}

extension Unicode.Scalar {
  fileprivate var isVisible: Bool {
    // Braille's pattern without a dot is a symbol to Unicode and a blank to the eye.
    guard !properties.isWhitespace, !properties.isDefaultIgnorableCodePoint, self != "\u{2800}" else { return false }
    switch properties.generalCategory {
    case .control, .format, .surrogate, .unassigned, .lineSeparator, .paragraphSeparator, .spaceSeparator:
      return false
    default: return true
    }
  }
}
