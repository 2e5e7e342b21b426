import Foundation
import TestSupport
import Testing

/// The habits of all tests, read from their sources.
@Suite struct TestHabitsTests {
  private struct Source {
    let path: String
    let text: String

    /// The words of its code and comments.
    var words: Set<Substring> {
      Set(
        text.utf8.split { byte in
          switch byte {
          case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): false
          default: true
          }
        }.map(Substring.init))
    }

    /// The suites that are declared at the top of the file.
    var suites: [Substring] {
      let lines = text.split(separator: "\n").filter { !$0.hasPrefix(" ") && !$0.hasPrefix("/") }
      return lines.compactMap { line in
        let words = line.split { " {:".contains($0) }
        let keyword = words.firstIndex { ["struct", "class", "actor"].contains($0) }
        return keyword.flatMap { words.dropFirst($0 + 1).first }.flatMap { $0.hasSuffix("Tests") ? $0 : nil }
      }
    }

    func count(of part: String) -> Int { text.components(separatedBy: part).count - 1 }
  }

  /// All except this one, which names the forbidden calls.
  private static let sources = Result {
    try FileManager.default.subpathsOfDirectory(atPath: packageRoot + "/Tests")
      .filter { $0.hasSuffix(".swift") && !$0.hasSuffix("TestHabitsTests.swift") }.sorted()
      .map { Source(path: $0, text: try String(contentsOfFile: packageRoot + "/Tests/" + $0, encoding: .utf8)) }
  }

  private func paths(where holds: (Source) -> Bool) throws -> [String] {
    let sources = try Self.sources.get()
    #expect(sources.count > 200)
    return sources.filter(holds).map(\.path)
  }

  /// Variables belong to the whole process, and other tests run in parallel: they are given as values.
  @Test func noTestChangesItsEnvironment() throws {
    #expect(try paths { source in ["setenv", "putenv"].contains { source.count(of: $0) > 0 } } == [])
  }

  /// What is waited for by looking again and again is waited for by `waitUntil` or `PeriodicObserver`, which have a limit.
  @Test func nothingPollsWithoutALimit() throws {
    let known: Set = [
      "TestSupport/Waiting.swift", "TestSupport/PeriodicObserver.swift",
      // A limit itself; a worker that hangs; work that takes a moment; files that stay untouched for two seconds; a Python program with its
      // own limit; a client that is slow, or takes nothing, for so many seconds.
      "TestSupport/Program.swift", "TestSupport/Server/RawConnection.swift", "FaultyWorker/FaultyWorker.swift",
      "MediaPipelineTests/Files/SlidingWindowTests.swift", "MediaPipelineTests/Workers/WorkerEndTests.swift",
      "MediaPipelineTests/Memory/SecondRunTests.swift", "MediaPipelineTests/Serve/AssetServerTests.swift",
      "RichpushTests/Commands/CheckTests.swift", "RichpushTests/Commands/ProofTests.swift",
    ]
    #expect(Set(try paths { $0.count(of: "sleep(") > 0 }) == known)
  }

  /// What programs, servers and workers are started by, and what waits.
  private static let waiting: Set<Substring> = [
    "RichpushBinary", "Workspace", "WorkerPool", "CheckRun", "RunningServer", "RunningExtension", "Nginx", "Clip",
    "SampleClips", "SampleVideos", "TestServer", "ServerScript", "SitePush", "StoreServer", "FCMServer",
    "SilentListener", "TestAuthority", "ExampleFiles", "SchemaVerdicts", "Program", "FolderLock", "Signal", "FFmpeg",
    "waitUntil",
  ]

  /// A suite that may have to wait for something ends in any case.
  @Test func suitesThatWaitHaveATimeLimit() throws {
    let endless = try paths { source in
      source.count(of: ".timeLimit(") < source.suites.count && !source.words.isDisjoint(with: Self.waiting)
    }
    #expect(endless == [])
  }
}
