import TestSupport
import Testing

/// `scripts/torture` disturbs the built program in every way that a machine can; here with a sample of each kind.
@Suite(
  .timeLimit(.minutes(5)),
  .enabled(if: Program.isInstalled("cc") || Program.isInstalled("clang"), "there is no C compiler in PATH"),
  .enabled(if: ProcessTable.isThere, "operations are made to fail on Linux alone"))
struct TortureTests {
  @Test func promisesHoldUnderFaults() async throws {
    let output = try await Program(packageRoot + "/scripts/torture").run([
      "--small", "--seed", "1", "--program", try RichpushBinary.path(),
    ])
    #expect(output.status == 0, "\(output.stdout)\(output.stderr)")
    #expect(!output.stderr.contains("BROKEN"))
  }
}
