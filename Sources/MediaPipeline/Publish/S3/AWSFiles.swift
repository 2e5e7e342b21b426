import Essentials
import Findings
import PushDelivery
import SystemPackage

/// One profile, merged from both files.
struct AWSProfile: Sendable {
  let name: String
  let keys: [String: String]

  /// nil if the key is missing or empty.
  subscript(_ key: String) -> String? { keys[key].flatMap { $0.isEmpty ? nil : $0 } }
}

/// The two files that AWS's tools share: sections with lines `key = value`
/// (https://docs.aws.amazon.com/sdkref/latest/guide/file-format.html). Their contents may be foreign.
struct AWSFiles: Sendable {
  /// The profiles' names, sorted.
  let names: [String]
  /// The searched paths, with the faults found there.
  let places: [String]
  /// Why an existing file cannot be read or understood, with its path and line, and the remedy. It may contain the requested profile, so
  /// its absence is not certain.
  let fault: AWSFileFault?
  private let profiles: [String: [String: String]]

  init(_ surroundings: AWSSurroundings) {
    let credentials = AWSFile(surroundings, variable: "AWS_SHARED_CREDENTIALS_FILE", name: "credentials")
    let configuration = AWSFile(surroundings, variable: "AWS_CONFIG_FILE", name: "config")
    var profiles: [String: [String: String]] = [:]
    for (section, keys) in configuration.sections {
      if section == "default" { profiles[section, default: [:]].merge(keys) { own, _ in own } }
      if let name = section.profileName { profiles[name, default: [:]].merge(keys) { $1 } }
    }
    // The credentials file wins if both set a key.
    for (section, keys) in credentials.sections { profiles[section, default: [:]].merge(keys) { $1 } }
    self.profiles = profiles
    names = profiles.keys.sorted()
    places = [credentials.place, configuration.place]
    fault = credentials.fault ?? configuration.fault
  }

  func profile(_ name: String) -> AWSProfile? { profiles[name].map { AWSProfile(name: name, keys: $0) } }
}

/// Why a file cannot be used. It does not quote the file's contents.
struct AWSFileFault: Error {
  let detail: String
  let remedy: String
}

/// One of the files.
private struct AWSFile {
  /// Its path, with a remark if it is missing.
  let place: String
  let sections: [String: [String: String]]
  let fault: AWSFileFault?

  init(_ surroundings: AWSSurroundings, variable: String, name: String) {
    let path = surroundings.variables[variable].map(surroundings.path) ?? "\(surroundings.home)/.aws/\(name)"
    // That name is used to mean no file.
    let isNone = path == "/dev/null"
    var (place, sections, fault): (String, [String: [String: String]], AWSFileFault?) = (path, [:], nil)
    do {
      let bytes = isNone ? [] : try FileReading.bytes(of: path, limit: 1_000_000)
      sections = try AWSFileText(path: path).sections(of: String(decoding: bytes, as: UTF8.self))
    } catch let error as AWSFileFault {
      fault = error
    } catch let error as FileSystemError where !FileManager.default.fileExists(atPath: path) {
      // A folder without access, such as another user's home, says nothing about its contents.
      place = "\(path) (which \(error.isMissing ? "is not there" : "cannot be looked for: \(error.reason)"))"
    } catch let error as FileSystemError where error.code == .invalidArgument {
      fault = AWSFileFault(
        detail: "\(path) is there and is no regular file", remedy: "let it be a file, or name another in \(variable)")
    } catch {
      fault = AWSFileFault(
        detail: "\(path) is there and cannot be read: \(error.reason)",
        remedy: "let it be a file that you may read, or name another in \(variable)")
    }
    (self.place, self.sections, self.fault) = (place, sections, fault)
  }
}

/// The lines of one of the files.
private struct AWSFileText {
  let path: String

  /// The last of equal keys wins.
  ///
  /// - Throws: `AWSFileFault` for the first line that is neither a section nor a pair: ignoring it could select other credentials.
  func sections(of text: String) throws(AWSFileFault) -> [String: [String: String]] {
    var sections: [String: [String: String]] = [:]
    var (name, lastKey, isNesting): (String?, String?, Bool) = (nil, nil, false)
    let text = text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...]
    for (number, line) in zip(1..., text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)) {
      let words = line.trimmed
      if words.isEmpty || words.hasPrefix("#") || words.hasPrefix(";") { continue }
      let isInside = line.first?.isWhitespace == true && lastKey != nil
      if words.hasPrefix("["), !(isInside && isNesting) {
        let section = try section(words, number)
        (name, lastKey, isNesting) = (section, nil, false)
        sections[section, default: [:]].merge([:]) { $1 }
      } else if isInside, isNesting || !words.contains("=") {
        // Nested pairs below an empty key belong to that key and are ignored; other indented text continues a value.
        continue
      } else {
        guard let section = name else { throw fault(number, "it stands before the first [profile]") }
        let (key, value) = try pair(words, number)
        sections[section]?[key] = value
        (lastKey, isNesting) = (key, value.isEmpty)
      }
    }
    return sections
  }

  private func section(_ words: String, _ number: Int) throws(AWSFileFault) -> String {
    guard let end = words.firstIndex(of: "]") else { throw fault(number, "it has no ] at its end") }
    let name = words[words.index(after: words.startIndex)..<end].trimmed
    guard !name.isEmpty else { throw fault(number, "it names no profile between [ and ]") }
    return name
  }

  private func pair(_ words: String, _ number: Int) throws(AWSFileFault) -> (key: String, value: String) {
    guard let equals = words.firstIndex(of: "="), equals != words.startIndex else {
      throw fault(number, "it is neither [profile] nor key = value")
    }
    return (words[..<equals].trimmed.lowercased(), words[words.index(after: equals)...].trimmed)
  }

  private func fault(_ number: Int, _ reason: String) -> AWSFileFault {
    AWSFileFault(
      detail: "\(path), line \(number): \(reason), so that nobody can say what the file tells",
      remedy: "correct that line, or write the file anew with `aws configure`")
  }
}

extension StringProtocol {
  /// `dev` of a section `profile dev`, maybe in quotes.
  fileprivate var profileName: String? {
    let kind = "profile"
    guard hasPrefix(kind), dropFirst(kind.count).first?.isWhitespace == true else { return nil }
    let name = dropFirst(kind.count).trimmed
    let isQuoted = name.count > 1 && name.first == "\"" && name.last == "\""
    return isQuoted ? String(name.dropFirst().dropLast()) : name
  }
}
