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
    for (name, variable) in [("config", "AWS_CONFIG_FILE"), ("credentials", "AWS_SHARED_CREDENTIALS_FILE")] {
      let path = surroundings.variables[variable].map(surroundings.path) ?? "\(surroundings.home)/.aws/\(name)"
      // In the configuration a profile is `[profile dev]`. The credentials file, which is read later, wins if both set a key.
      for (section, keys) in read(path, variable).sorted(by: { $0.key < $1.key }) {
        let isName = name == "credentials" || section == "default"
        guard let profile = isName ? section : Self.profileName(of: section) else { continue }
        profiles[profile, default: [:]].merge(keys) { $1 }
      }
    }
  }

  var names: [String] { profiles.keys.sorted() }

  /// The keys of a profile that have a value; nil without such a profile.
  func profile(_ name: String) -> [String: String]? { profiles[name]?.filter { !$0.value.isEmpty } }

  /// `dev` of a section `profile dev`, maybe in quotes; nil for other sections.
  private static func profileName(of section: String) -> String? {
    let rest = section.dropFirst("profile".count)
    guard section.hasPrefix("profile"), rest.first?.isWhitespace == true else { return nil }
    return rest.trimmed.replacing("\"", with: "")
  }

  /// The sections of one of the files; `/dev/null` is used to mean no file.
  private mutating func read(_ path: String, _ variable: String) -> [String: [String: String]] {
    let isThere = FileManager.default.fileExists(atPath: path)
    places.insert(isThere ? path : path + " (which is not there)", at: 0)
    guard isThere, path != "/dev/null" else { return [:] }
    do {
      return try Self.sections(of: String(decoding: FileReading.bytes(of: path, limit: 1_000_000), as: UTF8.self), path)
    } catch {
      let unreadable = ObjectStoreError.credentials("unreadableFile", path, error.reason, variable)
      fault = fault ?? error as? ObjectStoreError ?? unreadable
      return [:]
    }
  }

  /// The last of equal keys wins. Throws for the first line that is neither a section nor a pair, without quoting it: ignoring it could
  /// select other credentials.
  private static func sections(of text: String, _ path: String) throws(ObjectStoreError) -> [String: [String: String]] {
    var sections: [String: [String: String]] = [:]
    // Nested pairs below an empty key belong to that key and are ignored; other indented text continues a value.
    var (name, isNesting): (String?, Bool) = (nil, false)
    let text = text.drop { $0 == "\u{FEFF}" }
    for (number, line) in zip(1..., text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)) {
      let words = line.trimmed
      let pair = words.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(\.trimmed)
      if words.isEmpty || words.hasPrefix("#") || words.hasPrefix(";") { continue }
      if words.hasPrefix("["), let end = words.firstIndex(of: "]"), !words[..<end].dropFirst().trimmed.isEmpty {
        let section = words[..<end].dropFirst().trimmed
        (name, isNesting) = (section, false)
        sections[section] = sections[section] ?? [:]
      } else if let name, line.first?.isWhitespace == true, isNesting || pair.count == 1, sections[name] != [:] {
        continue
      } else if let name, pair.count == 2, !pair[0].isEmpty {
        sections[name]?[pair[0].lowercased()] = pair[1]
        isNesting = pair[1].isEmpty
      } else {
        throw .credentials("profileLine", path, "\(number)")
      }
    }
    return sections
  }
}
