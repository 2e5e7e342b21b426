import Essentials
import Findings
import PushDelivery
import SystemPackage

/// The two files that AWS's tools share: sections with lines `key = value`
/// (https://docs.aws.amazon.com/sdkref/latest/guide/file-format.html). Their contents may be foreign.
struct AWSFiles: Sendable {
  /// The searched paths, each with a remark if it is missing.
  let places: [String]
  /// Why an existing file cannot be read or understood, with its path and line. It may contain the requested profile, so its absence is not
  /// certain.
  let fault: ObjectStoreError?
  private let profiles: [String: [String: String]]

  init(_ surroundings: AWSSurroundings) {
    let credentials = AWSFile(surroundings, variable: "AWS_SHARED_CREDENTIALS_FILE", name: "credentials")
    let configuration = AWSFile(surroundings, variable: "AWS_CONFIG_FILE", name: "config")
    var profiles: [String: [String: String]] = [:]
    for (section, keys) in configuration.sections {
      if section == "default" { profiles[section, default: [:]].merge(keys) { own, _ in own } }
      if let name = Self.profileName(of: section) { profiles[name, default: [:]].merge(keys) { $1 } }
    }
    // The credentials file wins if both set a key.
    for (section, keys) in credentials.sections { profiles[section, default: [:]].merge(keys) { $1 } }
    self.profiles = profiles
    places = [credentials.place, configuration.place]
    fault = credentials.fault ?? configuration.fault
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
}

/// One of the files.
private struct AWSFile {
  /// Its path, with a remark if it is missing.
  private(set) var place: String
  private(set) var sections: [String: [String: String]] = [:]
  private(set) var fault: ObjectStoreError?

  init(_ surroundings: AWSSurroundings, variable: String, name: String) {
    let path = surroundings.variables[variable].map(surroundings.path) ?? "\(surroundings.home)/.aws/\(name)"
    place = path
    // That name is used to mean no file.
    guard path != "/dev/null" else { return }
    let bytes: [UInt8]
    do throws(FileSystemError) {
      bytes = try FileReading.bytes(of: path, limit: 1_000_000)
    } catch {
      guard FileManager.default.fileExists(atPath: path) else {
        // A folder without access, such as another user's home, says nothing about its contents.
        place += " (which \(error.isMissing ? "is not there" : "cannot be looked for: \(error.reason)"))"
        return
      }
      let reason = error.code == .invalidArgument ? "is no regular file" : "cannot be read: \(error.reason)"
      fault = .noCredentials(
        "\(path) is there and \(reason)",
        remedy: "let it be a file that you may read, or name another in \(variable)")
      return
    }
    do throws(ObjectStoreError) {
      sections = try Self.sections(of: String(decoding: bytes, as: UTF8.self), path)
    } catch {
      fault = error
    }
  }

  /// The last of equal keys wins.
  ///
  /// - Throws: `ObjectStoreError` for the first line that is neither a section nor a pair: ignoring it could select other credentials. It
  ///   does not quote the line.
  private static func sections(
    of text: String, _ path: String
  ) throws(ObjectStoreError) -> [String: [String: String]] {
    var sections: [String: [String: String]] = [:]
    var (name, lastKey, isNesting): (String?, String?, Bool) = (nil, nil, false)
    let text = text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...]
    for (number, line) in zip(1..., text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)) {
      func fault(_ reason: String) -> ObjectStoreError {
        .noCredentials(
          "\(path), line \(number): \(reason), so the file cannot be read",
          remedy: "correct that line, or write the file again with `aws configure`")
      }
      let words = line.trimmed
      if words.isEmpty || words.hasPrefix("#") || words.hasPrefix(";") { continue }
      let isInside = line.first?.isWhitespace == true && lastKey != nil
      if words.hasPrefix("["), !(isInside && isNesting) {
        guard let end = words.firstIndex(of: "]") else { throw fault("it has no ] at its end") }
        let section = words[..<end].dropFirst().trimmed
        guard !section.isEmpty else { throw fault("it names no profile between [ and ]") }
        (name, lastKey, isNesting) = (section, nil, false)
        sections[section, default: [:]].merge([:]) { $1 }
      } else if isInside, isNesting || !words.contains("=") {
        // Nested pairs below an empty key belong to that key and are ignored; other indented text continues a value.
        continue
      } else {
        guard let section = name else { throw fault("it stands before the first [profile]") }
        guard let equals = words.firstIndex(of: "="), equals != words.startIndex else {
          throw fault("it is neither [profile] nor key = value")
        }
        let (key, value) = (words[..<equals].trimmed.lowercased(), words[equals...].dropFirst().trimmed)
        sections[section]?[key] = value
        (lastKey, isNesting) = (key, value.isEmpty)
      }
    }
    return sections
  }
}
