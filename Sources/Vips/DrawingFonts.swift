import Cvips

/// The fonts that draw an SVG document's text on this machine.
public enum DrawingFonts {
  /// The first of a text's characters that installed fonts lack, each once and at most so many; they are drawn as boxes.
  public static func missing(from text: String, atMost count: Int) -> [Unicode.Scalar] {
    guard unsafe cvips_unknown_characters(text) > 0 else { return [] }
    var (seen, missing): (Set<Unicode.Scalar>, [Unicode.Scalar]) = ([], [])
    for scalar in text.unicodeScalars where missing.count < count && seen.insert(scalar).inserted {
      if unsafe cvips_unknown_characters(String(Character(scalar))) > 0 { missing.append(scalar) }
    }
    return missing
  }

  /// The family that is drawn instead of this one; nil for itself, or one of the same widths.
  public static func substitute(for family: String) -> String? {
    guard let name = unsafe cvips_drawn_family(family) else { return nil }
    defer { unsafe cvips_free(name) }
    let found = unsafe String(cString: name)
    let isSame = found.lowercased() == family.lowercased() || alike.contains { found.hasPrefix($0) }
    return isSame || found.isEmpty ? nil : found
  }

  /// Fonts designed to replace Arial, Helvetica, Times, Courier, Calibri and Cambria.
  private static let alike = ["Liberation", "Arimo", "Tinos", "Cousine", "Nimbus", "Carlito", "Caladea", "TeX Gyre"]
}
