import Findings
import PushDelivery

/// Files that richpush itself wrote and nobody sends or shows: a request folder's index, the twins of its requests and what is no
/// longer sent, reports and baselines. A shell's pattern names them too.
enum OwnFile {
  /// Whether a file is one, by its form and by what lies beside it.
  static func isOne(at path: String) -> Bool {
    RequestIndex.isIndex(at: path) || isReport(at: path) || isUnsent(at: path)
  }

  /// Whether all files of a folder are: what a request folder has beside its requests.
  static func isFolder(_ path: String) -> Bool {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return inRequestFolder(path).contains { RequestFolder.foldersWithoutRequests.contains($0 + "/") }
  }

  /// How the beginnings of reports and baselines are told from those of requests: by the first key, since keys are sorted.
  private static let firstKeys = ["assets", "changes", "diagnostics", "findings"]

  /// Whether a file is a report or a baseline. Only what begins as one is read to its end.
  static func isReport(at path: String) -> Bool {
    guard path.hasSuffix(".json"), let start = try? FileReading.start(of: path, count: 64) else { return false }
    let text = String(decoding: start, as: UTF8.self).filter { !$0.isWhitespace }
    guard firstKeys.contains(where: { text.hasPrefix("{\"\($0)\":") }),
      let bytes = try? FileReading.bytes(of: path, limit: RequestChecker.largestFile)
    else { return false }
    return JSONOutline(of: bytes).map { $0.hasNumber("version") && !$0.has("message") } ?? false
  }

  /// Whether a file is the twin of a request, or one that is no longer sent, with the index of its set beside or above.
  private static func isUnsent(at path: String) -> Bool {
    inRequestFolder(path).contains { relative in
      let isTwin = relative.hasPrefix(RequestFolderLayout.validateOnlyFolder) && CheckedFolder.isRequestName(relative)
      return isTwin || RequestPartName.isIndex(relative) || relative.hasPrefix(RequestFolder.staleName + "/")
    }
  }

  /// Whether a file is a program that richpush wrote of requests, by its first lines.
  static func isProgram(at path: String) -> Bool {
    guard [".mjs", ".py"].contains(where: path.hasSuffix), let start = try? FileReading.start(of: path, count: 256)
    else { return false }
    return String(decoding: start, as: UTF8.self).contains("Written by richpush")
  }

  /// The path as it is relative to each folder around it that holds the index of requests.
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
