import Essentials
import Findings
import PushDelivery

/// Whether the folders that a run writes to can be written to. What is not there yet is made by a run, so that the nearest folder above
/// it is asked.
struct FolderTrials {
  private let settings: PipelineSettings?

  init(_ settings: PipelineSettings?) { self.settings = settings }

  func examine() -> [DoctorFinding] {
    let temporary = (
      "temporary files", FileManager.default.temporaryDirectory.path(percentEncoded: false),
      "set TMPDIR to a folder that can be written to"
    )
    // Nobody makes that one.
    let ofTemporaryFiles = examination(
      temporary, in: temporary.1, cost: "`plan`, `check`, long tables and tries of URLs end with status 3")
    guard let settings else { return [ofTemporaryFiles] }
    let advice = "let this user write there, or name another in pipeline.yml"
    let folders = [
      (settings.destination.place.folder == nil ? "state" : "output", settings.outputFolder, advice),
      ("requests", Self.place(ofRequests: settings.requestFolder), advice),
    ]
    let cache = settings.cacheFolder.map { ("cache", $0, advice) }
    return (folders + [cache].compactMap { $0 }).map { examination($0, in: Self.nearestFolder($0.1)) }
      + [ofTemporaryFiles]
  }

  /// New ones are made beside the folder that is there, and in it where nothing can be made beside it.
  private static func place(ofRequests folder: String) -> String {
    let parent = FileSystem.parent(of: folder)
    let isFilled = FileSystem.kind(of: folder) == .folder && whyNotWritable(parent) != nil
    return isFilled ? folder : parent
  }

  /// - Parameter existing: where something is written to find out.
  private func examination(
    _ folder: (name: String, path: String, remedy: String), in existing: String,
    cost: String = "a run ends with status 3"
  ) -> DoctorFinding {
    if let reason = Self.whyNotWritable(existing) {
      return DoctorFinding(
        folder.name, .broken, "\(existing) cannot be written to: \(reason)",
        cost: cost, remedy: folder.remedy)
    }
    let free = (try? SystemCall.freeBytes(of: existing)).map { ", \($0 / 1_000_000) MB are free" } ?? ""
    return DoctorFinding(folder.name, .good, "\(folder.path) can be written to\(free)")
  }

  private static func nearestFolder(_ path: String) -> String {
    var folder = path.isEmpty ? "." : path
    while case .missing = FileSystem.kind(of: folder), folder != "/", folder != "." {
      folder = FileSystem.parent(of: folder)
    }
    return folder
  }

  /// A file is made and removed, since rights alone do not tell of full disks and read-only mounts. Its name is that of temporary
  /// files, which runs clear away where somebody has ended this in between.
  private static func whyNotWritable(_ folder: String) -> String? {
    let path = DurableFile.temporaryPath(beside: folder + "/doctor")
    do throws(FileSystemError) {
      try DurableFile.write(Array("richpush".utf8), to: path)
      FileSystem.remove(path)
      return nil
    } catch {
      return error.reason
    }
  }
}
