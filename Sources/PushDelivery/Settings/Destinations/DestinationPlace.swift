import Findings

/// A place of one kind for published assets: a folder, or a service's bucket.
///
/// `grammar` gives the kind's keys under `publish` of pipeline.yml. The publisher adds how to open a place.
public protocol DestinationPlace: Hashable, Sendable {
  /// The kind's name, its keys and its words.
  static var grammar: DestinationGrammar { get }

  /// The URL under which the place serves its files, ending in `/`; nil if only its owner knows it.
  var ownBaseURL: String? { get }
  /// Its folder on this machine, as pipeline.yml names it; nil if it is not a folder.
  var folder: String? { get }
  /// The hosts that read a file with serving rules.
  var staticHosts: [StaticHost] { get }

  /// The command that deploys the folder once everything is published; nil if none is needed.
  var deployment: DeployCommand? { get }

  /// The same place in another folder of this machine; nil for others.
  func moved(to folder: String) -> Self?
}

extension DestinationPlace {
  public var ownBaseURL: String? { nil }
  public var folder: String? { nil }
  public var staticHosts: [StaticHost] { [] }
  public var deployment: DeployCommand? { nil }
  public func moved(to folder: String) -> Self? { nil }
}

/// The name of one kind of destinations, and its keys.
public struct DestinationGrammar: Sendable {
  /// The value of `to`.
  let kind: String
  /// The noun for such a destination, as in "a bucket".
  let noun: String
  /// All keys, in the order of texts.
  let outline: [KeyOutline]
  /// The kind as a key, with these keys below it.
  let key: KeyOutline
  /// Reads a mapping of this kind.
  let read: @Sendable (YAMLMapping, inout YAMLReader) -> DestinationSettings?
  private let templateKeys: [String]

  /// - Parameters:
  ///   - template: the keys of an example, in order.
  ///   - section: its keys, including those of every kind.
  package init(
    kind: String, noun: String, template: [String], section: Section<DestinationDraft<some DestinationPlace>>
  ) {
    (self.kind, self.noun) = (kind, noun)
    templateKeys = template
    outline = section.outline
    key = KeyOutline(
      name: kind, schema: { section.type.schema }, body: .section(section.outline), words: { section.place?.mapping })
    read = { mapping, reader in
      var draft = section.standard
      guard section.read(mapping, into: &draft, &reader) else { return nil }
      return DestinationSettings(
        name: draft.name ?? kind, place: draft.place, baseURL: draft.baseURL ?? draft.place.ownBaseURL,
        verification: draft.verification)
    }
  }

  /// An example under `publish`: with all comments, or as a comment.
  func template(isComment: Bool) -> [String] {
    let keys = templateKeys.compactMap { name in outline.first { $0.name == name } }
    guard isComment else { return SectionTemplate.element(keys) }
    return SectionTemplate.comment(key)
      + SectionTemplate.element(keys, withComments: false).flatMap(SectionTemplate.commented)
  }
}

/// A destination while it is read: the keys of every kind, and those of its kind.
package struct DestinationDraft<Place: Sendable>: Sendable {
  var name: String?
  var baseURL: String?
  var verification: URLVerification
  /// The kind's own values.
  package var place: Place

  /// - Parameter verification: the default check of its URLs.
  package init(_ place: Place, verification: URLVerification) {
    (self.place, self.verification) = (place, verification)
  }
}

/// The keys that every kind of destinations has.
extension Key {
  package static func to<Place>(_ kind: String) -> Key where Root == DestinationDraft<Place> {
    let type = YAMLType(["const": .string(kind)]) { value, reader in reader.string(value) }
    return Key("to", checking: type, standard: kind).required
  }

  package static func name<Place>() -> Key where Root == DestinationDraft<Place> {
    // One word, because it also names a folder with the destination's records.
    Key("name", \.name, .text("destinationName", matching: "^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$"))
      .example(.written("directory"))
  }

  package static func verify<Place>() -> Key where Root == DestinationDraft<Place> {
    Key("verify", \.verification, .verification)
  }

  package static func baseURL<Place>(example: String) -> Key where Root == DestinationDraft<Place> {
    Key("base-url", \.baseURL, .baseURL).example(.written(example))
  }
}

extension YAMLType<URLVerification> {
  fileprivate static var verification: YAMLType {
    let choice = YAMLType.choice(URLVerification.allCases.map { ($0.rawValue, $0) })
    // `off` without quotes is a truth value to editors.
    return YAMLType(JSONSchema.anyOf([choice.schema, ["const": false]]), read: choice.read).written(choice.text)
  }
}

extension YAMLType<String> {
  fileprivate static var baseURL: YAMLType {
    YAMLType(JSONSchema.form("^https?://[!$-;=@-Z_a-z~%\\[\\]]+$")) { value, reader in
      guard let text = reader.string(value) else { return nil }
      let checked = BaseURL.configured(text, at: value.subject)
      for diagnostic in checked.diagnostics { reader.report(diagnostic) }
      return checked.value?.text
    }
  }
}
