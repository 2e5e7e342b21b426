import TestSupport

/// What a run of the sample campaign writes: it takes half a minute, so that one of them serves all tests that need no run of their own.
struct SampleRun: Sendable {
  private static let made = Task { try await SampleRun() }

  /// The first caller waits for it to end.
  static func shared() async throws -> SampleRun { try await made.value }

  /// Of `run --format json --report report.json`.
  let output: ProgramOutput

  /// Everything that the run left in its folder, by path.
  private let files: [String: [UInt8]]

  private init() async throws {
    let workspace = try Workspace.withSamples()
    output = try await workspace.richpush(
      "run", "campaign", "--base-url", Workspace.baseURL, "--jobs", "3", "--format", "json", "--report", "report.json")
    files = try workspace.folder.contents()
  }

  var report: String { String(decoding: files["report.json"] ?? [], as: UTF8.self) }

  /// The files in a folder, by their path in it.
  func contents(of folder: String) -> [String: [UInt8]] {
    let found = files.filter { $0.key.hasPrefix(folder + "/") }
    return Dictionary(uniqueKeysWithValues: found.map { (String($0.key.dropFirst(folder.utf8.count + 1)), $0.value) })
  }
}

extension Workspace {
  /// One with the sample campaign whose renditions are in the cache.
  static func withRenderedSamples() async throws -> Workspace {
    let workspace = try withSamples()
    for (path, bytes) in try await SampleRun.shared().contents(of: ".richpush-cache") {
      try workspace.folder.write(bytes, to: ".richpush-cache/" + path)
    }
    return workspace
  }
}
