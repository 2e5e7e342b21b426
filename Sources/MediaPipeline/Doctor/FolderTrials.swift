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
    guard let settings else { return [examination(temporary)] }
    let advice = "let this user write there, or name another in pipeline.yml"
    let folders = [
      (settings.destination.place.folder == nil ? "state" : "output", settings.outputFolder, advice),
      ("requests", FileSystem.parent(of: settings.requestFolder), advice),
    ]
    let cache = settings.cacheFolder.map { ("cache", $0, advice) }
    return (folders + [cache, temporary].compactMap { $0 }).map(examination)
  }

  private func examination(_ folder: (name: String, path: String, remedy: String)) -> DoctorFinding {
    let existing = Self.nearestFolder(folder.path)
    if let reason = Self.whyNotWritable(existing) {
      return DoctorFinding(
        folder.name, .broken, "\(existing) cannot be written to: \(reason)",
        cost: "a run ends with status 3", remedy: folder.remedy)
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

  /// A file is made and removed, since rights alone do not tell of full disks and read-only mounts.
  private static func whyNotWritable(_ folder: String) -> String? {
    let path = folder + "/.richpush-doctor-\(UInt64.random(in: 0 ... .max))"
    do throws(FileSystemError) {
      try DurableFile.write(Array("richpush".utf8), to: path)
      FileSystem.remove(path)
      return nil
    } catch {
      return error.reason
    }
  }
}
