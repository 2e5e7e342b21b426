import Findings

/// A place that assets are published to, of one kind: a folder, a bucket of some service.
///
/// A kind says in `grammar` which keys it has under `publish` of pipeline.yml. Whoever publishes adds how a place is opened.
public protocol DestinationPlace: Hashable, Sendable {
  /// The kind's name, its keys and its words.
  static var grammar: DestinationGrammar { get }

  /// The URL under which the place itself serves its files, ending in `/`; nil where only its owner knows.
  var ownBaseURL: String? { get }
  /// The folder of this machine that it is, as pipeline.yml names it; nil where it is none.
  var folder: String? { get }
  /// The hosts that a file in the folder tells how to serve it.
  var staticHosts: [StaticHost] { get }

  /// What takes the folder to where it is served, once everything is published; nil where nothing has to.
  var deployment: DeployCommand? { get }

  /// The same place in another folder of this machine; nil where it is none.
  func moved(to folder: String) -> Self?
}

extension DestinationPlace {
  public var ownBaseURL: String? { nil }
  public var folder: String? { nil }
  public var staticHosts: [StaticHost] { [] }
  public var deployment: DeployCommand? { nil }
  public func moved(to folder: String) -> Self? { nil }
}

/// What one kind of destinations is called, and its keys.
public struct DestinationGrammar: Sendable {
  /// What the key `to` says.
  let kind: String
  /// What a destination of this kind is, as in "a bucket".
  let noun: String
  /// All keys in the order in which they are named.
  let outline: [KeyOutline]
  /// The kind as a key that has these keys beneath it.
  let key: KeyOutline
  /// Reads a mapping that is known to be of this kind.
  let read: @Sendable (YAMLMapping, inout YAMLReader) -> DestinationSettings?
  private let templateKeys: [String]

  /// - Parameters:
  ///   - kind: what the key `to` says.
  ///   - noun: what a destination of this kind is, as in "a bucket".
  ///   - template: the keys of one to start from, in the order in which they are written.
  ///   - section: its keys, those that every kind has among them.
  ///   - place: makes the place of what was written.
  package init<Draft>(
    kind: String, noun: String, template: [String], section: Section<DestinationDraft<Draft>>,
    place: @escaping @Sendable (Draft) -> some DestinationPlace
  ) {
    self.kind = kind
    self.noun = noun
    templateKeys = template
    outline = section.outline
    key = KeyOutline(
      name: kind, schema: { section.type.schema }, body: .section(section.outline),
      words: { section.place?.mapping })
    read = { mapping, reader in
      var draft = section.standard
      guard section.read(mapping, into: &draft, &reader) else { return nil }
      let place = place(draft.place)
      return DestinationSettings(
        name: draft.name ?? kind, place: place, baseURL: draft.baseURL ?? place.ownBaseURL,
        verification: draft.verification)
    }
  }

  /// One to start from, under `publish`: with all comments, or as a comment itself.
  func template(isComment: Bool) -> [String] {
    let keys = templateKeys.compactMap { name in outline.first { $0.name == name } }
    guard isComment else { return SectionTemplate.element(keys) }
    return SectionTemplate.comment(key)
      + SectionTemplate.element(keys, withComments: false).flatMap(SectionTemplate.commented)
  }
}

/// A destination while it is read: what every kind has, and what its own keys say.
package struct DestinationDraft<Place: Sendable>: Sendable {
  var name: String?
  var baseURL: String?
  var verification: URLVerification
  /// What the kind's own keys say.
  package var place: Place

  /// - Parameter verification: how its URLs are tried when nothing is said.
  package init(_ place: Place, verification: URLVerification) {
    self.place = place
    self.verification = verification
  }
}

/// The keys that every kind of destinations has.
extension Key {
  package static func to<Place>(_ kind: String) -> Key where Root == DestinationDraft<Place> {
    let type = YAMLType(["const": .string(kind)]) { value, reader in reader.string(value) }
    return Key("to", checking: type, standard: kind).required
  }

  package static func name<Place>() -> Key where Root == DestinationDraft<Place> {
    Key("name", \.name, .destinationName).example(.written("directory"))
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
    let choices: KeyValuePairs<String, URLVerification> = ["get": .get, "head": .head, "off": .off]
    // `off` without quotes is a truth value to editors.
    return YAMLType(JSONSchema.anyOf([JSONSchema.choice(choices.map(\.key)), ["const": false]])) { value, reader in
      reader.choice(value, among: choices)
    }.written { $0.rawValue }
  }
}

extension YAMLType<String> {
  /// One word, since it also names a folder of what is kept about the destination.
  fileprivate static var destinationName: YAMLType {
    .text(
      matching: "^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$", refusal: "cannot name a destination",
      remedy: "write up to 100 letters, digits and ._-, beginning with a letter or digit")
  }

  fileprivate static var baseURL: YAMLType {
    YAMLType(JSONSchema.form("^https?://[!$-;=@-Z_a-z~%\\[\\]]+$")) { value, reader in
      guard let text = reader.string(value) else { return nil }
      let checked = BaseURL.configured(text, at: value.subject)
      for diagnostic in checked.diagnostics { reader.report(diagnostic) }
      return checked.value?.text
    }
  }
}
