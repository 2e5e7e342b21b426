/// How librsvg 2.54 differs from browsers, found by drawing with both. Names are those of SVG 2 and of CSS.
enum DrawingLimits {
  enum Outcome: Comparable {
    /// It shows, but unlike a browser.
    case different
    /// A part is missing or black.
    case missing
  }

  /// Elements that browsers or authoring programs draw.
  static let elements: [String: Outcome] = [
    "foreignObject": .missing, "flowRoot": .missing, "textPath": .missing, "meshgradient": .missing,
    "meshGradient": .missing, "hatch": .missing, "video": .missing, "iframe": .missing, "canvas": .missing,
    "feDropShadow": .missing, "tref": .missing, "feTile": .different, "feDiffuseLighting": .different,
    "feSpecularLighting": .different, "set": .different, "animate": .different, "animateTransform": .different,
    "animateMotion": .different, "altGlyph": .different,
  ]

  /// CSS functions that the renderer does not know: it ignores the whole declaration.
  private static let functions: Set<String> = [
    "var", "calc", "min", "max", "clamp", "env", "attr", "hwb", "lab", "lch", "oklab", "oklch", "color", "color-mix",
    "light-dark", "image-set", "cross-fade", "linear-gradient", "radial-gradient", "conic-gradient",
  ]

  /// Without these, a thing is black or missing.
  private static let visible: Set<String> = [
    "fill", "stroke", "stop-color", "flood-color", "lighting-color", "color", "width", "height", "x", "y", "cx", "cy",
    "r", "rx", "ry", "opacity", "fill-opacity", "stroke-opacity", "stop-opacity", "display", "visibility",
    "font-size", "stroke-width",
  ]

  /// Others that are drawn.
  private static let drawn: Set<String> = [
    "transform", "font", "font-family", "font-weight", "font-style", "letter-spacing", "stroke-dasharray",
    "stroke-dashoffset", "stroke-linecap", "stroke-linejoin", "text-anchor", "clip-path", "mask", "filter", "marker",
    "marker-start", "marker-mid", "marker-end", "mix-blend-mode", "paint-order", "fill-rule", "clip-rule",
  ]

  /// Properties that the renderer does not support, with their harmless values.
  private static let unknown: [String: Set<String>] = [
    "transform-origin": ["0", "0 0", "0px 0px", "left top", "top left"], "rotate": ["none", "0", "0deg"],
    "scale": ["none", "1"],
    "translate": ["none", "0"], "offset-path": ["none"], "inline-size": ["auto", "0"],
    "shape-inside": ["auto", "none"],
    "text-transform": ["none"], "font-variant-caps": ["normal"], "word-spacing": ["normal", "0", "0px"],
    "text-shadow": ["none"], "text-orientation": ["mixed", "auto"], "font-size-adjust": ["none"],
    "dominant-baseline": ["auto", "alphabetic", "baseline", "inherit"],
    "alignment-baseline": ["auto", "alphabetic", "baseline", "inherit"], "mask-image": ["none"],
    "-webkit-mask": ["none"], "-webkit-mask-image": ["none"], "vector-effect": ["none"], "pathLength": ["0"],
    "color-interpolation": ["srgb", "auto", "inherit"],
  ]

  /// Properties that the renderer supports, except for values with one of these words in them. Lines of text are half as thick; programs
  /// that write all of a style say `none solid rgb(0, 0, 0)`.
  private static let unlike: [String: [String]] = [
    "mask": ["gradient("], "font-variant": ["caps"], "transform": ["%", "3d(", "perspective("],
    "text-decoration": lines, "text-decoration-line": lines, "filter": ["grayscale(", "hue-rotate("],
  ]
  private static let lines = ["underline", "overline", "line-through"]

  /// What CSS paints around and behind the outermost element, which the renderer leaves out, with harmless values.
  private static let boxes = ["border", "border-width", "outline", "padding"]
  private static let noBox: Set<String> = ["none", "hidden", "0", "0px"]

  /// Whether a declaration paints or moves something around the drawing. One part of a line without width or style is enough for no line.
  static func makesBox(_ name: String, _ value: String) -> Bool {
    let parts = value.lowercased().split(separator: " ").map(String.init)
    guard boxes.contains(name) else { return false }
    return ["border", "outline"].contains(name) ? noBox.isDisjoint(with: parts) : !noBox.isSuperset(of: parts)
  }

  /// Units that depend on what is around a drawing. The renderer ignores the whole attribute.
  private static let unreadUnits = ["rem", "vw", "vh", "vmin", "vmax", "ch"]

  /// Properties whose attributes mean something else, or nothing.
  static let onlyInStyles: Set<String> = [
    "rotate", "scale", "translate", "offset-path", "inline-size", "shape-inside", "text-transform", "font-variant-caps",
    "text-shadow", "mask-image", "-webkit-mask", "-webkit-mask-image", "d",
  ]

  private static let systemColors: Set<String> = ["canvas", "canvastext", "accentcolor", "linktext"]

  /// The outcome of a declaration, and its name in words; nil where it is drawn, or nothing needs drawing.
  static func judge(_ name: String, _ value: String) -> (Outcome, String)? {
    let lower = value.lowercased()
    let isDrawn = visible.contains(name) || drawn.contains(name)
    if isDrawn, let function = functionNames(in: lower).first(where: functions.contains) {
      return (visible.contains(name) ? .missing : .different, "\(function)() in \(name)")
    }
    if visible.contains(name), let unit = unreadUnits.first(where: lower.hasSuffix),
      lower.count > unit.count, lower.dropLast(unit.count).allSatisfy({ $0.isNumber || ".-+".contains($0) })
    {
      return (name == "font-size" ? .different : .missing, "\(name): \(lower)")
    }
    switch name {
    case "d" where lower.hasPrefix("path("): return (.missing, "the property d")
    case "clip-path" where lower.contains("(") && !lower.hasPrefix("url("): return (.different, "clip-path: \(lower)")
    case "fill" where systemColors.contains(lower), "stroke" where systemColors.contains(lower):
      return (.missing, "the colour \(value)")
    case "rx" where lower == "auto", "ry" where lower == "auto": return (.different, "\(name): auto")
    default: break
    }
    let isUnlike = unknown[name].map { !$0.contains(lower) } ?? unlike[name]?.contains(where: lower.contains) ?? false
    return isUnlike ? (.different, "\(name): \(lower)") : nil
  }

  private static func functionNames(in value: String) -> [String] {
    value.split(separator: "(", omittingEmptySubsequences: false).dropLast().map { piece in
      String(piece.reversed().prefix { $0.isLetter || $0.isNumber || $0 == "-" }.reversed())
    }
  }
}
