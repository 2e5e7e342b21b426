import Findings
import PushDelivery

/// One profile, as both files together describe it.
struct AWSProfile: Sendable {
  let name: String
  let keys: [String: String]

  /// nil where there is no such key, or nothing in it.
  subscript(_ key: String) -> String? { keys[key].flatMap { $0.isEmpty ? nil : $0 } }
}

/// The two files that AWS's tools share: sections with lines `key = value`
/// (https://docs.aws.amazon.com/sdkref/latest/guide/file-format.html). What lies in them may be anybody's.
struct AWSFiles: Sendable {
  /// The profiles' names, sorted.
  let names: [String]
  /// Where they were looked for, with what was wrong there.
  let places: [String]
  private let profiles: [String: [String: String]]
  private let sessions: [String: [String: String]]

  init(_ surroundings: AWSSurroundings) {
    let credentials = AWSFile(surroundings, variable: "AWS_SHARED_CREDENTIALS_FILE", name: "credentials")
    let configuration = AWSFile(surroundings, variable: "AWS_CONFIG_FILE", name: "config")
    var (profiles, sessions): ([String: [String: String]], [String: [String: String]]) = ([:], [:])
    for (section, keys) in configuration.sections {
      if section == "default" { profiles[section, default: [:]].merge(keys) { own, _ in own } }
      if let name = section.named("profile") { profiles[name, default: [:]].merge(keys) { $1 } }
      if let name = section.named("sso-session") { sessions[name] = keys }
    }
    // The file of credentials counts where both say something.
    for (section, keys) in credentials.sections { profiles[section, default: [:]].merge(keys) { $1 } }
    (self.profiles, self.sessions) = (profiles, sessions)
    names = profiles.keys.sorted()
    places = [credentials.place, configuration.place]
  }

  func profile(_ name: String) -> AWSProfile? { profiles[name].map { AWSProfile(name: name, keys: $0) } }

  /// What several profiles share that sign on together.
  func session(_ name: String) -> AWSProfile? { sessions[name].map { AWSProfile(name: name, keys: $0) } }
}

/// One of the files.
private struct AWSFile {
  /// Its path, and why it cannot be read where it cannot.
  let place: String
  let sections: [String: [String: String]]

  init(_ surroundings: AWSSurroundings, variable: String, name: String) {
    let path = surroundings.variables[variable].map(surroundings.path) ?? "\(surroundings.home)/.aws/\(name)"
    do throws(FileSystemError) {
      let bytes = try FileReading.bytes(of: path, limit: 1_000_000)
      place = path
      sections = Self.sections(of: String(decoding: bytes, as: UTF8.self))
    } catch {
      place = error.isMissing ? "\(path) (which is not there)" : "\(path) (which cannot be read: \(error.description))"
      sections = [:]
    }
  }

  /// Lines that are neither a section nor a pair are passed over, as AWS's tools do. The last of equal keys counts.
  private static func sections(of text: String) -> [String: [String: String]] {
    var sections: [String: [String: String]] = [:]
    var (name, isNesting): (String?, Bool) = (nil, false)
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.trimmed
      if words.isEmpty || words.hasPrefix("#") || words.hasPrefix(";") { continue }
      if words.hasPrefix("["), let end = words.firstIndex(of: "]") {
        name = words[words.index(after: words.startIndex)..<end].trimmed
        isNesting = false
        sections[name ?? "", default: [:]].merge([:]) { $1 }
      } else if let name, let equals = words.firstIndex(of: "=") {
        // Pairs below a key without a value belong to that key, and none of those is looked at here.
        if isNesting, line.first?.isWhitespace == true { continue }
        let value = words[words.index(after: equals)...].trimmed
        isNesting = value.isEmpty
        sections[name]?[words[..<equals].trimmed.lowercased()] = value
      }
    }
    return sections
  }
}

extension StringProtocol {
  /// What stands behind a kind of section: `dev` of `profile dev`, perhaps in quotes.
  fileprivate func named(_ kind: String) -> String? {
    guard hasPrefix(kind), dropFirst(kind.count).first?.isWhitespace == true else { return nil }
    let name = dropFirst(kind.count).trimmed
    let isQuoted = name.count > 1 && name.first == "\"" && name.last == "\""
    return isQuoted ? String(name.dropFirst().dropLast()) : name
  }
}
