public import Findings
import MediaFacts

extension CheckReport {
  /// In the Static Analysis Results Interchange Format 2.1.0, as code hosts and editors read it
  /// (https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html): all findings, and the suppressed ones, marked as that.
  ///
  /// - Parameters:
  ///   - version: of richpush: three numbers.
  ///   - home: the URL of richpush's documentation; nil without one.
  ///   - base: the working directory; paths below it are relative to it.
  public func sarif(version: String, home: String?, base: PathBase) -> JSONValue {
    let rules = Set((diagnostics + suppressed).map(\.rule)).sorted { $0.rawValue < $1.rawValue }
    let indices = Dictionary(uniqueKeysWithValues: zip(rules, 0...))
    let places = DiagnosticPlaces(self)
    var identities = FindingIdentities()
    func result(_ diagnostic: Diagnostic, isSuppressed: Bool) -> JSONValue {
      let place = places.place(of: diagnostic)
      let identity = identities.next(for: diagnostic, at: place.name(from: base), digest: places.digest(of: diagnostic))
      let remedy = diagnostic.remedy.isEmpty ? "" : "\nRemedy: \(diagnostic.remedy)."
      return .object(present: [
        "ruleId": .string(diagnostic.rule.rawValue), "ruleIndex": .integer(indices[diagnostic.rule] ?? 0),
        "level": .string(diagnostic.severity.rawValue),
        "message": ["text": .string("\(diagnostic.message).\(remedy)")],
        "locations": [location(diagnostic.subject, place, base)],
        "partialFingerprints": ["findingIdentity/v1": .string(identity)],
        "suppressions": isSuppressed ? [["kind": "external"]] : nil,
        "properties": diagnostic.platforms.map { ["platforms": .array($0.map { .string($0.rawValue) })] },
      ])
    }
    let results =
      diagnostics.map { result($0, isSuppressed: false) } + suppressed.map { result($0, isSuppressed: true) }
    let driver = JSONValue.object(present: [
      "name": "richpush", "version": .string(version), "semanticVersion": .string(version),
      "informationUri": home.map { .string($0) }, "rules": .array(rules.map(descriptor)),
    ])
    let run: JSONValue = [
      "tool": ["driver": driver], "columnKind": "unicodeCodePoints",
      "invocations": [["executionSuccessful": .bool(!diagnostics.contains(where: \.rule.isEnvironmental))]],
      "originalUriBaseIds": ["%SRCROOT%": ["description": ["text": "the working directory"]]],
      "results": .array(results),
    ]
    return ["$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]]
  }
}

/// GitHub's code scanning refuses a whole log for one location without a file and a line: so a picture has a line 1, and other subjects have
/// a name.
private func location(_ subject: Diagnostic.Subject, _ place: DiagnosticPlace, _ base: PathBase) -> JSONValue {
  var names = [subject.keyPath].compactMap(\.self)
  if case .file = place {} else { names.insert(place.name, at: 0) }
  return .object(present: [
    "physicalLocation": [
      "artifactLocation": artifact(place, base),
      "region": .object(present: [
        "startLine": .integer(subject.line ?? 1), "startColumn": subject.column.map { .integer($0) },
      ]),
    ], "logicalLocations": names.isEmpty ? nil : .array(names.map { ["fullyQualifiedName": .string($0)] }),
  ])
}

/// A URL is written without its scheme: GitHub's code scanning refuses a log with any scheme other than the checkout's
/// (https://github.com/github/codeql-action/issues/754).
private func artifact(_ place: DiagnosticPlace, _ base: PathBase) -> JSONValue {
  func uri(_ path: some StringProtocol) -> JSONValue { .string(PercentEncoding.path(String(path))) }
  switch place {
  case .other(let name): return ["uri": uri(name)]
  case .url(let url): return ["uri": uri(url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...])]
  case .file(let path):
    let relative = base.relative(path)
    return relative == ".." || relative.hasPrefix("../")
      ? ["uri": .string("file://" + PercentEncoding.path(base.absolute(path)))]
      : ["uri": uri(relative), "uriBaseId": "%SRCROOT%"]
  }
}

/// A `reportingDescriptor`: the description of a rule or of an incident of richpush.
private func descriptor(_ identifier: RuleIdentifier) -> JSONValue {
  func text(_ text: String, markdown: String? = nil) -> JSONValue {
    .object(present: ["text": .string(text), "markdown": markdown.map { .string($0) }])
  }
  let id = JSONValue.string(identifier.rawValue)
  if let rule = RuleCatalog.standard.rule(identifier) {
    let isAddress = rule.source.hasPrefix("https://")
    let source = isAddress ? "<\(rule.source)>" : rule.source
    return .object(present: [
      "id": id, "shortDescription": text(rule.summary), "fullDescription": text("\(rule.summary) \(rule.why)"),
      "help": text(
        "\(rule.why)\nRemedy: \(rule.remedy).\nSource: \(rule.source)",
        markdown: "\(rule.why)\n\n**Remedy:** \(rule.remedy).\n\n**Source:** \(source)"),
      "helpUri": isAddress ? .string(rule.source) : nil,
      "defaultConfiguration": ["level": .string(rule.severity.rawValue)],
      "properties": [
        "tags": .array(([rule.area.rawValue] + rule.platforms.sorted().map(\.rawValue)).map { .string($0) })
      ],
    ])
  }
  guard let incident = RuleCatalog.standard.incident(identifier) else {
    return ["id": id, "shortDescription": text(identifier.rawValue)]
  }
  return [
    "id": id, "shortDescription": text(incident.summary),
    "help": text(
      "\(incident.summary)\nRemedy: \(incident.remedySentence)",
      markdown: "\(incident.summary)\n\n**Remedy:** \(incident.remedySentence)"),
    "defaultConfiguration": ["level": .string(incident.severity.rawValue)],
  ]
}

/// Identities of findings that stay when lines or the checkout move.
struct FindingIdentities {
  private var counts: [String: Int] = [:]

  /// The rule, the path and the key path, or without a key path the file's contents; and its number among several.
  mutating func next(for diagnostic: Diagnostic, at name: String, digest: ContentDigest?) -> String {
    let detail = diagnostic.subject.keyPath ?? digest?.hex ?? ""
    let identity = [diagnostic.rule.rawValue, name, detail].joined(separator: "|")
    let count = counts[identity, default: 0] + 1
    counts[identity] = count
    return count == 1 ? identity : "\(identity)|\(count)"
  }
}
