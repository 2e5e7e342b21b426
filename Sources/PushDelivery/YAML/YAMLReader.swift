package import Findings

/// Reads typed values from a YAML document and collects every problem, so that you see all of them at once.
///
/// A missing value reads as nil without a problem; a wrong value reads as nil with one.
package struct YAMLReader {
  /// The most problems that are kept: a thousand have one common cause.
  static let maximumDiagnostics = 1000

  /// The problems so far.
  package private(set) var diagnostics: [Diagnostic] = []
  private var reported: Set<Diagnostic> = []

  /// True if no more problems are kept, so that hints are useless.
  var isFull: Bool { diagnostics.count >= Self.maximumDiagnostics }

  /// Reads a whole document with `body`, which gets the root value. With any error, the result has no value.
  package static func read<Value>(
    _ text: String, file: String, _ body: (inout YAMLReader, YAMLValue) -> Value?
  ) -> Checked<Value> {
    let document = YAMLDocument.root(of: text, file: file)
    guard let root = document.value else { return Checked(nil, document.diagnostics) }
    var reader = YAMLReader()
    let value = body(&reader, root)
    return Checked(value, reader.sortedDiagnostics)
  }

  /// The problems so far, in the order of their files.
  var sortedDiagnostics: [Diagnostic] {
    diagnostics.enumerated().sorted { left, right in
      left.element.subject.isBefore(right.element.subject) ?? (left.offset < right.offset)
    }.map(\.element)
  }

  /// Adds an error, or something milder.
  package mutating func report(
    _ incident: Incident, _ subject: Diagnostic.Subject, _ message: String, severity: Diagnostic.Severity? = nil,
    remedy: String? = nil
  ) { report(Diagnostic(incident, subject, message, severity: severity, remedy: remedy)) }

  mutating func report(
    _ words: ErrorWords, _ subject: Diagnostic.Subject, severity: Diagnostic.Severity? = nil, remedy: String? = nil
  ) { report(Diagnostic(words, subject, severity: severity, remedy: remedy)) }

  /// Adds an error of a value, which is then read as nil.
  package mutating func fail<Value>(
    _ incident: Incident, _ subject: Diagnostic.Subject, _ message: String, remedy: String? = nil
  ) -> Value? {
    report(Diagnostic(incident, subject, message, remedy: remedy))
    return nil
  }

  mutating func fail<Value>(_ words: ErrorWords, _ subject: Diagnostic.Subject) -> Value? {
    report(words, subject)
    return nil
  }

  /// The same for a value of another type.
  mutating func fail<Value>(_ value: YAMLValue, expected: String) -> Value? {
    reportType(of: value, expected: expected)
    return nil
  }

  /// A value that several messages share is read several times, but reported once.
  mutating func report(_ diagnostic: Diagnostic) {
    guard !isFull, reported.insert(diagnostic).inserted else { return }
    diagnostics.append(diagnostic)
  }

  /// Takes a problem back whose cause is reported better. Returns whether there was one.
  mutating func withdraw(_ incident: Incident, inLine line: Int, of file: String) -> Bool {
    let count = diagnostics.count
    diagnostics.removeAll { $0.rule == incident.id && $0.subject.name == file && $0.subject.line == line }
    return diagnostics.count < count
  }

  /// Gives the problems so far better places.
  mutating func relocate(_ place: (Diagnostic.Subject) -> Diagnostic.Subject) {
    for index in diagnostics.indices { diagnostics[index].subject = place(diagnostics[index].subject) }
  }

  /// Adds the findings of the rules for messages and URLs about a configuration value.
  mutating func report(ofConfiguration found: [Diagnostic]) {
    for diagnostic in found.asConfigurationErrors { report(diagnostic) }
  }

  /// Reports a key without effect next to its neighbours.
  mutating func refuse(_ value: YAMLValue?, because reason: String, use other: String) {
    if let value { report(.setting("useless", reason, other), value.subject) }
  }

  mutating func reportType(of value: YAMLValue, expected: String) {
    switch value.content {
    case .unusable: break
    case .nothing: report(ErrorWords("yaml", "nothing", [expected]), value.subject)
    case .tagged: report(ErrorWords("yaml", "tagged", [expected, value.kind]), value.subject)
    case .unsound(let scalar):
      report(ErrorWords("yaml", "unsound", [scalar.codePoint, String.unusableReason]), value.subject)
    case .cut(let text, let lost):
      let kind = lost.hasPrefix("&") ? "an anchor" : "a comment"
      report(ErrorWords("yaml", "cut", [lost.quoted, kind, text.quoted]), value.subject)
    default:
      report(ErrorWords("yaml", "other", [expected, value.kind]), value.subject, remedy: "write \(expected)")
    }
  }

  /// The elements of a list.
  package mutating func list(_ value: YAMLValue?) -> [YAMLValue]? {
    guard let value else { return nil }
    guard case .list(let elements) = value.content else { return fail(value, expected: "a list") }
    return elements
  }
}

extension Diagnostic.Subject {
  /// Whether it is an entry of a file, or in one: by the key path, or by the line in a table with rows.
  func lies(in entry: Self) -> Bool {
    guard name == entry.name else { return false }
    guard let whole = entry.keyPath else { return line == entry.line }
    guard let keyPath, keyPath.hasPrefix(whole) else { return false }
    return keyPath.count == whole.count || [".", "["].contains(keyPath.dropFirst(whole.count).prefix(1))
  }

  /// Whether this one is further up in the file, or in an earlier file; nil: both have the same place.
  fileprivate func isBefore(_ other: Self) -> Bool? {
    guard name == other.name else { return name < other.name }
    let (here, there) = ((line ?? 0, column ?? 0), (other.line ?? 0, other.column ?? 0))
    return here == there ? nil : here < there
  }
}

/// A mapping with known keys: the value of each.
package struct YAMLMapping {
  /// The mapping's place.
  package let subject: Diagnostic.Subject
  let values: [String: YAMLValue]

  /// The value of a key; nil: the key is missing.
  package subscript(name: String) -> YAMLValue? { values[name] }
}

extension YAMLReader {
  /// The keys and values of a mapping; an empty value counts as an empty one. Reports keys that are not in `known`.
  package mutating func mapping(_ value: YAMLValue, known: [String]) -> YAMLMapping? {
    switch value.content {
    case .mapping(let members):
      var values: [String: YAMLValue] = [:]
      for member in members {
        guard let name = name(of: member) else { continue }
        if known.contains(name) { values[name] = member.value } else { reportUnknownKey(name, member, known: known) }
      }
      return YAMLMapping(subject: value.subject, values: values)
    case .nothing: return YAMLMapping(subject: value.subject, values: [:])
    default:
      return fail(value, expected: "a mapping of keys")
    }
  }

  /// The value of a required key; reports a missing one.
  package mutating func required(_ name: String, of mapping: YAMLMapping) -> YAMLValue? {
    if let value = mapping[name] { return value }
    return fail(.setting("missing", name.quoted), mapping.subject.key(name))
  }

  /// The text of a member's key; reports any other key.
  mutating func name(of member: YAMLValue.Member) -> String? {
    if let name = member.key.name { return name }
    return fail(member.key, expected: "a key")
  }

  private mutating func reportUnknownKey(_ name: String, _ member: YAMLValue.Member, known: [String]) {
    guard !isFull else { return }
    let nearest = NearestName.find(name, among: known)?.quoted ?? ""
    let all = known.map(\.quoted).joined(separator: ", ")
    report(
      name == "<<" ? .setting("merge") : .setting("unknownKey", name.quoted), member.place,
      remedy: known.count == 1 ? "the only key here is \(nearest)" : "the nearest key is \(nearest), of \(all)")
  }
}

extension [Diagnostic] {
  /// The findings of the rules for messages and URLs about a value, as errors of its configuration.
  ///
  /// Warnings are left out: they are reported where the value is used.
  var asConfigurationErrors: [Diagnostic] {
    filter { $0.severity == .error }.map { Diagnostic(.configurationValue, $0.subject, $0.message, remedy: $0.remedy) }
  }
}
