import MediaFacts
import PushDelivery
import Synchronization
import SystemPackage

/// The folders of one worker process: for the source of its current job, and for its results. Other workers cannot open anything in them,
/// so a compromised one reaches only pictures that it is given.
struct WorkerPlace: Sendable {
  private let folder: String
  /// Whether sources come through `sourceFolder`, since it can read them nowhere else.
  private let confinesFiles: Bool

  /// Absolute: it may write to given names in it.
  var outputFolder: String { folder + "/output" }
  /// Absolute: it may read given names in it.
  var sourceFolder: String { folder + "/sources" }

  /// Makes the folders in one that exists and is private.
  init(in base: String, confinesFiles: Bool) throws(FileSystemError) {
    // A unique name, since the processes of a pool follow each other.
    folder = base + "/" + String.randomName
    self.confinesFiles = confinesFiles
    for folder in [folder, outputFolder, sourceFolder] { try FileSystem.createPrivateFolder(folder) }
  }

  /// Moves a job here: its source is copied, and its result goes to `outputFolder`.
  ///
  /// - Throws: an error of the file, which may have changed or vanished meanwhile, or of the machine.
  func admit(_ job: WorkerJob) throws(MediaError) -> WorkerJob {
    var placed = job
    if !job.output.isEmpty { placed.output = outputFolder + "/" + FileSystem.name(of: job.output) }
    guard confinesFiles else { return placed }
    placed.path = sourceFolder + "/" + FileSystem.name(of: job.path)
    let limit = job.limits.maximumBytes
    do throws(FileSystemError) {
      try DurableFile.copy(job.path, to: placed.path, permissions: .ownerReadWrite, limit: limit)
    } catch {
      throw error.path == job.path
        ? SourceReader.mediaError(error, path: job.path, limit: limit)
        : .refused("a source cannot be copied for a worker", by: error)
    }
    return placed
  }

  /// Moves a job's result to its intended path, and removes the rest.
  /// - Returns: an error of the machine, for which the file must not be blamed; nil without one.
  func release(_ job: WorkerJob) -> FileSystemError? {
    var refusal: FileSystemError?
    // The worker is not trusted: the file may be missing, and its reader checks its content.
    if !job.output.isEmpty {
      do throws(FileSystemError) {
        try FileSystem.rename(outputFolder + "/" + FileSystem.name(of: job.output), to: job.output)
      } catch { refusal = error.isOfTheMachine ? error : nil }
    }
    for folder in [outputFolder, sourceFolder] {
      for name in FileSystem.names(in: folder) { FileSystem.removeAll(folder + "/" + name) }
    }
    return refusal
  }

  /// Removes the folders with all in them, once the process has ended.
  func remove() { FileSystem.removeAll(folder) }
}

/// The folders of a pool's workers: one for their results, and those of the processes. All are removed with the last reference.
final class WorkerGround: Sendable {
  let outputFolder: String
  private let bareSandbox: WorkerSandbox
  /// ffmpeg, ffprobe and tesseract, searched before the first worker starts.
  private let programs: Mutex<Task<SandboxedPrograms, Never>?> = .init(nil)
  private let variables: [String: String]
  /// Why they cannot work; nil if they can.
  private let refusal: MediaError?
  private let base: String?
  // Removed with the last reference.
  private let own: PrivateFolder?

  /// - Parameter folder: an absolute path, existing and private; nil: a new folder.
  init(_ command: WorkerConfiguration, workers: Int, in folder: String?) {
    let use = command.limits.sandbox
    var refusal = OpenFiles.refusal ?? Self.refusal(use)
    var own: PrivateFolder?
    do throws(FileSystemError) {
      if folder == nil { own = try PrivateFolder() }
    } catch {
      refusal = .refused("there is no place for temporary files in \(error.path), which TMPDIR names", by: error)
    }
    // A unique name, since another pool may have been here.
    let base = (folder ?? own?.path).map { "\($0)/workers-\(String.randomName)" }
    outputFolder = (base ?? "") + "/output"
    bareSandbox = WorkerSandbox(command, workers: workers)
    variables = command.environment
    if bareSandbox.confinesFiles, !WorkerSandbox.isSayable(outputFolder) {
      refusal = .machine(
        detail: "TMPDIR, or the output folder, has a line break in its path, which workers cannot be told")
    }
    do throws(FileSystemError) {
      if let base { for folder in [base, outputFolder] { try FileSystem.createPrivateFolder(folder) } }
    } catch {
      refusal = .refused("there is no place for what workers make", by: error)
    }
    (self.refusal, self.base, self.own) = (refusal, base, own)
  }

  /// The sandbox that workers use. Asking the system's loader about programs takes some milliseconds, so that it is asked once.
  func sandbox() async -> WorkerSandbox {
    var sandbox = bareSandbox
    guard sandbox.confinesFiles else { return sandbox }
    let finding = programs.withLock { known in
      let finding = known ?? Task { [variables] in await SandboxedPrograms.find(variables) }
      known = finding
      return finding
    }
    sandbox.programs = await finding.value
    return sandbox
  }

  /// The folders of a new process.
  func newPlace() throws(FileSystemError) -> WorkerPlace {
    try WorkerPlace(in: base ?? "", confinesFiles: bareSandbox.confinesFiles)
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

  /// Looks at the source of a job before a worker gets it.
  func require(_ path: String, limit: Int) throws(MediaError) {
    if let refusal { throw refusal }
    guard bareSandbox.confinesFiles else { return }
    do {
      let state = try FileSystem.state(of: path)
      guard state.byteCount <= limit else { throw FileSystemError("read", path, .fileTooLarge) }
    } catch { throw SourceReader.mediaError(error, path: path, limit: limit) }
  }
}
