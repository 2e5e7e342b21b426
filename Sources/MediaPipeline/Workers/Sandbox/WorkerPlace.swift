import PushDelivery

/// The folders of one worker process: one in which it finds the source of the job in hand, and one for what it makes. No other worker can
/// open anything in them, so that whoever has taken one over reaches no picture but those that it is given.
struct WorkerPlace: Sendable {
  private let folder: String
  /// Whether sources come by way of `sourceFolder`, since it can read them nowhere else.
  private let confinesFiles: Bool

  /// Absolute: what it may write to, by names that it is told.
  var outputFolder: String { folder + "/output" }
  /// Absolute: what it may read of, by names that it is told.
  var sourceFolder: String { folder + "/sources" }

  /// Makes the folders.
  ///
  /// - Parameter base: ours alone and there.
  /// - Throws: `FileSystemError`.
  init(in base: String, confinesFiles: Bool) throws(FileSystemError) {
    // A name of its own, since the processes of a pool follow each other.
    folder = base + "/" + String(UInt64.random(in: 0 ... .max), radix: 36)
    self.confinesFiles = confinesFiles
    for folder in [folder, outputFolder, sourceFolder] { try FileSystem.createPrivateFolder(folder) }
  }

  /// Has a job found here: its source gets a second name, and what it makes is written to `outputFolder`.
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

  /// Takes what a job has made to where the job said, and leaves nothing of it here.
  ///
  /// - Returns: what the machine refused, of which no fault of the file may be made; nil where it refused nothing.
  func release(_ job: WorkerJob) -> FileSystemError? {
    var refusal: FileSystemError?
    // The worker is not believed: nothing may be there, and whoever reads it looks what it is.
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
