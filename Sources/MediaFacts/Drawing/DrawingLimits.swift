import Findings

/// How librsvg differs from browsers: texts/drawings.txt.
enum DrawingLimits {
  enum Outcome: Comparable {
    /// It shows, but unlike a browser.
    case different
    /// A part is missing or black.
    case missing
  }

  private static let table = WordTable("texts/drawings.txt")

  private static func names(_ kind: String) -> Set<String> { Set(table.rows(kind).joined()) }

  private static let (missing, different) = (names("missing"), names("different"))

  /// The outcome of an element that browsers or authoring programs draw; nil where it is drawn.
  static func judge(element name: String) -> Outcome? {
    missing.contains(name) ? .missing : different.contains(name) ? .different : nil
  }

  private static let functions = names("function")
  /// Properties without which a thing is black or missing, and others that are drawn.
  private static let (visible, drawn) = (names("visible"), names("drawn"))
  /// Properties that the renderer does not support, with their harmless values.
  private static let unknown = table.pairs("unknown").mapValues { Set($0.split(separator: ",").map(String.init)) }
  /// Properties that the renderer supports, except for values with one of these words in them.
  private static let unlike = Dictionary(
    uniqueKeysWithValues: table.rows("unlike").map { ($0[0], Array($0.dropFirst())) })

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
  static let onlyInStyles = names("style")

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
