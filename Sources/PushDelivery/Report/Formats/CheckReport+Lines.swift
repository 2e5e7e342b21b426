public import Findings

extension CheckReport {
  /// The JSON that GitLab shows next to a merge request
  /// (https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format).
  ///
  /// - Parameter base: the working directory, which must be the checkout's.
  public func codeQuality(base: PathBase) -> JSONValue {
    let places = DiagnosticPlaces(self)
    // GitLab sees new findings by them.
    var identities = FindingIdentities()
    let severities: [Diagnostic.Severity: JSONValue] = [.error: "major", .warning: "minor", .note: "info"]
    let issues = diagnostics.map { diagnostic -> JSONValue in
      let path = places.place(of: diagnostic).name(from: base)
      let remedy = diagnostic.remedy.isEmpty ? "" : " Remedy: \(diagnostic.remedy)."
      return [
        "description": .string("\(diagnostic.message).\(remedy)"), "check_name": .string(diagnostic.rule.rawValue),
        "fingerprint": .string(identities.next(for: diagnostic, at: path, digest: places.digest(of: diagnostic))),
        "severity": severities[diagnostic.severity] ?? "info",
        "location": ["path": .string(path), "lines": ["begin": .integer(diagnostic.subject.line ?? 1)]],
      ]
    }
    return .array(issues)
  }

  /// Workflow commands, one for each finding, which GitHub shows as annotations next to the lines of a change
  /// (https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands). GitHub shows ten errors, ten warnings and ten
  /// notices of a step; the log has all.
  ///
  /// - Parameter base: the working directory; paths are relative to it.
  public func gitHubAnnotations(base: PathBase) -> [String] {
    let places = DiagnosticPlaces(self)
    return diagnostics.map { annotation($0, at: places.place(of: $0), base: base) }
  }

  /// A line for each finding, `file:line:col: rule message`, which editors and `grep` read like a compiler's.
  ///
  /// - Parameter base: the working directory; paths are relative to it.
  public func conciseLines(base: PathBase) -> [String] {
    let places = DiagnosticPlaces(self)
    return diagnostics.map { conciseLine($0, at: places.place(of: $0), base: base) }
  }
}

private func annotation(_ diagnostic: Diagnostic, at place: DiagnosticPlace, base: PathBase) -> String {
  var properties: [(String, String)] = []
  var message = diagnostic.message
  if case .file(let path) = place {
    properties.append(("file", base.relative(path).printable))
  } else {
    message = "\(place.name): \(message)"
  }
  if let line = diagnostic.subject.line { properties.append(("line", "\(line)")) }
  if let column = diagnostic.subject.column { properties.append(("col", "\(column)")) }
  properties.append(("title", diagnostic.rule.rawValue))
  let remedy = diagnostic.remedy.isEmpty ? [] : ["Remedy: \(diagnostic.remedy.printable)"]
  let text = ([message.printable] + remedy).joined(separator: "\n")
  let command = diagnostic.severity == .note ? "notice" : diagnostic.severity.rawValue
  let list = properties.map { "\($0)=\(escaped($1, "%\r\n:,"))" }.joined(separator: ",")
  return "::\(command) \(list)::\(escaped(text, "%\r\n"))"
}

/// Scalar by scalar: in a string, a carriage return and a line feed are one character.
private func escaped(_ text: String, _ special: String) -> String {
  text.unicodeScalars.map { scalar in
    guard special.unicodeScalars.contains(scalar) else { return String(scalar) }
    return "%" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16, uppercase: true)
  }.joined()
}

/// A file always has a line and a column: editors skip findings without them. Standard input has them if known.
private func conciseLine(_ diagnostic: Diagnostic, at place: DiagnosticPlace, base: PathBase) -> String {
  let subject = diagnostic.subject
  let position: String
  switch place {
  case .file(let path): position = "\(base.relative(path)):\(subject.line ?? 1):\(subject.column ?? 1)"
  case .other(let name) where subject.kind != .message:
    position = ([name] + [subject.line, subject.column].compactMap { $0.map(String.init) }).joined(separator: ":")
  case .url, .other: position = place.name
  }
  return "\(position): \(diagnostic.rule) \(diagnostic.message)".printable
}
