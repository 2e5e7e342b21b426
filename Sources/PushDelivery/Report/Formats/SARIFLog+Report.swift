public import Findings
import MediaFacts

extension SARIFLog {
  /// All findings of a check, and the suppressed ones, marked as that.
  ///
  /// - Parameters:
  ///   - version: of richpush: three numbers.
  ///   - home: the URL of richpush's documentation; nil without one.
  ///   - base: the working directory; paths below it are relative to it.
  public init(_ report: CheckReport, version: String, home: String?, base: PathBase) {
    let rules = Set((report.diagnostics + report.suppressed).map(\.rule)).sorted { $0.rawValue < $1.rawValue }
    let indices = Dictionary(uniqueKeysWithValues: zip(rules, 0...))
    let places = DiagnosticPlaces(report)
    var identities = FindingIdentities()
    func result(_ diagnostic: Diagnostic, isSuppressed: Bool) -> Result {
      let place = places.place(of: diagnostic)
      return Result(
        diagnostic, ruleIndex: indices[diagnostic.rule] ?? 0, at: Location(diagnostic.subject, place, base),
        identity: identities.next(for: diagnostic, at: place.name(from: base), digest: places.digest(of: diagnostic)),
        isSuppressed: isSuppressed)
    }
    let results =
      report.diagnostics.map { result($0, isSuppressed: false) }
      + report.suppressed.map { result($0, isSuppressed: true) }
    let driver = Driver(
      version: version, semanticVersion: version, informationUri: home, rules: rules.map(Rule.init(identifier:)))
    let couldLook = !report.diagnostics.contains { $0.rule.isEnvironmental }
    runs = [
      Run(tool: Tool(driver: driver), invocations: [Invocation(executionSuccessful: couldLook)], results: results)
    ]
  }
}

extension SARIFLog.Result {
  fileprivate init(
    _ diagnostic: Diagnostic, ruleIndex: Int, at location: SARIFLog.Location, identity: String, isSuppressed: Bool
  ) {
    ruleId = diagnostic.rule.rawValue
    self.ruleIndex = ruleIndex
    level = diagnostic.severity.rawValue
    let remedy = diagnostic.remedy.isEmpty ? "" : "\nRemedy: \(diagnostic.remedy)."
    message = SARIFLog.Text(text: "\(diagnostic.message).\(remedy)")
    locations = [location]
    partialFingerprints = ["findingIdentity/v1": identity]
    suppressions = isSuppressed ? [Suppression()] : nil
    properties = diagnostic.platforms.map(Properties.init)
  }
}

extension SARIFLog.Location {
  /// GitHub's code scanning refuses a whole log for one location without a file and a line: so a picture has a line 1, and other subjects
  /// have a name.
  fileprivate init(_ subject: Diagnostic.Subject, _ place: DiagnosticPlace, _ base: PathBase) {
    physicalLocation = SARIFLog.PhysicalLocation(
      artifactLocation: SARIFLog.ArtifactLocation(place, base),
      region: SARIFLog.Region(startLine: subject.line ?? 1, startColumn: subject.column))
    let names = [place.fileName == nil ? place.name : nil, subject.keyPath].compactMap { $0 }
    logicalLocations = names.isEmpty ? nil : names.map(SARIFLog.LogicalLocation.init)
  }
}

extension DiagnosticPlace {
  fileprivate var fileName: String? { if case .file(let path) = self { path } else { nil } }
}

extension SARIFLog.ArtifactLocation {
  /// A URL is written without its scheme: GitHub's code scanning refuses a log with any scheme other than the checkout's
  /// (https://github.com/github/codeql-action/issues/754).
  fileprivate init(_ place: DiagnosticPlace, _ base: PathBase) {
    switch place {
    case .other(let name): self.init(uri: URIText.encoded(path: name))
    case .url(let url):
      let scheme = url.firstRange(of: "://").map { url[..<$0.upperBound] } ?? ""
      self.init(uri: URIText.encoded(path: String(url.dropFirst(scheme.count))))
    case .file(let path):
      let relative = base.relative(path)
      if relative == ".." || relative.hasPrefix("../") {
        self.init(uri: "file://" + URIText.encoded(path: base.absolute(path)))
      } else {
        self.init(uri: URIText.encoded(path: relative), uriBaseId: "%SRCROOT%")
      }
    }
  }
}

extension SARIFLog.Rule {
  /// The description of a rule or of an incident of richpush.
  fileprivate init(identifier: RuleIdentifier) {
    if let rule = RuleCatalog.standard.rule(identifier) {
      self.init(rule)
    } else if let incident = RuleCatalog.standard.incident(identifier) {
      self.init(incident)
    } else {
      self.init(id: identifier.rawValue, shortDescription: .init(text: identifier.rawValue))
    }
  }

  private init(_ rule: RuleDescription) {
    let isAddress = rule.source.hasPrefix("https://")
    let source = isAddress ? "<\(rule.source)>" : rule.source
    self.init(
      id: rule.id.rawValue, shortDescription: .init(text: rule.summary),
      fullDescription: .init(text: "\(rule.summary) \(rule.why)"),
      help: .init(
        text: "\(rule.why)\nRemedy: \(rule.remedy).\nSource: \(rule.source)",
        markdown: "\(rule.why)\n\n**Remedy:** \(rule.remedy).\n\n**Source:** \(source)"),
      helpUri: isAddress ? rule.source : nil, defaultConfiguration: .init(level: rule.severity.rawValue),
      properties: .init(tags: [rule.area.rawValue] + rule.platforms.sorted().map(\.rawValue)))
  }

  private init(_ incident: Incident) {
    self.init(
      id: incident.id.rawValue, shortDescription: .init(text: incident.summary),
      help: .init(
        text: "\(incident.summary)\nRemedy: \(incident.remedySentence)",
        markdown: "\(incident.summary)\n\n**Remedy:** \(incident.remedySentence)"),
      defaultConfiguration: .init(level: incident.severity.rawValue))
  }
}

/// Text as part of a URI (RFC 3986).
package enum URIText {
  /// A path, percent-encoded for a URI. Colons are encoded as well: before the first slash of a relative path one would end a scheme.
  package static func encoded(path: String) -> String {
    let kept = Set("/-._~!$&'()*+,;=@".utf8)
    let bytes = path.utf8.flatMap { byte in
      isAlphanumeric(byte) || kept.contains(byte) ? [byte] : [UInt8(ascii: "%")] + hexadecimal(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func hexadecimal(_ byte: UInt8) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    return [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }
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
