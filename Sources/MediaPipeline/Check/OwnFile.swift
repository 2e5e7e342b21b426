import Findings
import PushDelivery

/// Files that richpush wrote and that are not sent or shown: indexes, validate-only twins, stale requests, reports, baselines, and programs
/// that send requests. A shell's pattern may name them too.
enum OwnFile {
  /// In words what a file is, by its form and its neighbours; nil for one of others.
  static func name(of path: String) -> String? {
    if RequestIndex.isIndex(at: path) { return "the index of a request folder" }
    if OutputKind.page.isKind(of: path) { return OutputKind.page.name }
    if isReport(at: path) { return [OutputKind.report, .baseline].first { $0.isKind(of: path) }?.name ?? "a report" }
    if isUnsent(at: path) { return "a request that is not sent" }
    return isProgram(at: path) ? "a program that sends requests" : nil
  }

  /// Whether a folder holds only such files, besides requests.
  static func isFolder(_ path: String) -> Bool {
    inRequestFolder(path.withoutTrailingSlash).contains { RequestFolder.foldersWithoutRequests.contains($0 + "/") }
  }

  /// The first keys of richpush's files, except requests: keys are sorted.
  private static let firstKeys = ["$schema", "assets", "changes", "diagnostics", "findings"]

  /// Whether an object with this first key is a report.
  private static func isReport(_ object: JSONOutline, firstKey: String) -> Bool {
    switch firstKey {
    case "$schema": object.hasArray("runs") && object.has("version")  // SARIF
    default: object.hasNumber("version") && !object.has("message")
    }
  }

  /// Whether a file is a report or a baseline. Only files that begin like one are read completely.
  static func isReport(at path: String) -> Bool {
    guard CheckedFolder.isRequestName(path), let start = try? FileReading.start(of: path, count: 256) else {
      return false
    }
    let text = String(decoding: start, as: UTF8.self).filter { !$0.isWhitespace }
    // A code quality report is a list of findings.
    if text.hasPrefix("[{\"check_name\":\"") { return true }
    guard let firstKey = firstKeys.first(where: { text.hasPrefix("{\"\($0)\":") }),
      let bytes = try? FileReading.bytes(of: path, limit: RequestFile.mostBytes)
    else { return false }
    return JSONOutline(of: bytes).map { isReport($0, firstKey: firstKey) } ?? false
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
