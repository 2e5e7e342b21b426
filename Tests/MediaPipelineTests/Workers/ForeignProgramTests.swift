import Foundation
import MediaFacts
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// An ffmpeg from outside the distribution, with its own loader and libraries, as package managers and users build.
@Suite(
  .timeLimit(.minutes(10)),
  .enabled(
    if: !SandboxGaps.ofThisSystem.contains(.files) && Program.isInstalled("cc")
      && ELFFile.interpreter(of: "/bin/sh") != nil, "it takes Landlock, a C compiler and programs with a loader"))
struct ForeignProgramTests {
  let folder = TemporaryFolder()

  /// In the place of ffprobe a program that says that it has started, and fails.
  init() async throws {
    for name in ["bin", "opt/words/lib", "loader"] { try folder.createFolder(name) }
    try folder.copy(try #require(ELFFile.interpreter(of: "/bin/sh")), to: "loader/ld.so")
    try folder.write("const char *words(void) { return \"it has started\"; }\n", to: "words.c")
    try folder.write(
      """
      #include <stdio.h>
      extern const char *words(void);
      int main(void) { return fprintf(stderr, "%s\\n", words()), 1; }

      """, to: "ffprobe.c")
    try await folder.make([
      ["cc", "-shared", "-fPIC", "-o", "opt/words/lib/libwords.so", "words.c"],
      [
        "cc", "-o", "bin/ffprobe", "ffprobe.c", "-Lopt/words/lib", "-lwords",
        "-Wl,-rpath,\(folder.absolute("opt/words/lib")),--dynamic-linker,\(folder.absolute("loader/ld.so"))",
      ],
    ])
    try folder.write("no video", to: "a.mp4")
  }

  /// What a worker says of a file that it has asked ffprobe about.
  private func complaint(_ use: SandboxUse = .auto) async throws -> MediaError? {
    let command = WorkerConfiguration(
      executable: try BuiltProduct.path(of: "FaultyWorker"), arguments: [], limits: .init(sandbox: use),
      inheriting: ProcessInfo.processInfo.environment.merging(["PATH": folder.absolute("bin")]) { $1 })
    let path = folder.absolute("a.mp4")
    return await WorkerPool.withWorkers(1, command: command) { pool in
      do throws(MediaError) {
        _ = try await pool.probe(path, format: .mp4, limits: .init())
        return nil
      } catch {
        return error
      }
    }
  }

  @Test(arguments: [SandboxUse.auto, .off]) func itsLoaderAndLibrariesAreReached(use: SandboxUse) async throws {
    let complaint = try await complaint(use)
    guard case .damaged(_, "it has started") = complaint else {
      Issue.record("\(String(describing: complaint))")
      return
    }
  }

  @Test(arguments: ["opt/words/lib/libwords.so", "loader/ld.so"])
  func whatDoesNotStartIsTheMachinesFault(missing: String) async throws {
    try folder.remove(missing)
    let (locked, bare) = (try await complaint(), try await complaint(.off))
    guard case .machine(let detail) = locked, case .machine(let bareDetail) = bare else {
      Issue.record("\(String(describing: locked)) \(String(describing: bare))")
      return
    }
    #expect(detail.contains("ffprobe cannot be started") && detail.contains("workers' sandbox"), "\(detail)")
    // It does not start without the sandbox either.
    #expect(!(detail + bareDetail).contains("worker.sandbox"), "\(detail) \(bareDetail)")
  }
}
