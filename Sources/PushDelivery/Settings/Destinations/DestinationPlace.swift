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
  /// The same at more length, for the reference.
  let summary: String
  /// All keys in the order in which they are named.
  let outline: [KeyOutline]
  let schema: JSONValue
  /// What is written under `publish` to start from.
  let template: [String]
  /// Reads a mapping that is known to be of this kind.
  let read: @Sendable (YAMLMapping, inout YAMLReader) -> DestinationSettings?

  /// - Parameters:
  ///   - kind: what the key `to` says.
  ///   - noun: what a destination of this kind is, as in "a bucket".
  ///   - summary: the same at more length, in Markdown.
  ///   - template: the keys of one to start from, in the order in which they are written.
  ///   - example: what is said above it as a comment, which it is then a part of; nil: it is written as it is.
  ///   - section: its keys, those that every kind has among them.
  ///   - place: makes the place of what was written.
  package init<Draft>(
    kind: String, noun: String, summary: String, template: [String], example: String? = nil,
    section: Section<DestinationDraft<Draft>>, place: @escaping @Sendable (Draft) -> some DestinationPlace
  ) {
    self.kind = kind
    self.noun = noun
    self.summary = summary
    schema = section.schema.merging(["type": "object"])
    outline = section.outline
    let keys = template.compactMap { name in section.outline.first { $0.name == name } }
    if let example {
      let lines = [example] + SectionTemplate.element(keys.map(\.uncommented))
      self.template = SectionTemplate.commented(lines.joined(separator: "\n"))
    } else {
      self.template = SectionTemplate.element(keys)
    }
    read = { mapping, reader in
      var draft = section.standard
      guard section.read(mapping, into: &draft, &reader) else { return nil }
      let place = place(draft.place)
      return DestinationSettings(
        name: draft.name ?? kind, place: place, baseURL: draft.baseURL ?? place.ownBaseURL,
        verification: draft.verification)
    }
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
  /// - Parameter comment: what a file to start from says about it.
  package static func to<Place>(_ kind: String, comment: String? = nil) -> Key where Root == DestinationDraft<Place> {
    let type = YAMLType("`\(kind)`", ["const": .string(kind)]) { value, reader in reader.string(value) }
    return Key("to", checking: type, "The kind of destination.", standard: kind).required.comment(comment)
  }

  package static func name<Place>() -> Key where Root == DestinationDraft<Place> {
    Key("name", \.name, .destinationName, "What --to calls it.")
      .comment("What you call it; the kind when left out.", example: .written("directory"))
      .reference("What `--to` calls it. No two have the same.", standard: "the kind")
  }

  package static func verify<Place>() -> Key where Root == DestinationDraft<Place> {
    Key("verify", \.verification, .verification, "How each URL is tried before a request may refer to it.")
      .comment("How each URL is tried before a request may refer to it: get, head or off.")
      .reference(
        "How each URL is tried before a request may refer to it. `get` loads it as each client does and compares the bytes; "
          + "`head` looks at status, length and type and proves no more; `off` believes the destination. A URL that does not "
          + "answer yet is asked again for a minute. What was not tried with `get` is [unproven](publishing.md#proof).",
        standard: "`get`; for a directory without `deploy` `off`")
  }

  package static func baseURL<Place>(example: String) -> Key where Root == DestinationDraft<Place> {
    Key("base-url", \.baseURL, .baseURL, "The address under which the files are served.")
      .comment(
        """
        The URL under which the folder is served: https, or http for a local host. No default: without it here, a flag or
        a variable must give it.
        """, example: .written(example)
      ).reference(
        "The address under which the files are served: `https://`, or `http://` for this machine (`localhost`, `127.…` and "
          + "`[::1]`), which no phone can load. ASCII with percent-encoding. No query, no fragment, no user name. A slash is "
          + "added at its end where it lacks one. For a directory it is required here, as a flag or as a variable: requests "
          + "cannot say where the pictures are without it.", standard: "the bucket's own; for a directory none")
  }
}

extension YAMLType<URLVerification> {
  fileprivate static var verification: YAMLType {
    let choices: KeyValuePairs<String, URLVerification> = ["get": .get, "head": .head, "off": .off]
    // `off` without quotes is a truth value to editors.
    return YAMLType(
      "`get`, `head` or `off`", JSONSchema.anyOf([JSONSchema.choice(choices.map(\.key)), ["const": false]])
    ) { value, reader in reader.choice(value, among: choices) }.written { $0.rawValue }
  }
}

extension YAMLType<String> {
  /// One word, since it also names a folder of what is kept about the destination.
  fileprivate static var destinationName: YAMLType {
    .text(
      "letters, digits and `._-`", matching: "^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$", refusal: "cannot name a destination",
      remedy: "write up to 100 letters, digits and ._-, beginning with a letter or digit")
  }

  fileprivate static var baseURL: YAMLType {
    YAMLType("URL", JSONSchema.form("^https?://[!$-;=@-Z_a-z~%\\[\\]]+$")) { value, reader in
      guard let text = reader.string(value) else { return nil }
      let checked = BaseURL.configured(text, at: value.subject)
      for diagnostic in checked.diagnostics { reader.report(diagnostic) }
      return checked.value?.text
    }
  }
}
