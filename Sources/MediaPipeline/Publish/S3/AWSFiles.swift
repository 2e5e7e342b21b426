import Essentials
import Findings
import PushDelivery
import SystemPackage

/// The two files that AWS's tools share: sections with lines `key = value`
/// (https://docs.aws.amazon.com/sdkref/latest/guide/file-format.html). Their contents may be foreign.
struct AWSFiles: Sendable {
  /// The searched paths, each with a remark if it is missing.
  private(set) var places: [String] = []
  /// Why an existing file, which may contain the requested profile, cannot be read or understood, with its path and line.
  private(set) var fault: ObjectStoreError?
  private var profiles: [String: [String: String]] = [:]

  init(_ surroundings: AWSSurroundings) {
    let credentials = read("credentials", of: surroundings, variable: "AWS_SHARED_CREDENTIALS_FILE")
    for (section, keys) in read("config", of: surroundings, variable: "AWS_CONFIG_FILE") {
      if section == "default" { profiles[section, default: [:]].merge(keys) { own, _ in own } }
      if let name = Self.profileName(of: section) { profiles[name, default: [:]].merge(keys) { $1 } }
    }
    // The credentials file wins if both set a key.
    for (section, keys) in credentials { profiles[section, default: [:]].merge(keys) { $1 } }
  }

  /// The profiles' names, sorted.
  var names: [String] { profiles.keys.sorted() }

  /// The keys of a profile that have a value; nil without such a profile.
  func profile(_ name: String) -> [String: String]? { profiles[name]?.filter { !$0.value.isEmpty } }

  /// `dev` of a section `profile dev`, maybe in quotes; nil for other sections.
  private static func profileName(of section: String) -> String? {
    let rest = section.dropFirst("profile".count)
    guard section.hasPrefix("profile"), rest.first?.isWhitespace == true else { return nil }
    let name = rest.trimmed
    return name.count > 1 && name.hasPrefix("\"") && name.hasSuffix("\"") ? String(name.dropFirst().dropLast()) : name
  }

  /// The sections of one of the files.
  private mutating func read(_ name: String, of surroundings: AWSSurroundings, variable: String) -> [String: [String:
    String]]
  {
    let path = surroundings.variables[variable].map(surroundings.path) ?? "\(surroundings.home)/.aws/\(name)"
    var place = path
    defer { places.append(place) }
    // That name is used to mean no file.
    guard path != "/dev/null" else { return [:] }
    do {
      return try Self.sections(of: String(decoding: FileReading.bytes(of: path, limit: 1_000_000), as: UTF8.self), path)
    } catch let error as ObjectStoreError {
      fault = fault ?? error
    } catch let error as FileSystemError where FileManager.default.fileExists(atPath: path) {
      let reason = error.code == .invalidArgument ? "is no regular file" : "cannot be read: \(error.reason)"
      fault =
        fault
        ?? .noCredentials(
          "\(path) is there and \(reason)", remedy: "let it be a file that you may read, or name another in \(variable)"
        )
    } catch {
      // A folder without access, such as another user's home, says nothing about its contents.
      let isMissing = (error as? FileSystemError)?.isMissing == true
      place += " (which \(isMissing ? "is not there" : "cannot be looked for: \(error.reason)"))"
    }
    return [:]
  }

  /// The last of equal keys wins. Throws for the first line that is neither a section nor a pair, without quoting it: ignoring it could
  /// select other credentials.
  private static func sections(of text: String, _ path: String) throws(ObjectStoreError) -> [String: [String: String]] {
    var sections: [String: [String: String]] = [:]
    var name: String?
    // Whether the last key was empty; nil without a key.
    var isNesting: Bool?
    let text = text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...]
    for (number, line) in zip(1..., text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)) {
      func fault(_ reason: String) -> ObjectStoreError {
        .noCredentials(
          "\(path), line \(number): \(reason), so the file cannot be read",
          remedy: "correct that line, or write the file again with `aws configure`")
      }
      let words = line.trimmed
      if words.isEmpty || words.hasPrefix("#") || words.hasPrefix(";") { continue }
      // Nested pairs below an empty key belong to that key and are ignored; other indented text continues a value.
      let isPair = words.hasPrefix("[") || words.contains("=")
      if line.first?.isWhitespace == true, let isNesting, isNesting || !isPair { continue }
      if words.hasPrefix("[") {
        guard let end = words.firstIndex(of: "]") else { throw fault("it has no ] at its end") }
        let section = words[..<end].dropFirst().trimmed
        guard !section.isEmpty else { throw fault("it names no profile between [ and ]") }
        (name, isNesting) = (section, nil)
        sections[section] = sections[section] ?? [:]
      } else {
        guard let section = name else { throw fault("it stands before the first [profile]") }
        guard let equals = words.firstIndex(of: "="), equals != words.startIndex else {
          throw fault("it is neither [profile] nor key = value")
        }
        let (key, value) = (words[..<equals].trimmed.lowercased(), words[equals...].dropFirst().trimmed)
        sections[section]?[key] = value
        isNesting = value.isEmpty
      }
    }
    return sections
  }
}
