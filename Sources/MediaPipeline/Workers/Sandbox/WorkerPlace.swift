import Csystem
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

  /// Makes the folders.
  /// - Parameter base: existing and private.
  init(in base: String, confinesFiles: Bool) throws(FileSystemError) {
    // A unique name, since the processes of a pool follow each other.
    folder = base + "/" + String.randomName
    self.confinesFiles = confinesFiles
    for folder in [folder, outputFolder, sourceFolder] { try FileSystem.createPrivateFolder(folder) }
  }

  /// Moves a job here: its source gets a second name, and its result goes to `outputFolder`.
  func admit(_ job: WorkerJob) throws(FileSystemError) -> WorkerJob {
    var placed = job
    if !job.output.isEmpty { placed.output = outputFolder + "/" + FileSystem.name(of: job.output) }
    guard confinesFiles else { return placed }
    placed.path = sourceFolder + "/" + FileSystem.name(of: job.path)
    try DurableFile.duplicate(job.path, to: placed.path)
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
      for case .name(let name) in (try? FileSystem.entries(of: folder)) ?? [] {
        FileSystem.removeAll(folder + "/" + name)
      }
    }
    return refusal
  }

  /// Removes the folders with all in them, once the process has ended.
  func remove() { FileSystem.removeAll(folder) }
}

/// The folders of a pool's workers: one for their results, one for copies of sources if workers can read nothing else, and the folders of
/// the processes. All are removed with the last reference.
final class WorkerGround: Sendable {
  let outputFolder: String
  private let confinement: Mutex<WorkerSandbox>
  /// ffmpeg, ffprobe and tesseract, searched before the first job.
  private let programs: Mutex<Task<SandboxedPrograms, Never>?> = .init(nil)
  private let variables: [String: String]
  /// Why they cannot work; nil if they can.
  private let refusal: MediaError?
  private let copies: SourceCopies?
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

  /// The sandbox that workers use; complete once a source has been lent.
  var sandbox: WorkerSandbox { confinement.withLock { $0 } }

  /// The folders of a new process.
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

  /// Lends a source to a worker, under a path that it can read.
  func lend<Value: Sendable>(
    _ path: String, limit: Int, body: @Sendable (String) async -> Value
  ) async throws(MediaError) -> Value {
    if let refusal { throw refusal }
    guard let copies else { return await body(path) }
    await findPrograms()
    return try await copies.with(path, limit: limit, body: body)
  }

  /// Asking the system's loader takes some milliseconds, which runs without work for workers do not need.
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

/// Copies of sources in a folder in which workers can only read files whose names they know. A source is copied once for consecutive jobs;
/// if the file system supports it, a copy shares its blocks and costs nothing.
actor SourceCopies {
  private let folder: String
  private var copies: [Key: Copy] = [:]
  /// Unused copies kept for the next job, the oldest first.
  private var unused: [Key] = []

  private static let mostUnused = 64
  private static let mostUnusedBytes = 256 << 20

  /// - Parameter folder: existing and private.
  init(folder: String) { self.folder = folder }

  /// A source in its state: after a change it is another.
  private struct Key: Hashable {
    let path: String
    let state: FileState
  }

  private struct Copy {
    let path: String
    let byteCount: Int
    var userCount = 0
    let making: Task<Void, any Error>
  }

  /// Lends a worker a copy of a source.
  func with<Value: Sendable>(
    _ path: String, limit: Int, body: @Sendable (String) async -> Value
  ) async throws(MediaError) -> Value {
    let key = try Self.key(path, limit: limit)
    let copy = borrow(key)
    let made = await copy.making.result
    guard case .success = made else {
      giveBack(key, isGood: false)
      throw Self.error(made)
    }
    let value = await body(copy.path)
    giveBack(key, isGood: true)
    return value
  }

  private static func key(_ path: String, limit: Int) throws(MediaError) -> Key {
    do {
      let state = try FileSystem.state(of: path)
      guard state.byteCount <= limit else { throw FileSystemError("read", path, .fileTooLarge) }
      return Key(path: path, state: state)
    } catch {
      throw SourceReader.mediaError(error, path: path, limit: limit)
    }
  }

  private static func error(_ result: Result<Void, any Error>) -> MediaError {
    guard case .failure(let error) = result else { return .machine(detail: "a source cannot be copied") }
    if let error = error as? MediaError { return error }
    return .refused("a source cannot be copied for a worker", by: error)
  }

  private func borrow(_ key: Key) -> Copy {
    unused.removeAll { $0 == key }
    var copy = copies[key] ?? newCopy(of: key)
    copy.userCount += 1
    copies[key] = copy
    return copy
  }

  private func newCopy(of key: Key) -> Copy {
    // It cannot be guessed, so a worker only finds sources that it was given.
    let name = String(String.UnicodeScalarView(key.path.unicodeScalars.suffix(40).map { $0 == "/" ? "-" : $0 }))
    let place = "\(folder)/\(String.randomName)-\(name)"
    return Copy(
      path: place, byteCount: key.state.byteCount,
      making: Task { try await BlockingThreads.forFiles.run { try Self.copyFile(key.path, to: place) } })
  }

  private func giveBack(_ key: Key, isGood: Bool) {
    guard var copy = copies[key] else { return }
    copy.userCount -= 1
    copies[key] = copy
    guard copy.userCount == 0 else { return }
    guard isGood else { return remove(key) }
    unused.append(key)
    while unused.count > Self.mostUnused || unusedByteCount > Self.mostUnusedBytes { remove(unused.removeFirst()) }
  }

  private var unusedByteCount: Int { unused.reduce(0) { $0 + (copies[$1]?.byteCount ?? 0) } }

  private func remove(_ key: Key) {
    guard let copy = copies.removeValue(forKey: key) else { return }
    FileSystem.remove(copy.path)
  }

  /// Copies a regular file, sharing its blocks if the file system supports it.
  private static func copyFile(_ path: String, to place: String) throws(FileSystemError) {
    let source = try FileReading.open(path)
    defer { try? source.close() }
    let copy = try NewFile.create(place, permissions: .ownerReadWrite)
    defer { try? copy.close() }
    let code = csystem_copy(source.rawValue, copy.rawValue)
    guard code != 0 else { return }
    let error = FileSystemError("copy", path, Errno(rawValue: code))
    // Then the copy's place is full, not the source's.
    throw error.isOutOfSpace ? error.about(place) : error
  }
}
