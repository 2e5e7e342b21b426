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
