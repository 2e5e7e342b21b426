/// The way from one folder to another.
enum RelativePath {
  /// With every link resolved: `../campaign`; empty where both are one.
  static func way(from folder: String, to other: String) -> String {
    let parts = [folder, other].map { FolderConflicts.resolved($0).split(separator: "/") }
    let shared = zip(parts[0], parts[1]).prefix { $0 == $1 }.count
    let way = Array(repeating: "..", count: parts[0].count - shared) + parts[1].dropFirst(shared).map(String.init)
    return way.joined(separator: "/")
  }
}
