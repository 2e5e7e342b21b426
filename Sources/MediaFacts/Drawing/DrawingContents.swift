import Findings

/// What an SVG document contains that its renderer may draw unlike browsers: missing or different parts, other files, and the
/// characters and fonts of its text.
package struct DrawingContents {
  /// Missing or black parts; at most three, each once.
  package private(set) var missing: [String] = []
  /// Parts that look different; at most three, each once.
  package private(set) var different: [String] = []
  /// The names of other files; at most three, each once. Drawing must not read them.
  package private(set) var files: [String] = []
  /// The fonts that it prefers.
  package private(set) var families: Set<String> = []
  /// The characters of its text.
  package private(set) var text = ""

  private var open: [Frame] = []
  private var remarks: [(outcome: DrawingLimits.Outcome, words: String, definition: Set<String>?)] = []
  private var references: Set<String> = []
  private var names: Set<String> = [":root", "*"]
  /// The outermost element's, its identifier and its classes.
  private var rootNames: Set<String> = [":root", "*"]
  private var sheets: [String] = []
  private var saysCurrentColor = false

  /// An element whose contents are being read.
  private struct Frame {
    let name: String
    let isHidden: Bool
    /// Whether it is in a `<text>`, or is one.
    let isText: Bool
    /// The names by which a definition's contents are used; nil outside of definitions.
    let definition: Set<String>?
  }

  private static let mostNames = 3
  private static let longestText = 20_000
  /// Elements whose contents are only drawn by reference (SVG 2, 5.4 to 5.6, 13.3, 14 and 15).
  private static let definitions: Set<String> = [
    "defs", "symbol", "clipPath", "mask", "pattern", "marker", "linearGradient", "radialGradient", "filter",
    "meshgradient", "hatch",
  ]
  /// Elements that show their target (SVG 2, sections 5.6 and 12.3; Filter Effects, 9.13), and the instruction that names a style
  /// sheet.
  private static let showing: Set<String> = ["image", "feImage", "use", "?xml-stylesheet"]

  /// - Parameter view: in an encoding that contains ASCII.
  package init(_ view: ByteView) {
    var position = 0
    while let start = view.offset(of: 0x3C, from: position) {
      addText(view, position..<start)
      let tag = MarkupTag(view, at: start)
      position = max(tag.end, start + 1)
      guard !tag.closes else {
        if let index = open.lastIndex(where: { $0.name == tag.name }) { open.removeSubrange(index...) }
        continue
      }
      guard !tag.name.isEmpty else { continue }
      if tag.name == "style", !tag.isEmpty {
        let end = view.offset(of: "</", from: position) ?? view.count
        addSheet(String(decoding: view.clamped(at: position, length: end - position).bytes, as: UTF8.self), tag)
        position = end
      }
      read(tag)
    }
    for sheet in sheets { for part in DrawingSheet(sheet).parts { judge(part) } }
    settle()
  }

  private mutating func read(_ tag: MarkupTag) {
    let identifier = tag["id"]
    let outer = open.last
    var definition = outer?.definition
    if definition != nil || Self.definitions.contains(tag.name) {
      definition = (definition ?? []).union(identifier.map { [$0] } ?? [])
    }
    let style = DrawingStyle(declarations: tag["style"] ?? "")
    let isHidden = outer?.isHidden == true || tag["display"] == "none" || style["display"] == "none"
    let isText = outer?.isText == true || tag.name == "text"
    let frame = Frame(name: tag.name, isHidden: isHidden, isText: isText, definition: definition)
    let classes = (tag["class"] ?? "").split(whereSeparator: \.isWhitespace).map { "." + $0 }
    let own = [tag.name] + classes + (identifier.map { ["#" + $0] } ?? [])
    names.formUnion(own)
    if open.isEmpty, tag.name == "svg" {
      rootNames.formUnion(own)
      judgeBoxes(style)
    }
    if !isHidden, tag.prefix.isEmpty || tag.prefix == "svg" { judge(tag, style, frame) }
    if !tag.isEmpty, !tag.name.hasPrefix("?") { open.append(frame) }
  }

  /// Judges what CSS paints around the outermost element.
  private mutating func judgeBoxes(_ style: DrawingStyle) {
    for (name, value) in style.declarations where DrawingLimits.makesBox(name, value) {
      note(.different, "\(name): \(value)", nil)
    }
  }

  private mutating func judge(_ tag: MarkupTag, _ style: DrawingStyle, _ frame: Frame) {
    if let outcome = DrawingLimits.judge(element: tag.name), !Self.hasFallback(tag) {
      note(outcome, "<\(tag.name)>", frame)
    }
    for attribute in tag.attributes where !["points", "style", "class", "id"].contains(attribute.name) {
      if attribute.name == "href" { follow(attribute, tag, frame) }
      guard attribute.value.count < 1000, attribute.name != "href",
        !DrawingLimits.onlyInStyles.contains(attribute.name)
      else { continue }
      judge(attribute.name, attribute.text, frame)
    }
    for (name, value) in style.declarations { judge(name, value, frame) }
    judgeText(tag, style, frame)
    if tag.name == "image" { judgeSides(tag, style, frame) }
    if tag.name == "symbol", tag["refX"] ?? tag["refY"] != nil { note(.different, "refX and refY of <symbol>", frame) }
  }

  private mutating func judge(_ name: String, _ value: String, _ frame: Frame?) {
    saysCurrentColor = saysCurrentColor || value.lowercased() == "currentcolor"
    follow(urlsIn: value)
    if let (outcome, words) = DrawingLimits.judge(name, value), name != "color" || saysCurrentColor {
      note(outcome, words, frame)
    }
    if name == "font-family" { addFamily(value) }
  }

  /// Text that renderers lay out differently.
  private mutating func judgeText(_ tag: MarkupTag, _ style: DrawingStyle, _ frame: Frame) {
    guard ["text", "tspan"].contains(tag.name) else { return }
    if tag["textLength"] != nil { note(.different, "textLength", frame) }
    if let angles = tag["rotate"], angles.contains(where: { ("1"..."9").contains($0) }) {
      note(.different, "rotated letters", frame)
    }
    let places = ["x", "y", "dx", "dy"].compactMap { tag[$0] }
    if places.contains(where: { $0.split { $0.isWhitespace || $0 == "," }.count > 1 }) {
      note(.different, "letters placed one by one", frame)
    }
  }

  /// The renderer takes a missing side for zero.
  private mutating func judgeSides(_ tag: MarkupTag, _ style: DrawingStyle, _ frame: Frame) {
    let given = ["width", "height"].count { name in
      (style[name] ?? tag[name]).map { $0.trimmed != "auto" } ?? false
    }
    if given == 1 { note(.missing, "an <image> with one side only", frame) }
  }

  /// Whether it is for programs that know it, and has an alternative for all others.
  private static func hasFallback(_ tag: MarkupTag) -> Bool {
    let isTiny = ["width", "height"].contains { name in tag[name].flatMap { Double($0) }.map { $0 <= 1 } ?? false }
    return tag["requiredExtensions"] != nil || tag["requiredFeatures"] != nil || tag.name == "foreignObject" && isTiny
  }

  private mutating func note(_ outcome: DrawingLimits.Outcome, _ words: String, _ frame: Frame?) {
    remarks.append((outcome, words, frame?.definition))
  }
}

// MARK: - References

extension DrawingContents {
  private mutating func follow(_ attribute: MarkupTag.Attribute, _ tag: MarkupTag, _ frame: Frame) {
    let text = String(decoding: attribute.value.clamped(at: 0, length: 300).bytes, as: UTF8.self).trimmed
    if text.hasPrefix("#") {
      references.insert(String(text.dropFirst()))
      if tag.name == "feImage" { note(.different, "<feImage> of a part of the drawing", frame) }
    } else if text.lowercased().hasPrefix("data:") {
      guard tag.name == "image" || tag.name == "feImage" else { return }
      let picture = EmbeddedPicture(attribute.value)
      if let flaw = picture.flaw { note(.missing, flaw, frame) }
      if let difference = picture.difference { note(.different, difference, frame) }
    } else if Self.showing.contains(tag.name), !text.isEmpty {
      add(text, to: \.files)
    }
  }

  /// `url(…)` names a part of this or another document.
  private mutating func follow(urlsIn value: String) {
    var rest = Substring(value)
    while let start = rest.firstRange(of: "url(") {
      rest = rest[start.upperBound...]
      let name = rest.prefix { $0 != ")" }.trimmed.trimmingQuotes
      if name.hasPrefix("#") {
        references.insert(String(name.dropFirst()))
      } else if !name.lowercased().hasPrefix("data:"), !name.isEmpty {
        add(name, to: \.files)
      }
    }
  }

  private mutating func add(_ name: String, to list: WritableKeyPath<DrawingContents, [String]>) {
    guard self[keyPath: list].count < Self.mostNames, !self[keyPath: list].contains(name) else { return }
    self[keyPath: list].append(name)
  }

  /// Keeps the notes on what is drawn at all.
  private mutating func settle() {
    for remark in remarks {
      if let definition = remark.definition, definition.isDisjoint(with: references) { continue }
      add(remark.words, to: remark.outcome == .missing ? \.missing : \.different)
    }
  }
}

// MARK: - Text and style sheets

extension DrawingContents {
  private mutating func addText(_ view: ByteView, _ range: Range<Int>) {
    guard range.count > 0, text.utf8.count < Self.longestText, let frame = open.last, !frame.isHidden,
      frame.isText
    else { return }
    text +=
      String(
        decoding: view.clamped(at: range.lowerBound, length: min(range.count, Self.longestText)).bytes, as: UTF8.self
      )
      .resolvingCharacterReferences
  }

  private mutating func addFamily(_ value: String) {
    let first = value.split(separator: ",").first.map { $0.trimmed.trimmingQuotes } ?? ""
    if !first.isEmpty, !Self.genericFamilies.contains(first.lowercased()) { families.insert(first) }
  }

  private static let genericFamilies: Set<String> = [
    "serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui", "ui-sans-serif", "ui-serif", "ui-monospace",
    "-apple-system", "blinkmacsystemfont", "inherit", "initial", "unset",
  ]

  private mutating func addSheet(_ text: String, _ tag: MarkupTag) {
    guard tag["type"].map({ $0.isEmpty || $0 == "text/css" }) ?? true,
      tag["media"].map(DrawingSheet.isForScreens) ?? true
    else { return }
    sheets.append(text.replacing("<![CDATA[", with: "").replacing("]]>", with: ""))
  }

  private mutating func judge(_ part: DrawingSheet.Part) {
    switch part {
    case .rule(let rule): judge(rule)
    case .file(let name) where name.contains("font"): note(.different, "fonts from the web", nil)
    case .file(let name): add(name, to: \.files)
    case .animation: note(.different, "animations", nil)
    }
  }

  private mutating func judge(_ rule: DrawingSheet.Rule) {
    guard rule.matches(names) else { return }
    let style = DrawingStyle(declarations: rule.block)
    if let words = rule.unread, !style.declarations.isEmpty { return note(.missing, words, nil) }
    if style.hasNestedRules { note(.missing, "rules inside of rules", nil) }
    if rule.matchesOutermost(rootNames) {
      judgeBoxes(style)
      if let background = style.background { note(.different, "background: \(background)", nil) }
    }
    for (name, value) in style.declarations { judge(name, value, nil) }
  }
}

extension String {
  /// Replaces `&#233;` and `&amp;` by their characters.
  fileprivate var resolvingCharacterReferences: String {
    guard contains("&") else { return self }
    var pieces = split(separator: "&", omittingEmptySubsequences: false)
    var result = String(pieces.removeFirst())
    for piece in pieces {
      let name = piece.prefix { $0 != ";" }
      let digits =
        name.hasPrefix("#x")
        ? UInt32(name.dropFirst(2), radix: 16) : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
      if let scalar = digits.flatMap(Unicode.Scalar.init) { result.unicodeScalars.append(scalar) }
      result += piece.dropFirst(name.count + 1)
    }
    return result
  }
}
