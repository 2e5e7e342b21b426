import PushDelivery

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
  ///
  /// - Parameter base: existing and private.
  /// - Throws: `FileSystemError`.
  init(in base: String, confinesFiles: Bool) throws(FileSystemError) {
    // A unique name, since the processes of a pool follow each other.
    folder = base + "/" + String(UInt64.random(in: 0 ... .max), radix: 36)
    self.confinesFiles = confinesFiles
    for folder in [folder, outputFolder, sourceFolder] { try FileSystem.createPrivateFolder(folder) }
  }

  /// Moves a job here: its source gets a second name, and its result goes to `outputFolder`.
  ///
  /// - Throws: `FileSystemError`.
  func admit(_ job: WorkerJob) throws(FileSystemError) -> WorkerJob {
    let placed = job.writing(toFolder: outputFolder)
    guard confinesFiles else { return placed }
    let (source, _) = job.source
    let name = sourceFolder + "/" + FileSystem.name(of: source)
    try DurableFile.duplicate(source, to: name)
    return placed.reading(name)
  }

  /// Moves a job's result to its intended path, and removes the rest.
  ///
  /// - Returns: an error of the machine, for which the file must not be blamed; nil without one.
  func release(_ job: WorkerJob) -> FileSystemError? {
    var refusal: FileSystemError?
    // The worker is not trusted: the file may be missing, and its reader checks its content.
    if let output = job.output {
      do throws(FileSystemError) {
        try FileSystem.rename(outputFolder + "/" + FileSystem.name(of: output), to: output)
      } catch {
        refusal = error.isOfTheMachine ? error : nil
      }
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
