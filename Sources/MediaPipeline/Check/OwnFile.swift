import Findings
import PushDelivery

/// Files that richpush wrote and that are not sent or shown: indexes, validate-only twins, stale requests, reports, baselines, and programs
/// that send requests. A shell's pattern may name them too.
enum OwnFile {
  /// Whether a file is one, by its form and its neighbours.
  static func isOwn(_ path: String) -> Bool {
    RequestIndex.isIndex(at: path) || OutputKind.page.isKind(of: path) || isReport(at: path) || isUnsent(at: path)
      || isProgram(at: path)
  }

  /// Whether a folder holds only such files, besides requests.
  static func isFolder(_ path: String) -> Bool {
    inRequestFolder(path.withoutTrailingSlash).contains { RequestFolder.foldersWithoutRequests.contains($0 + "/") }
  }

  /// The first keys of richpush's files, except requests: keys are sorted.
  private static let firstKeys = ["$schema", "assets", "changes", "diagnostics", "findings"]

  /// Whether a file is a report or a baseline. Only files that begin like one are read completely.
  static func isReport(at path: String) -> Bool {
    guard CheckedFolder.isRequestName(path), let start = try? FileReading.start(of: path, count: 256) else {
      return false
    }
    let text = String(decoding: start, as: UTF8.self).filter { !$0.isWhitespace }
    // A code quality report is a list of findings.
    if text.hasPrefix("[{\"check_name\":\"") { return true }
    guard firstKeys.contains(where: { text.hasPrefix("{\"\($0)\":") }),
      let bytes = try? FileReading.bytes(of: path, limit: RequestFile.mostBytes), let object = JSONOutline(of: bytes)
    else { return false }
    return object.has("version") && !object.has("message")
  }

  /// Whether a file is the validate-only twin of a request, or a stale request, with an index next to it or above.
  private static func isUnsent(at path: String) -> Bool {
    isTwin(at: path) && CheckedFolder.isRequestName(path)
      || inRequestFolder(path).contains { $0.hasPrefix(RequestFolder.staleName + "/") }
  }

  /// Whether a file is a validate-only twin of a request, in any form.
  static func isTwin(at path: String) -> Bool {
    inRequestFolder(path).contains { $0.hasPrefix(RequestFolderLayout.validateOnlyFolder) }
  }

  /// Whether a file is a generated program for requests, by its first lines.
  static func isProgram(at path: String) -> Bool {
    guard [".mjs", ".py"].contains(where: path.hasSuffix), let start = try? FileReading.start(of: path, count: 256)
    else { return false }
    return String(decoding: start, as: UTF8.self).contains("Written by richpush")
  }

  /// The path relative to each folder above it that holds an index of requests.
  private static func inRequestFolder(_ path: String) -> [String] {
    // The deepest are the twins of other forms: validate-only/curl/a.sh.
    var (folder, found) = (path, [String]())
    for _ in 0..<3 {
      let parent = FileSystem.parent(of: folder)
      guard parent != folder else { break }
      folder = parent
      if RequestIndex.isIndex(at: folder + "/" + RequestFolder.indexName) {
        let isNamed = path.hasPrefix(folder + "/")
        found.append(isNamed ? String(path.dropFirst(folder.count + 1)) : path)
      }
    }
    return found
  }
}
