import Findings

/// One destination of pipeline.yml.
public struct DestinationSettings: Hashable, Sendable {
  /// Its name, by which `--to` chooses it; by default its kind.
  public var name: String
  public var place: any DestinationPlace
  /// The URL that serves the place's files, ending in `/`; nil until a flag or a variable gives it.
  public var baseURL: String?
  /// How to check a URL once its file is published.
  public var verification: URLVerification

  public init(
    name: String = "directory", place: any DestinationPlace = DirectoryPlace(path: "public"), baseURL: String? = nil,
    verification: URLVerification = .off
  ) {
    (self.name, self.place, self.baseURL, self.verification) = (name, place, baseURL, verification)
  }

  private var parts: [AnyHashable] { [name, AnyHashable(place), baseURL, verification] }

  public static func == (left: Self, right: Self) -> Bool { left.parts == right.parts }

  public func hash(into hasher: inout Hasher) { hasher.combine(parts) }
}

/// A destination with all settings known.
public struct ResolvedDestination: Hashable, Sendable {
  private let settings: DestinationSettings
  /// Ends in `/`.
  public let baseURL: String

  public init(_ settings: DestinationSettings, baseURL: String) {
    (self.settings, self.baseURL) = (settings, baseURL)
  }

  public var name: String { settings.name }
  public var place: any DestinationPlace { settings.place }
  public var verification: URLVerification { settings.verification }
}

/// How to check a URL before a request may refer to it.
public enum URLVerification: String, Hashable, Sendable, Codable, CaseIterable {
  /// Loads and compares the bytes.
  case get
  /// Checks nothing: the place's own claims are trusted.
  case off
}

/// The kinds of destinations, and their grammar under `publish` in pipeline.yml.
struct DestinationKinds: Sendable {
  let grammars: [DestinationGrammar]

  init(_ kinds: [any DestinationPlace.Type]) { grammars = kinds.map { $0.grammar } }

  var type: YAMLType<[DestinationSettings]> {
    YAMLType(JSONSchema.list(JSONSchema.anyOf(outline.map { $0.described($0.schema()) }), atLeast: 1)) {
      value, reader in
      destinations(value, &reader)
    }
  }

  /// One of the first kind as an example, and the others as comments.
  var template: [String] { grammars.enumerated().flatMap { $0.element.template(isComment: $0.offset > 0) } }

  var outline: [KeyOutline] { grammars.map(\.key) }

  private func destinations(_ value: YAMLValue, _ reader: inout YAMLReader) -> [DestinationSettings]? {
    let isAlone = value.membersByName["to"] != nil
    if isAlone { reader.report(.setting("oneDestination"), value.subject) }
    guard let elements = isAlone ? [value] : reader.list(value) else { return nil }
    if elements.isEmpty { reader.report(.setting("noDestinations"), value.subject) }
    var destinations: [DestinationSettings] = []
    for element in elements {
      guard let destination = destination(element, &reader) else { continue }
      if destinations.contains(where: { $0.name == destination.name }) {
        reader.report(.setting("sameDestinations", destination.name.quoted), element.subject)
      }
      destinations.append(destination)
    }
    return destinations
  }

  private func destination(_ value: YAMLValue, _ reader: inout YAMLReader) -> DestinationSettings? {
    guard let mapping = reader.mapping(value, known: keys),
      let kind = reader.required("to", of: mapping), let name = reader.name(kind, among: grammars.map(\.kind)),
      let grammar = grammars.first(where: { $0.kind == name })
    else { return nil }
    let own = Set(grammar.outline.map(\.name))
    for key in keys where !own.contains(key) {
      reader.refuse(
        mapping[key], because: "a destination of the kind \(grammar.kind) has none", use: "another kind of `to`")
    }
    return grammar.read(mapping, &reader)
  }

  /// The keys of all kinds, each once.
  private var keys: [String] {
    grammars.flatMap(\.outline).map(\.name).distinct
  }
}
