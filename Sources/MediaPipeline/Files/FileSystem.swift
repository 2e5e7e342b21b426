import Csystem
import Essentials
import MediaFacts
package import SystemPackage

/// Looks at paths and changes them: the one place that calls the system about files, besides the code that reads and writes their bytes.
///
/// Paths are handed to the system as they are. A `FilePath` would drop a slash at their end, which says that a folder is meant, and that a
/// link is to be followed.
package enum FileSystem {
  /// The user's home folder as in a shell, without a slash at its end: empty for the root.
  /// - Parameter named: the value of `HOME`, which overrides the system's list of users.
  package static func homeFolder(_ named: String?) -> String {
    let home = named ?? FileManager.default.homeDirectoryForCurrentUser.path(percentEncoded: false)
    return home.hasSuffix("/") ? String(home.dropLast()) : home
  }

  /// The type at a path, links followed.
  package enum Kind: Hashable {
    case file(byteCount: Int)
    case folder, other, missing
    /// It is unknown, and why.
    case unreadable(Errno)

    var isFile: Bool { if case .file = self { true } else { false } }
  }

  package static func kind(of path: String) -> Kind {
    do throws(Errno) {
      let status = try Stat(path)
      switch status.type {
      case .regular: return .file(byteCount: Int(status.size))
      case .directory: return .folder
      default: return .other
      }
    } catch { return error == .noSuchFileOrDirectory ? .missing : .unreadable(error) }
  }

  /// Whether a file has this name, even a link that leads nowhere.
  package static func exists(_ path: String) -> Bool { type(of: path) != nil }

  /// Whether a regular file has this name, and not a link to one.
  package static func isRegularFile(_ path: String) -> Bool { type(of: path) == .regular }

  package static func isLink(_ path: String) -> Bool { type(of: path) == .symbolicLink }

  /// Whether a folder has this name, and not a link to one.
  static func isPlainFolder(_ path: String) -> Bool { type(of: path) == .directory }

  /// Whether two names are of one file or link, or of two equal files.
  static func isSame(_ path: String, _ other: String) -> Bool {
    guard let first = try? Stat(path, followTargetSymlink: false),
      let second = try? Stat(other, followTargetSymlink: false), first.type == second.type
    else { return false }
    if first.deviceID == second.deviceID, first.inode == second.inode { return true }
    guard first.type == .regular, first.size == second.size else { return false }
    let digests = [path, other].compactMap { try? ContentDigest.read($0, limit: Int(first.size)).digest }
    return digests.count == 2 && digests[0] == digests[1]
  }

  /// Links are not followed.
  private static func type(of path: String) -> FileType? { (try? Stat(path, followTargetSymlink: false))?.type }

  /// The state that writing or replacing a file changes.
  package static func state(of path: String) throws(FileSystemError) -> FileState {
    FileState(try FileSystemError.naming("read", path) { try Stat(path) })
  }

  /// The path with every link resolved; `operation` names the purpose in errors.
  package static func canonicalPath(_ path: String, to operation: String) throws(FileSystemError) -> String {
    try FileSystemError.naming(operation, path) { try SystemCall.canonicalPath(path) }
  }

  /// The path with every link resolved; nil if it is missing.
  package static func canonicalPath(_ path: String) -> String? { try? SystemCall.canonicalPath(path) }

  /// The path of the program that this process runs; nil if unknown.
  package static var executablePath: String? { try? SystemCall.executablePath() }

  /// The folder of a path, by its text only.
  package static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last name of a path, by its text only; the path itself if it has none.
  package static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

  /// Whether a path is a folder's or below it, by their texts only.
  package static func lies(_ path: String, in folder: String) -> Bool {
    path == folder || path.hasPrefix(folder == "/" ? folder : folder + "/")
  }

  /// Why no file can be made in a folder, as far as known in advance; nil if nothing prevents it.
  package static func refusalOfNewFiles(in folder: String) -> Errno? {
    access(folder, W_OK | X_OK) == 0 ? nil : Errno(rawValue: errno)
  }

  /// A name in a folder.
  package enum Entry: Hashable {
    case name(String)
    /// Bytes that are not UTF-8, with their readable part: reports cannot name such a file.
    case undecodable(String)

    fileprivate init(_ bytes: [UInt8]) {
      let name = String(validating: bytes, as: UTF8.self)
      self = name.map { .name($0) } ?? .undecodable(String(decoding: bytes, as: UTF8.self))
    }

    var name: String? { if case .name(let name) = self { name } else { nil } }
  }

  /// The names in a folder, unsorted.
  package static func entries(of folder: String) throws(FileSystemError) -> [Entry] {
    var entries: [Entry] = []
    try FileSystemError.naming("list", folder) { try SystemCall.forEachName(in: folder) { entries.append(Entry($0)) } }
    return entries
  }

  /// The readable names in a folder that meet a condition, unsorted; empty if it cannot be read.
  package static func names(in folder: String, where condition: (String) -> Bool = { _ in true }) -> [String] {
    var names: [String] = []
    do {
      try SystemCall.forEachName(in: folder) { if let name = Entry($0).name, condition(name) { names.append(name) } }
    } catch { return [] }
    return names
  }
}

extension FileSystem {
  /// Makes a folder and those above it, if missing.
  package static func createFolder(_ path: String) throws(FileSystemError) {
    if kind(of: path) == .folder { return }
    if let slash = path.lastIndex(of: "/"), slash != path.startIndex { try createFolder(String(path[..<slash])) }
    do throws(Errno) { try SystemCall.check(mkdir(path, 0o755)) } catch {
      guard error == .fileExists else { throw FileSystemError("create the folder", path, error) }
    }
    switch kind(of: path) {
    case .folder: return
    case .missing: throw FileSystemError("create the folder", path, .noSuchFileOrDirectory)
    case .unreadable(let code): throw FileSystemError("create the folder", path, code)
    case .file, .other: throw FileSystemError("create the folder", path, .notDirectory)
    }
  }

  /// Makes a folder that only this user can read, in an existing one. Its name must be free.
  package static func createPrivateFolder(_ path: String) throws(FileSystemError) {
    try FileSystemError.naming("create the folder", path) { try SystemCall.check(mkdir(path, 0o700)) }
  }

  /// Moves a file to another path, replacing any file there. Errors are about the first path.
  package static func rename(_ path: String, to other: String, operation: String = "rename") throws(FileSystemError) {
    try FileSystemError.naming(operation, path) { try SystemCall.check(Essentials.rename(path, other)) }
  }

  /// Removes a file or a link, if it is there and may be removed.
  package static func remove(_ path: String) { _ = unlink(path) }

  /// Removes a file or a link, and fails if it is still there.
  package static func delete(_ path: String) throws(FileSystemError) {
    try FileSystemError.naming("remove", path) { try SystemCall.check(unlink(path)) }
  }

  /// Removes a folder, if it is there, empty, and may be removed.
  package static func removeFolder(_ path: String) { _ = rmdir(path) }

  /// Removes a folder with everything in it, or a file. Links are removed, their targets stay.
  package static func removeAll(_ path: String) { csystem_remove_tree(path) }

  /// Marks a file as used now, if possible.
  package static func touch(_ path: String) { _ = utimes(path, nil) }
}

/// The state that writing or replacing a file changes.
package struct FileState: Hashable, Sendable {
  private let inode: Inode
  package let byteCount: Int
  /// Its last change, in seconds since 1970.
  package let seconds: Int
  /// The same in nanoseconds; 0 for a time out of range.
  let modified: Int

  fileprivate init(_ status: Stat) {
    inode = status.inode
    byteCount = Int(status.size)
    (seconds, modified) = (status.st_mtim.tv_sec, status.st_mtim.nanosecondsSince1970 ?? 0)
  }
}

extension timespec {
  /// nil for a time out of range.
  var nanosecondsSince1970: Int? { Int(tv_sec).times(1_000_000_000)?.plus(Int(tv_nsec)) }
}

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
  /// A name that no file has and that cannot be guessed.
  static var randomName: String { String(UInt64.random(in: 0 ... .max), radix: 36) }

  /// The path of a folder without a slash at its end.
  package var withoutTrailingSlash: String {
    var text = self
    while text.utf8.count > 1, text.hasSuffix("/") { text.removeLast() }
    return text
  }
}
