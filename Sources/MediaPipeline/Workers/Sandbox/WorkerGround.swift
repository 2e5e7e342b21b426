import MediaFacts
import PushDelivery
import Synchronization

/// Where a pool's workers are at home: a folder for what they have made, one for copies of sources where workers can read nothing else, and
/// below the same the places of the processes. All of it goes when nobody refers to it any more.
final class WorkerGround: Sendable {
  let outputFolder: String
  private let confinement: Mutex<WorkerSandbox>
  /// ffmpeg and ffprobe, looked for before the first job.
  private let programs: Mutex<Task<SandboxedPrograms, Never>?> = .init(nil)
  private let variables: [String: String]
  /// Why they can do nothing; nil where they can.
  private let refusal: MediaError?
  private let copies: SourceCopies?
  private let base: String?
  // Removed when nobody refers to it any more.
  private let own: PrivateFolder?

  /// - Parameters:
  ///   - command: how workers are started.
  ///   - workers: how many there are at once.
  ///   - folder: absolute, ours alone and there; nil: one of its own.
  init(_ command: WorkerConfiguration, workers: Int, in folder: String?) {
    let use = command.limits.sandbox
    var refusal = OpenFiles.refusal ?? Self.refusal(use)
    var own: PrivateFolder?
    do throws(FileSystemError) {
      if folder == nil { own = try PrivateFolder() }
    } catch {
      refusal = .refused("there is no place for temporary files in \(error.path), which TMPDIR names", by: error)
    }
    // A name of its own, since another pool may have been here.
    let base = (folder ?? own?.path).map { "\($0)/workers-\(String(UInt64.random(in: 0 ... .max), radix: 36))" }
    outputFolder = (base ?? "") + "/output"
    let sourceFolder = (base ?? "") + "/sources"
    let sandbox = WorkerSandbox(command, workers: workers)
    copies = sandbox.confinesFiles ? SourceCopies(folder: sourceFolder) : nil
    confinement = Mutex(sandbox)
    variables = command.environment
    if sandbox.confinesFiles, !WorkerSandbox.isSayable(outputFolder) {
      refusal = .machine(
        detail: "TMPDIR, or the output folder, has a line break in its path, which workers cannot be told")
    }
    do throws(FileSystemError) {
      if let base { for folder in [base, outputFolder, sourceFolder] { try FileSystem.createPrivateFolder(folder) } }
    } catch {
      refusal = .refused("there is no place for what workers make", by: error)
    }
    (self.refusal, self.base, self.own) = (refusal, base, own)
  }

  /// What they lock themselves in by; whole once something has been lent.
  var sandbox: WorkerSandbox { confinement.withLock { $0 } }

  /// The folders of a process that is to be started.
  ///
  /// - Throws: `FileSystemError`.
  func newPlace() throws(FileSystemError) -> WorkerPlace {
    try WorkerPlace(in: base ?? "", confinesFiles: copies != nil)
  }

  deinit { if let base { FileSystem.removeAll(base) } }

  private static func refusal(_ use: SandboxUse) -> MediaError? {
    let support = SandboxGaps.ofThisSystem.summary
    guard use == .require, support != "full" else { return nil }
    return .machine(
      detail:
        "worker.sandbox is `require`, and this system can lock workers in \(support); allow Landlock and seccomp here, or "
        + "write `auto`")
  }

  /// Lends a source to a worker, under the path by which that can read it.
  ///
  /// - Throws: `MediaError` where it cannot be read or copied, and nothing can be done here.
  func lend<Value: Sendable>(
    _ path: String, limit: Int, body: @Sendable (String) async -> Value
  ) async throws(MediaError) -> Value {
    if let refusal { throw refusal }
    guard let copies else { return await body(path) }
    await findPrograms()
    return try await copies.with(path, limit: limit, body: body)
  }

  /// Asking the system's loader takes some milliseconds, which nobody has to wait who has nothing to do for workers.
  private func findPrograms() async {
    let finding = programs.withLock { known in
      let finding = known ?? Task { [variables] in await SandboxedPrograms.find(variables) }
      known = finding
      return finding
    }
    let found = await finding.value
    confinement.withLock { $0.programs = found }
  }
}
