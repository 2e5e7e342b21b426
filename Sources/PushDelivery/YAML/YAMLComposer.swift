import Essentials
import Findings

/// Makes a document's value from its events (YAML 1.2, 3.1: compose), each part with its place.
///
/// Text is not changed. The first alias is refused, so that a text cannot expand beyond its bytes.
struct YAMLComposer: ~Copyable {
  /// How deep lists and mappings may be nested.
  static let maximumDepth = 16

  private var parser: YAMLParser
  private let lines: YAMLLines
  private var depth = 0

  private init(_ text: [UInt8]) throws(YAMLFault) {
    lines = YAMLLines(text)
    do throws(YAMLError) { parser = try YAMLParser(text.span) } catch { throw YAMLFault(error) }
  }

  /// The root value of a text's only document; `nothing` for an empty one. `start`: the beginning of the text.
  static func root(of text: [UInt8], _ start: Diagnostic.Subject) throws(YAMLFault) -> YAMLValue {
    var composer = try YAMLComposer(text)
    // The beginning of the document.
    guard try composer.next() != nil else { return YAMLValue(.nothing, start) }
    let root = try composer.value(try composer.expected(), start)
    // Its end.
    _ = try composer.next()
    if let more = try composer.next() { throw YAMLFault("secondDocument", more.mark) }
    return root
  }

  private mutating func next() throws(YAMLFault) -> YAMLEvent? {
    do throws(YAMLError) { return try parser.next() } catch { throw YAMLFault(error) }
  }

  /// The next event of a document, which must not end yet.
  private mutating func expected() throws(YAMLFault) -> YAMLEvent {
    guard let event = try next() else { throw YAMLFault(YAMLError("the parser gave up", at: nil)) }
    return event
  }

  /// - Parameter subject: of the parent, with the path to the value.
  private mutating func value(_ event: YAMLEvent, _ subject: Diagnostic.Subject) throws(YAMLFault) -> YAMLValue {
    let subject = subject.moved(to: event.mark)
    let content = try content(event, subject)
    return YAMLValue(event.strangeTag(of: content).map { .tagged($0) } ?? content, subject)
  }

  private mutating func content(
    _ event: YAMLEvent, _ subject: Diagnostic.Subject
  ) throws(YAMLFault) -> YAMLValue.Content {
    switch event.kind {
    case .scalar(let text, _) where event.isText:
      if let anchor = event.anchor, subject.isOfWords { return .cut(text, lost: "&" + anchor) }
      return text.unusableScalar.map { .unsound($0) } ?? .text(text, .quoted)
    case .scalar("", _), .scalar("~", _), .scalar("null", _), .scalar("Null", _), .scalar("NULL", _): return .nothing
    case .scalar(let text, _):
      guard subject.isOfWords else { return .text(text, .plain) }
      let lost = event.anchor.map { "&" + $0 } ?? lines.comment(within: text, at: event.mark)
      return lost.map { .cut(text, lost: $0) } ?? .text(text, .plain)
    case .sequenceStart: return try nested(event) { composer throws(YAMLFault) in try composer.list(subject) }
    case .mappingStart: return try nested(event) { composer throws(YAMLFault) in try composer.mapping(subject) }
    case .alias(let name): throw YAMLFault("alias", event.mark, ("*" + name).quoted)
    case .documentStart, .documentEnd, .sequenceEnd, .mappingEnd:
      throw YAMLFault(YAMLError("the parser gave up", at: event.mark))
    }
  }

  private mutating func nested(
    _ event: YAMLEvent, _ body: (inout Self) throws(YAMLFault) -> YAMLValue.Content
  ) throws(YAMLFault) -> YAMLValue.Content {
    guard depth < Self.maximumDepth else { throw YAMLFault("depth", event.mark, "\(Self.maximumDepth)") }
    depth += 1
    defer { depth -= 1 }
    return try body(&self)
  }

  private mutating func list(_ subject: Diagnostic.Subject) throws(YAMLFault) -> YAMLValue.Content {
    var elements: [YAMLValue] = []
    var event = try expected()
    while event.kind != .sequenceEnd {
      elements.append(try value(event, subject.element(elements.count)))
      event = try expected()
    }
    return .list(elements)
  }

  private mutating func mapping(_ subject: Diagnostic.Subject) throws(YAMLFault) -> YAMLValue.Content {
    var members: [YAMLValue.Member] = []
    var event = try expected()
    while event.kind != .mappingEnd {
      let key = try value(event, subject)
      members.append(YAMLValue.Member(key: key, value: try value(try expected(), key.place)))
      event = try expected()
    }
    if let fault = YAMLFault.duplicates(among: members) { throw fault }
    return .mapping(members)
  }
}

extension YAMLEvent {
  /// YAML's own tags' prefix.
  private static let prefix = "tag:yaml.org,2002:"

  /// Whether it is certainly a text: in quotes, or with the tag for text.
  fileprivate var isText: Bool {
    guard case .scalar(_, let isPlain) = kind else { return false }
    return tag == Self.prefix + "str" || !isPlain
  }

  /// The tag of a value that it changes: any except the one for text on a text.
  fileprivate func strangeTag(of content: YAMLValue.Content) -> String? {
    guard let tag, !tag.isEmpty, tag != "!" else { return nil }
    switch content {
    case .text where tag == Self.prefix + "str", .unsound where tag == Self.prefix + "str": return nil
    default: return tag.hasPrefix(Self.prefix) ? "!!" + tag.dropFirst(Self.prefix.count) : tag
    }
  }
}

extension YAMLFault {
  /// The repeated keys of a mapping, at the first of them in the alphabet.
  fileprivate static func duplicates(among members: [YAMLValue.Member]) -> Self? {
    var keys: [String: YAMLValue] = [:]
    var names: Set<String> = []
    for key in members.map(\.key) {
      guard let name = key.name else { continue }
      if keys[name] == nil { keys[name] = key } else { names.insert(name) }
    }
    guard let first = names.min(), let subject = keys[first]?.subject else { return nil }
    let list = names.sorted().prefix(5).map(\.quoted).joined(separator: ", ")
    return Self("duplicates", subject.line.map { YAMLMark(line: $0, column: subject.column ?? 1) }, list)
  }
}
