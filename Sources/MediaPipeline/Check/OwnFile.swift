import Findings
import PushDelivery

/// Files that richpush itself wrote and nobody sends or shows: a request folder's index, the twins of its requests and what is no
/// longer sent, reports, baselines, and the programs that send requests. A shell's pattern names them too.
enum OwnFile {
  /// Whether a file is one, by its form and by what lies beside it.
  static func isOne(at path: String) -> Bool {
    RequestIndex.isIndex(at: path) || isReport(at: path) || isUnsent(at: path) || isProgram(at: path)
  }

  /// Whether all files of a folder are: what a request folder has beside its requests.
  static func isFolder(_ path: String) -> Bool {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return inRequestFolder(path).contains { RequestFolder.foldersWithoutRequests.contains($0 + "/") }
  }

  /// The first keys of what richpush writes besides requests: keys are sorted.
  private static let firstKeys = ["$schema", "assets", "campaign", "changes", "diagnostics", "findings"]

  /// Whether an object that begins with one of these keys is what richpush writes so.
  private static func isReport(_ object: JSONOutline, firstKey: String) -> Bool {
    switch firstKey {
    case "$schema": object.hasArray("runs") && object.has("version")  // SARIF
    case "campaign": object.has("configuration") && object.hasNumber("version")  // the plan of a run on many machines
    default: object.hasNumber("version") && !object.has("message")
    }
  }

  /// Whether a text without blanks begins as the results of a shard do, with the digest of its plan, or as a code quality report with its
  /// first finding.
  private static func isListing(_ text: String) -> Bool {
    let plan = "{\"plan\":\""
    let isResult = text.hasPrefix(plan) && text.dropFirst(plan.count).prefix(while: \.isHexDigit).count == 64
    return isResult || text.hasPrefix("[{\"check_name\":\"")
  }

  /// Whether a file is a report, a baseline, or what a run on many machines is planned and told by. Only what begins as one is read to
  /// its end.
  static func isReport(at path: String) -> Bool {
    guard CheckedFolder.isRequestName(path), let start = try? FileReading.start(of: path, count: 256) else {
      return false
    }
    let text = String(decoding: start, as: UTF8.self).filter { !$0.isWhitespace }
    if isListing(text) { return true }
    guard let firstKey = firstKeys.first(where: { text.hasPrefix("{\"\($0)\":") }),
      let bytes = try? FileReading.bytes(of: path, limit: RequestFile.mostBytes)
    else { return false }
    return JSONOutline(of: bytes).map { isReport($0, firstKey: firstKey) } ?? false
  }

  /// Whether a file is the twin of a request, or one that is no longer sent, with the index of its set beside or above.
  private static func isUnsent(at path: String) -> Bool {
    isTwin(at: path) && CheckedFolder.isRequestName(path)
      || inRequestFolder(path).contains { $0.hasPrefix(RequestFolder.staleName + "/") }
  }

  /// Whether a file is the twin of a request, in whatever form, which FCM is only to check.
  static func isTwin(at path: String) -> Bool {
    inRequestFolder(path).contains { $0.hasPrefix(RequestFolderLayout.validateOnlyFolder) }
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
