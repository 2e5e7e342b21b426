/// A page of the handbook: the only source for the texts about rules, diagnostics and keys.
///
/// A page is a Markdown file of Resources/handbook: `# chapter: title`, then a section for each id under `## id`.
public struct HandbookPage: Sendable {
  /// What `richpush check` looks for.
  public static let rules = HandbookPage("rules")
  /// What richpush reports besides rules.
  public static let incidents = HandbookPage("incidents")
  /// The keys of pipeline.yml.
  public static let pipeline = HandbookPage("pipeline")
  /// The keys of campaign.yml.
  public static let campaign = HandbookPage("campaign")

  /// In the order of the page.
  public let sections: [HandbookSection]
  private let sectionByID: [String: HandbookSection]

  private init(_ name: String) { self.init(text: EmbeddedFile.text("handbook/\(name).md")) }

  /// - Parameter text: Markdown, with a section for each id.
  package init(text: String) {
    var sections: [HandbookSection] = []
    var (chapter, opening) = ("", text[..<text.startIndex])
    // Without an id it is the opening of a chapter.
    var open: (id: String?, start: String.Index)?
    func end(at place: String.Index) {
      guard let open else { return }
      let part = text[open.start..<place]
      if let id = open.id {
        sections.append(HandbookSection(id: id, chapter: chapter, text: part, opening: opening))
      } else {
        opening = part
      }
    }
    var blocks = HandbookBlocks(text[...])
    while let block = blocks.next() {
      guard let heading = block.first, heading.hasPrefix("# ") || heading.hasPrefix("## ") else { continue }
      end(at: heading.startIndex)
      let isChapter = heading.hasPrefix("# ")
      if isChapter { chapter = String(heading.dropFirst(2)) }
      open = (isChapter ? nil : String(heading.dropFirst(3)), heading.endIndex)
    }
    end(at: text.endIndex)
    self.sections = sections
    sectionByID = Dictionary(uniqueKeysWithValues: sections.map { ($0.id, $0) })
  }

  /// The section of a rule, diagnostic or key; nil if it is missing.
  public subscript(id: String) -> HandbookSection? { sectionByID[id] }

  /// The section of an id that Swift uses. `HandbookTests` find missing ones.
  package func section(_ id: String) -> HandbookSection {
    guard let section = self[id] else { preconditionFailure("the handbook has no section ## \(id)") }
    return section
  }
}

/// The section about one rule, diagnostic or key.
public struct HandbookSection: Sendable {
  public let id: String
  /// The heading of its chapter: `media: pictures and videos as they are`.
  public let chapter: String
  /// Its text, as Markdown.
  let text: Substring
  /// The text above the chapter's first section.
  private let opening: Substring

  package init(id: String, chapter: String, text: Substring, opening: Substring = "") {
    (self.id, self.chapter, self.text, self.opening) = (id, chapter, text, opening)
  }

  /// The word before the colon of its chapter.
  public var chapterName: String { String(chapter.prefix { $0 != ":" }) }

  /// The value that a word names. `HandbookTests` find wrong words.
  func value<Value: RawRepresentable<String>>(of word: String?) -> Value {
    guard let value = word.flatMap(Value.init) else { preconditionFailure("## \(id) says \(word ?? "nothing")") }
    return value
  }

  /// The platform that a word names.
  func value(of name: Substring) -> Platform {
    guard let value = Platform(displayName: name) else { preconditionFailure("## \(id) says \(name)") }
    return value
  }

  /// Its paragraphs and examples, in order.
  public var parts: [Part] { Self.parts(of: text) }

  /// Those above the chapter's first section.
  var chapterParts: [Part] { Self.parts(of: opening) }

  private static func parts(of text: Substring) -> [Part] {
    var parts: [Part] = []
    var label: String?
    var blocks = HandbookBlocks(text)
    while let block = blocks.next() {
      let part = Part(block, label: label)
      // A label without text belongs to the example that follows.
      label = part.text.isEmpty ? part.label : nil
      if !part.text.isEmpty { parts.append(part) }
    }
    return parts
  }

  /// A paragraph or an example.
  public struct Part: Hashable, Sendable {
    /// Its first words in bold, or the label above an example: `Why`, `Fails`.
    public let label: String?
    /// A paragraph in one line, or the lines of an example.
    public let text: String
    /// The language of an example; nil for a paragraph.
    public let language: String?

    fileprivate init(_ lines: [Substring], label: String?) {
      if lines[0].hasPrefix(HandbookBlocks.fence) {
        (self.label, language) = (label, String(lines[0].drop { $0 == "`" }))
        text = lines.dropFirst().dropLast().joined(separator: "\n")
        return
      }
      let paragraph = lines.joined(separator: " ")
      let isLabelled = paragraph.hasPrefix("**")
      let ownLabel = isLabelled ? paragraph.dropFirst(2).prefix { $0 != ":" } : ""
      self.label = isLabelled ? String(ownLabel) : nil
      language = nil
      text = isLabelled ? String(paragraph.dropFirst(ownLabel.count + 5).drop { $0 == " " }) : paragraph
    }
  }
}

extension [HandbookSection.Part] {
  /// The text of the first part with this label.
  package func first(_ label: String) -> String? { first { $0.label == label }?.text }

  /// All parts with this label.
  package func all(_ label: String?) -> [HandbookSection.Part] { filter { $0.label == label } }

  /// The facts between the dots of the first line: severity and platforms, or a key's form and default.
  package var facts: [String] {
    (first?.text ?? "").split(separator: " · ").map(String.init)
  }

  /// The paragraph that follows the first line.
  package var summary: String { all(nil).dropFirst().first?.text ?? "" }

  /// As an instruction without a full stop; empty if you need not do anything.
  var remedy: String { first("Remedy").map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 } ?? "" }

  /// An address without angle brackets, or the name of a document.
  var source: String? { first("Source").map { $0.hasPrefix("<") ? String($0.dropFirst().dropLast()) : $0 } }
}

/// The paragraphs and blocks of code of Markdown, as their lines.
private struct HandbookBlocks {
  static let fence = "```"
  private var rest: Substring

  init(_ text: Substring) { rest = text }

  mutating func next() -> [Substring]? {
    var block: [Substring] = []
    while let line = nextLine() {
      let isInCode = block.first?.hasPrefix(Self.fence) == true
      if !line.isEmpty || isInCode { block.append(line) }
      let isOver = isInCode ? line == block.first?.prefix { $0 == "`" } : line.isEmpty
      if isOver, !block.isEmpty { return block }
    }
    return block.isEmpty ? nil : block
  }

  private mutating func nextLine() -> Substring? {
    guard !rest.isEmpty else { return nil }
    let end = rest.utf8.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
    defer { rest = rest[end...].dropFirst() }
    return rest[..<end]
  }
}
