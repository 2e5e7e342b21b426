package import Findings
import MediaFacts

extension Set<Platform> {
  /// Every platform. One value for all messages.
  package static let all = Set(Platform.allCases)
}

/// The texts of a message, which are read once their placeholders are filled in.
extension JSONSchema {
  /// The identifier names a file, so it only has characters that every file system takes.
  static let messageIdentifier = orPlaceholder(
    name(#"^(?![.-])(?![Ii][Nn][Dd][Ee][Xx]$)[A-Za-z0-9._-]{1,200}$"#))

  /// One target or a list of them.
  static var targets: JSONValue {
    let target = MessageTarget.schema { _ in inLanguages(path) }
    return anyOf([target, list(target, atLeast: 1), ["const": .string(YAMLValue.defaultTarget)]])
  }

  /// Any names with texts, which are taken as written: `12` and `true` are texts here. A text in quotes may be empty.
  static let data = map(inLanguages(["type": .array(["string", "number", "boolean"])]))

  /// Each variant's values, by its name. They are split before a message is read.
  static let variants = map(reference("variant"), names: VariantName.pattern, atLeast: 1)
}

extension YAMLType<String> {
  static var languageTag: YAMLType {
    YAMLType(JSONSchema.form("^\(LanguageTag.pattern)$")) { LanguageTag.read($0, &$1) }
  }
}

extension YAMLReader {
  /// - Parameter place: of the text; evaluated only if it has an error.
  mutating func messageIdentifier(_ text: String, at place: @autoclosure () -> Diagnostic.Subject) -> String? {
    guard let text = string(text, at: place()) else { return nil }
    if MessageIdentifier(rawValue: text) != nil { return text }
    return fail(
      .campaign(
        "id", text.quoted, "\(MessageIdentifier.maximumLength)",
        Slug(text).unique(among: [Slug("index")]).text.quoted), place())
  }
}

/// A variant's name: it becomes a part of the message's identifier.
enum VariantName {
  static let pattern = "^[A-Za-z0-9_-]{1,40}$"

  static func read(_ value: YAMLValue, _ reader: inout YAMLReader) -> String? {
    guard let name = reader.string(value) else { return nil }
    if (1...40).contains(name.utf8.count), name.utf8.allSatisfy(PlaceholderText.isNameByte) { return name }
    return reader.fail(.campaign("variant", name.quoted), value.subject)
  }
}

extension YAMLType<[String: YAMLValue]> {
  /// Names and texts for placeholders, perhaps in several languages.
  static var placeholderValues: YAMLType {
    let schema = JSONSchema.map(
      JSONSchema.inLanguages(JSONSchema.text), names: #"^(?!(locale|variant)$)[A-Za-z][A-Za-z0-9_-]*$"#)
    return YAMLType(schema) { value, reader in
      PlaceholderNames.check(value, &reader)
      return value.membersByName
    }
  }
}

extension YAMLValue {
  /// The word for the target of the next layer: for a variant its message's, then `defaults.target` of campaign.yml, then that of
  /// pipeline.yml.
  static let defaultTarget = "default"

  /// Whether it is that word.
  var isDefaultTarget: Bool { if case .text(Self.defaultTarget, _) = content { true } else { false } }
}

extension YAMLType<Set<Platform>> {
  /// A list of platforms, or their names in one text, separated by blanks or commas.
  static var platforms: YAMLType {
    YAMLType(
      JSONSchema.anyOf([
        JSONSchema.list(JSONSchema.choice(Platform.allCases.map(\.rawValue)), atLeast: 1),
        JSONSchema.orPlaceholder(JSONSchema.form("^[ ,]*(ios|android|web)([ ,]+(ios|android|web))*[ ,]*$")),
      ])
    ) { value, reader in reader.platforms(value) }
  }
}

extension YAMLReader {
  fileprivate mutating func platforms(_ value: YAMLValue) -> Set<Platform>? {
    let elements: [YAMLValue]? =
      if case .text(let text, let style) = value.content {
        text.split { " ,".contains($0) }.map { YAMLValue(.text(String($0), style), value.subject) }
      } else {
        list(value)
      }
    guard let elements else { return nil }
    if elements.isEmpty { report(.campaign("noPlatform"), value.subject) }
    let found = elements.map { name($0, among: ["ios", "android", "web"]).flatMap(Platform.init(rawValue:)) }
    // Those that are left would make keys useless that are not.
    return found.isEmpty || found.contains(nil) ? nil : Set(found.compactMap(\.self))
  }
}

/// A point of a picture, one coordinate at a time.
private struct PointDraft: Sendable {
  var x = 0.0
  var y = 0.0

  static let section = Section(PointDraft()) {
    Key("x", \.x, YAMLType.number(0...1).orPlaceholder).required
    Key("y", \.y, YAMLType.number(0...1).orPlaceholder).required
  }.constrained(by: ["minProperties": 1])
}

extension YAMLType<FocalPoint> {
  /// A point of a picture: `{x: 0.5, y: 0.5}`.
  static var focalPoint: YAMLType { PointDraft.section.type.map { FocalPoint(x: $0.x, y: $0.y) } }
}

/// A message's target in both files: a mapping with one key.
extension MessageTarget {
  /// The target, and the place of its text.
  static func read(
    _ value: YAMLValue, _ reader: inout YAMLReader
  ) -> (target: MessageTarget, place: Diagnostic.Subject)? {
    let before = reader.diagnostics.count
    if case .text = value.content { return reader.fail(value, expected: "a target, as in `target: {topic: news}`") }
    guard let section = reader.mapping(value, known: MessageFieldTable.targets) else { return nil }
    let targets = Kind.allCases.compactMap { kind in
      section[kind.rawValue].flatMap { value in
        reader.path(value).map { (target: MessageTarget(kind, $0), place: value.subject) }
      }
    }
    if section.values.count != 1, reader.diagnostics.count == before {
      reader.report(.campaign("oneTarget", "\(section.values.count)"), section.subject)
    }
    return targets.first
  }

  /// - Parameter text: the schema of the text under a key.
  static func schema(_ text: (Kind) -> JSONValue) -> JSONValue {
    JSONSchema.object(Dictionary(uniqueKeysWithValues: Kind.allCases.map { ($0.rawValue, text($0)) }))
      .merging(["type": "object", "minProperties": 1, "maxProperties": 1])
  }
}

/// The path of a picture or video of the campaign folder, as a message names it.
private enum CampaignPath {
  static let schema = JSONSchema.name(#"^(?!/)(?!(.*/)?\.\.(/|$))(?!.*://)(?=.*[^./\s])[^\u0000-\u001f\u007f\\]+$"#)

  /// The path without `.` and doubled slashes.
  static func read(_ value: YAMLValue?, _ reader: inout YAMLReader) -> String? {
    guard let value, let text = reader.string(value) else { return nil }
    let components = text.split(separator: "/").filter { $0 != "." }
    guard let fault = fault(of: text, components) else { return components.joined(separator: "/") }
    return reader.fail(
      .campaignPath, value.subject, "\(text.quoted) \(fault.message)",
      remedy: fault.remedy ?? "write the file's path relative to the campaign folder")
  }

  private static func fault(of text: String, _ components: [Substring]) -> (message: String, remedy: String?)? {
    if text.contains("://") {
      return (
        "is a URL, and pictures are files of the campaign folder",
        "download the picture into the campaign folder and name that file"
      )
    }
    if text.hasControls { return ("has control characters in it", nil) }
    if text.contains("\\") { return ("has a backslash in it", "write `/` between folders") }
    if text.hasPrefix("/") { return ("is absolute, and pictures are files of the campaign folder", nil) }
    if components.contains("..") { return ("leaves the campaign folder", nil) }
    return components.isEmpty ? ("names the campaign folder itself", nil) : nil
  }
}

extension YAMLType<CampaignMedia> {
  private static var ownSchema: JSONValue {
    let file = JSONSchema.inLanguages(CampaignPath.schema)
    return JSONSchema.object(Dictionary(uniqueKeysWithValues: Platform.allCases.map { ($0.rawValue, file) }))
      .merging(["type": "object", "minProperties": 1])
  }

  /// One file for all platforms, or separate files for some.
  static var media: YAMLType {
    YAMLType(JSONSchema.anyOf([CampaignPath.schema, ownSchema])) { value, reader in
      guard case .mapping(let members) = value.content else { return CampaignMedia(CampaignPath.read(value, &reader)) }
      guard !members.isEmpty, let section = reader.mapping(value, known: ["ios", "android", "web"]) else {
        return reader.fail(value, expected: "a path, or `{ios: …, android: …, web: …}` with paths")
      }
      var own: [Platform: String] = [:]
      for platform in Platform.allCases { own[platform] = CampaignPath.read(section[platform.rawValue], &reader) }
      return CampaignMedia(own: own)
    }
  }
}

/// A moment in motion: `{at: 2.5}`.
private struct Moment: Sendable {
  var seconds = 0.0

  static let section = Section(Moment()) {
    Key("at", \.seconds, YAMLType.number(PosterChoice.momentRange).orPlaceholder).required
  }.constrained(by: ["minProperties": 1])
}

extension YAMLType<PosterChoice> {
  /// A moment, `{at: 2.5}`, or the path of a picture.
  static var poster: YAMLType {
    let moment = Moment.section
    return YAMLType(JSONSchema.anyOf([CampaignPath.schema, moment.type.schema])) { value, reader in
      switch value.content {
      case .text(let text, let style) where style != .quoted && PlainText.number(text) != nil:
        return reader.fail(.campaign("poster", text.quoted, text.printable), value.subject)
      case .text: return CampaignPath.read(value, &reader).map(PosterChoice.file)
      case .mapping: return moment.read(value, &reader).map { .at($0.seconds) }
      default:
        return reader.fail(value, expected: "`{at: SECONDS}` or the path of a picture")
      }
    }
  }
}
