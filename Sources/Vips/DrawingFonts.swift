import Cvips

/// The fonts with which an SVG document's text is drawn on this machine.
public enum DrawingFonts {
  /// The first of a text's characters that no installed font has, each once and at most so many; boxes are drawn in their places.
  public static func missing(from text: String, atMost count: Int) -> [Unicode.Scalar] {
    guard unsafe cvips_unknown_characters(text) > 0 else { return [] }
    var (seen, missing): (Set<Unicode.Scalar>, [Unicode.Scalar]) = ([], [])
    for scalar in text.unicodeScalars where missing.count < count && seen.insert(scalar).inserted {
      if unsafe cvips_unknown_characters(String(Character(scalar))) > 0 { missing.append(scalar) }
    }
    return missing
  }

  /// The family that text in one of this name is drawn in; nil where it is that itself, or one of the same widths.
  public static func substitute(for family: String) -> String? {
    guard let name = unsafe cvips_drawn_family(family) else { return nil }
    defer { unsafe cvips_free(name) }
    let found = unsafe String(cString: name)
    let isSame = found.lowercased() == family.lowercased() || alike.contains { found.hasPrefix($0) }
    return isSame || found.isEmpty ? nil : found
  }

  /// Fonts made to take the place of Arial, Helvetica, Times, Courier, Calibri and Cambria.
  private static let alike = ["Liberation", "Arimo", "Tinos", "Cousine", "Nimbus", "Carlito", "Caladea", "TeX Gyre"]
}
