import Foundation
import MediaPipeline
import SystemPackage
import TestSupport
import Testing

@Suite struct ErrorReasonTests {
  private struct Stranger: Error {}

  private struct Told: LocalizedError { var errorDescription: String? { "the reason" } }

  private func reason(_ body: () throws -> Void) -> String {
    do {
      try body()
      return ""
    } catch {
      return error.reason
    }
  }

  @Test func isTheSystemsWords() {
    #expect(reason { throw Errno.noSuchFileOrDirectory } == "No such file or directory")
    #expect(reason { _ = try Data(contentsOf: URL(filePath: "/nowhere/at/all")) } == "No such file or directory")
    #expect(reason { throw Told() } == "the reason")
  }

  @Test func isNeverANumberInFoundationsWords() {
    for text in [
      reason { throw Stranger() }, reason { _ = try JSONDecoder().decode(Int.self, from: Data("{".utf8)) },
      reason { _ = try JSONDecoder().decode([Int].self, from: Data("{}".utf8)) },
    ] {
      #expect(!text.isEmpty)
      #expect(!text.contains("could not be completed"), "\(text)")
    }
  }

  /// Of all sources one file may ask Foundation.
  @Test func nobodyElseAsksFoundation() throws {
    let sources = packageRoot + "/Sources"
    let files = try FileManager.default.subpathsOfDirectory(atPath: sources).filter { $0.hasSuffix(".swift") }
    let asking = try files.filter { file in
      let text = try String(contentsOfFile: sources + "/" + file, encoding: .utf8)
      return ["localizedDescription", "String(describing: error", "\"\\(error)\""].contains { text.contains($0) }
    }
    #expect(asking == ["MediaPipeline/Files/ErrorReason.swift"])
  }
}
