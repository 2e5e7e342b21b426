/// A folder that paths are relative to. It works only on the text of paths, so it needs no disk and follows no links.
public struct PathBase: Hashable, Sendable {
  private let folder: [String]
  private let workingDirectory: [String]
  private let alias: [String]?

  /// - Parameters:
  ///   - folder: the folder of the results; absolute, or relative to the working directory.
  ///   - workingDirectory: the absolute path that relative paths start from.
  ///   - alias: another absolute path of the working directory, through links, that people may have written.
  public init(folder: String = ".", workingDirectory: String, alias: String? = nil) {
    let working = Self.normalized(components(of: workingDirectory))
    let alias = alias.map { Self.normalized(components(of: $0)) }
    self.workingDirectory = working
    self.alias = alias
    self.folder = Self.absolute(folder, working, alias)
  }

  /// A path relative to the folder: without `.`, and with `..` only in front.
  public func relative(_ path: String) -> String {
    let path = Self.absolute(path, workingDirectory, alias)
    let shared = zip(path, folder).prefix { $0 == $1 }.count
    let steps = Array(repeating: "..", count: folder.count - shared) + path[shared...]
    return steps.isEmpty ? "." : steps.joined(separator: "/")
  }

  /// A path from the root of the file system.
  public func absolute(_ path: String) -> String {
    "/" + Self.absolute(path, workingDirectory, alias).joined(separator: "/")
  }

  private static func absolute(_ path: String, _ workingDirectory: [String], _ alias: [String]?) -> [String] {
    guard path.hasPrefix("/") else { return normalized(workingDirectory + components(of: path)) }
    let path = normalized(components(of: path))
    guard let alias, path.starts(with: alias) else { return path }
    return workingDirectory + path.dropFirst(alias.count)
  }

  private static func normalized(_ components: [String]) -> [String] {
    components.reduce(into: []) { path, component in
      switch component {
      case ".": break
      case "..": _ = path.popLast()
      default: path.append(component)
      }
    }
  }
}

private func components(of path: String) -> [String] { path.split(separator: "/").map(String.init) }

/// A pattern of paths: `*` stands for any text within a component, and `**` as a whole component for any number of components, or for none.
/// Everything else is literal.
public struct PathPattern: Hashable, Sendable {
  public let text: String

  public init(_ text: String) { self.text = text }

  /// Whether the whole path matches. The time grows with the product of both lengths.
  public func matches(_ path: String) -> Bool {
    Wildcard.matches(components(of: path), components(of: text), isWild: { $0 == "**" }, fits: Self.fits)
  }

  private static func fits(_ component: String, _ pattern: String) -> Bool {
    Wildcard.matches(Array(component.utf8), Array(pattern.utf8))
  }

  /// Empty components stay, since URLs have them.
  private func components(of path: String) -> [String] {
    path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
  }
}

/// Wildcard matching, for texts and for the components of paths.
package enum Wildcard {
  /// Whether a whole text matches a pattern in which `*` stands for any text, both as UTF-8. The time grows with the product of both lengths.
  package static func matches(_ text: [UInt8], _ pattern: [UInt8]) -> Bool {
    matches(text, pattern, isWild: { $0 == UInt8(ascii: "*") }, fits: { $0 == $1 })
  }

  /// Backtracks only to the last wildcard: it can also take anything that an earlier one might take.
  fileprivate static func matches<Element>(
    _ elements: [Element], _ pattern: [Element], isWild: (Element) -> Bool, fits: (Element, Element) -> Bool
  ) -> Bool {
    var (place, step) = (0, 0)
    var wildcard: (step: Int, place: Int)?
    while place < elements.count {
      if step < pattern.count, isWild(pattern[step]) {
        wildcard = (step, place)
        step += 1
      } else if step < pattern.count, fits(elements[place], pattern[step]) {
        (place, step) = (place + 1, step + 1)
      } else if let last = wildcard {
        wildcard = (last.step, last.place + 1)
        (place, step) = (last.place + 1, last.step + 1)
      } else {
        return false
      }
    }
    return pattern[step...].allSatisfy(isWild)
  }
}

/// A path that only a shell or another system understands: a program would create a folder named `~`.
package struct ForeignPath: Hashable, Sendable {
  /// Why it cannot be meant, as a message says it after the path.
  package let reason: String
  package let remedy: String

  private static let home = #"~([A-Za-z][A-Za-z0-9_-]*)?(/|$)"#
  private static let variable = #".*\$[A-Za-z_{(]"#
  private static let windows = #"[A-Za-z]:[\\/]|.*\\|.*%[A-Za-z_][A-Za-z0-9_]*%"#
  private static let address = #"[Ff][Ii][Ll][Ee]:"#

  /// Beginnings of no path, as a regular expression of JSON Schema.
  package static let beginnings = [home, variable, windows, address].joined(separator: "|")

  /// - Returns: nil for a path that needs no shell.
  package init?(_ path: String) {
    let marks = path.contains { "~$\\:%".contains($0) }
    guard marks, let found = Self.forms.first(where: { path.prefixMatch(of: $0.pattern) != nil }) else { return nil }
    (reason, remedy) = (found.reason, found.remedy)
  }

  nonisolated(unsafe) private static let forms: [(pattern: Regex<AnyRegexOutput>, reason: String, remedy: String)] =
    [
      (home, "only a shell takes `~` for a home folder", "write the whole path, as in /home/anna/pictures"),
      (variable, "only a shell replaces a variable with its value", "write the value of the variable"),
      (windows, "it is written as on Windows", "write it as this system names it, with `/` between folders"),
      (address, "it is a URL", "write the path without `file://`"),
    ].compactMap { pattern, reason, remedy in (try? Regex(pattern)).map { ($0, reason, remedy) } }
}
