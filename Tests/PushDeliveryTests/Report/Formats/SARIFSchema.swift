import TestSupport

/// The part of the published schema of SARIF 2.1.0 that richpush's logs touch
/// (https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json): which properties an object may and
/// must have, and of what kind their values are. Every object there refuses properties that it does not name.
indirect enum SARIFSchema: Sendable {
  case text
  case oneOf([String])
  case truth
  /// A whole number that is at least this.
  case count(atLeast: Double)
  case list(SARIFSchema, unique: Bool = false)
  case map(SARIFSchema)
  case object([String: SARIFSchema], required: Set<String> = [])
  case anything

  /// Where a value is not as the schema says.
  func faults(in value: JSON, at place: String = "$") -> [String] {
    switch (self, value) {
    case (.anything, _), (.text, .string), (.truth, .bool): []
    case (.oneOf(let texts), .string(let text)) where texts.contains(text): []
    case (.count(let least), .number(let number)) where number >= least && number.rounded() == number: []
    case (.list(let element, let unique), .array(let values)):
      (unique && Set(values).count < values.count ? ["\(place) has an element twice"] : [])
        + values.enumerated().flatMap { element.faults(in: $1, at: "\(place)[\($0)]") }
    case (.map(let element), .object(let values)): values.flatMap { element.faults(in: $1, at: "\(place).\($0)") }
    case (.object(let properties, let required), .object(let values)):
      required.subtracting(values.keys).map { "\(place).\($0) is missing" }
        + values.flatMap { key, value in
          properties[key].map { $0.faults(in: value, at: "\(place).\(key)") } ?? ["\(place).\(key) is unknown"]
        }
    default: ["\(place) is \(value)"]
    }
  }
}

extension SARIFSchema {
  static let log = object(
    ["$schema": text, "version": oneOf(["2.1.0"]), "runs": list(run)], required: ["version", "runs"])

  private static let run = object(
    [
      "tool": object(["driver": component], required: ["driver"]),
      "invocations": list(object(["executionSuccessful": truth], required: ["executionSuccessful"])),
      "columnKind": oneOf(["utf16CodeUnits", "unicodeCodePoints"]), "originalUriBaseIds": map(artifactLocation),
      "results": list(result),
    ], required: ["tool"])

  private static let component = object(
    [
      "name": text, "version": text, "semanticVersion": text, "informationUri": text, "rules": list(rule, unique: true),
    ],
    required: ["name"])

  private static let level = oneOf(["none", "note", "warning", "error"])
  private static let multiformat = object(["text": text, "markdown": text], required: ["text"])
  /// A property bag: `tags` are texts, each once, and any other members.
  private static let properties = object(["tags": list(text, unique: true), "platforms": anything])

  private static let rule = object(
    [
      "id": text, "shortDescription": multiformat, "fullDescription": multiformat, "help": multiformat, "helpUri": text,
      "defaultConfiguration": object(["level": level]), "properties": properties,
    ], required: ["id"])

  private static let result = object(
    [
      "ruleId": text, "ruleIndex": count(atLeast: 0), "level": level,
      "message": object(["text": text, "markdown": text], required: ["text"]), "locations": list(location),
      "partialFingerprints": map(text),
      "suppressions": list(object(["kind": oneOf(["inSource", "external"])], required: ["kind"]), unique: true),
      "properties": properties,
    ], required: ["message"])

  private static let location = object([
    "physicalLocation": object([
      "artifactLocation": artifactLocation,
      "region": object(["startLine": count(atLeast: 1), "startColumn": count(atLeast: 1)]),
    ]),
    "logicalLocations": list(object(["fullyQualifiedName": text]), unique: true),
  ])

  private static let artifactLocation = object(["uri": text, "uriBaseId": text, "description": multiformat])
}
