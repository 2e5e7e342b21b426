/// The path between two folders.
enum RelativePath {
  /// With every link resolved: `../campaign`; empty for the same.
  static func way(from folder: String, to other: String) -> String {
    let parts = [folder, other].map { resolved($0).split(separator: "/") }
    let shared = zip(parts[0], parts[1]).prefix { $0 == $1 }.count
    let way = Array(repeating: "..", count: parts[0].count - shared) + parts[1].dropFirst(shared).map(String.init)
    return way.joined(separator: "/")
  }

  /// The canonical path of the existing part, followed by the part that does not exist yet.
  static func resolved(_ path: String) -> String {
    if let canonical = FileSystem.canonicalPath(path.isEmpty ? "." : path) { return canonical }
    var parts = path.split(separator: "/").map(String.init)
    let name = parts.popLast() ?? ""
    let parent = (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
    let folder = resolved(parent)
    if name == ".." { return folder.lastIndex(of: "/").map { String(folder[..<$0]) } ?? "/" }
    return name == "." ? folder : (folder == "/" ? "" : folder) + "/" + name
  }
}

extension String {
  /// The path of a folder without a slash at its end.
  var withoutTrailingSlash: String {
    var text = self
    while text.utf8.count > 1, text.hasSuffix("/") { text.removeLast() }
    return text
  }
}
