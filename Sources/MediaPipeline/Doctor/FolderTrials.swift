import Essentials
import Findings
import PushDelivery

/// Whether the folders that a run writes to are writable. A run makes missing folders, so the nearest existing folder above is checked.
struct FolderTrials {
  private let settings: PipelineSettings?

  init(_ settings: PipelineSettings?) { self.settings = settings }

  func examine() -> [DoctorFinding] {
    guard let settings else { return [temporaryFiles.finding] }
    let remedy = "let this user write there, or name another in \(settings.configurationPath)"
    func trial(_ name: String, _ path: String, in folder: String) -> FolderTrial {
      FolderTrial(name: name, path: path, existing: DiskSpace.nearest(to: folder), remedy: remedy)
    }
    let output = settings.outputFolder
    let requests = settings.requestFolder
    let cache = settings.cacheFolder.map { folder in
      var cache = trial("cache", folder, in: folder)
      (cache.state, cache.cost) = (.warning, "a run says so, keeps nothing, and every run makes everything again")
      cache.scarcity = "not everything may be kept for later runs"
      return cache
    }
    let folders = [
      trial(settings.destination.place.folder == nil ? "state" : "output", output, in: output),
      trial("requests", requests, in: FileSystem.parent(of: requests)), cache, temporaryFiles,
    ]
    return folders.compactMap { $0?.finding }
  }

  /// Richpush does not make that folder. Workers do without it, and so does a run that does not verify.
  private var temporaryFiles: FolderTrial {
    let path = FileManager.default.temporaryDirectory.path(percentEncoded: false)
    var trial = FolderTrial(
      name: "temporary files", path: path, existing: path, remedy: "set TMPDIR to a folder that can be written to")
    if settings?.destination.verification == .off {
      (trial.state, trial.cost) = (.warning, "`plan`, `check` and runs with long tables end with status 3")
    } else {
      trial.cost = "runs that try their URLs or have long tables, `plan` and `check` end with status 3"
    }
    trial.scarcity = "`plan`, `check` and long tables may find no room"
    return trial
  }
}

/// Whether one folder is writable and has room.
private struct FolderTrial {
  let name: String
  let path: String
  /// The folder for the test file.
  let existing: String
  let remedy: String
  /// The state if nothing can be written there.
  var state = DoctorFinding.State.broken
  var cost = "a run ends with status 3"
  /// Cost of little room.
  var scarcity = "a run may end with `machine.disk-full` and status 3"

  var finding: DoctorFinding {
    if let reason = Self.whyNotWritable(existing) {
      return DoctorFinding(name, state, "\(existing) cannot be written to: \(reason)", cost: cost, remedy: remedy)
    }
    let found = "\(path) can be written to"
    guard let free = (try? SystemCall.freeBytes(of: existing)) ?? nil else { return DoctorFinding(name, .good, found) }
    guard free < DiskSpace.leastBytes else {
      return DoctorFinding(name, .good, "\(found), \(DiskSpace.text(free)) are free")
    }
    return DoctorFinding(
      name, .warning, "\(found), and only \(DiskSpace.text(free)) are free", cost: scarcity,
      remedy: "free some space on the file system at \(DiskSpace.mountPoint(of: existing)): "
        + "\(DiskSpace.text(DiskSpace.leastBytes)) at the least")
  }

  /// Makes and removes a file, since rights do not show full disks and read-only mounts. Its name is that of a temporary file, which runs
  /// remove if this is interrupted.
  static func whyNotWritable(_ folder: String) -> String? {
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

/// Whether a run could begin with pipeline.yml's campaign. A campaign that only a command line names is not known here.
struct CampaignTrial {
  private let settings: PipelineSettings

  init(_ settings: PipelineSettings) { self.settings = settings }

  func examine() -> [DoctorFinding] {
    guard settings.configuration.campaign != nil else { return [] }
    do throws(PipelineError) {
      let folder = try CampaignIntake(settings).requireBeginning()
      try FolderOwner(of: RequestFolder(path: settings.requestFolder), campaignFolder: folder).require(settings)
      return [DoctorFinding("campaign", .good, "\(settings.campaignFolder) can be read")]
    } catch {
      return error.diagnostics.prefix(Self.mostTold).map { diagnostic in
        var finding = DoctorFinding(obstacle: diagnostic)
        finding.name = "campaign"
        return finding
      }
    }
  }

  /// `richpush check` lists them all.
  private static let mostTold = 3
}

extension DoctorFinding {
  /// A problem that stops a run from beginning, under the last word of its key or flag.
  init(obstacle diagnostic: Diagnostic) {
    let key = diagnostic.subject.keyPath ?? diagnostic.subject.name
    let name = key.split(separator: ".").last.map(String.init) ?? key
    let place = diagnostic.subject.name.hasPrefix("--") ? "" : "\(diagnostic.subject.name): "
    self.init(
      name.hasPrefix("--") ? String(name.dropFirst(2)) : name, .broken, place + diagnostic.message,
      cost: "a run ends with status \(diagnostic.rule.isEnvironmental ? 3 : 2) before it begins",
      remedy: diagnostic.remedy.isEmpty ? nil : diagnostic.remedy)
  }
}
