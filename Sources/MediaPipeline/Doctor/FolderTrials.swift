import Essentials
import Findings
import MediaFacts
import PushDelivery

/// Whether the folders that a run writes to are writable. A run makes missing folders, so the nearest existing folder above is checked.
struct FolderTrials {
  let settings: PipelineSettings?

  func examine() -> [DoctorFinding] {
    // Richpush does not make that folder. Workers do without it, and so does a run that does not verify.
    let isOptional = settings?.destination.verification == .off
    let temporary = trial(
      "temporary files", FileManager.default.temporaryDirectory.path(percentEncoded: false), isMade: false,
      isOptional ? .warning : .broken,
      cost: "`plan`, `check`, and runs that try their URLs or have long tables, end with status 3")
    guard let settings else { return [temporary] }
    let output = settings.destination.place.folder == nil ? "state" : "output"
    let cache = settings.cacheFolder.map { trial("cache", $0, .warning, cost: "every run makes everything again") }
    // The request folder is replaced by a new one next to it.
    let requests = trial("requests", settings.requestFolder, in: FileSystem.parent(of: settings.requestFolder))
    return [trial(output, settings.outputFolder), requests, cache, temporary].compactMap(\.self)
  }

  /// Whether one folder is writable and has room.
  ///
  /// - Parameters:
  ///   - folder: where files are made; nil: the folder itself.
  ///   - isMade: whether a run makes it.
  private func trial(
    _ name: String, _ path: String, in folder: String? = nil, isMade: Bool = true,
    _ state: DoctorFinding.State = .broken, cost: String = "a run ends with status 3"
  ) -> DoctorFinding {
    let existing = isMade ? DiskSpace.nearest(to: folder ?? path) : path
    if let reason = Self.whyNotWritable(existing) {
      let other = isMade ? "name another in \(settings?.configurationPath ?? "pipeline.yml")" : "name another in TMPDIR"
      return DoctorFinding(name, state, .doctor("unwritable", existing, reason, other), cost: cost)
    }
    let found = "\(path) can be written to"
    guard let free = (try? SystemCall.freeBytes(of: existing)) ?? nil else { return DoctorFinding(name, .good, found) }
    guard free < DiskSpace.leastBytes else {
      return DoctorFinding(name, .good, "\(found), \(DiskSpace.text(free)) are free")
    }
    let (least, mountPoint) = (DiskSpace.text(DiskSpace.leastBytes), DiskSpace.mountPoint(of: existing))
    return DoctorFinding(name, .warning, .doctor("fullDisk", found, DiskSpace.text(free), least, mountPoint))
  }

  /// Makes and removes a file, since rights do not show full disks and read-only mounts. Its name is that of a temporary file, which runs
  /// remove if this is interrupted.
  private static func whyNotWritable(_ folder: String) -> String? {
    let path = DurableFile.temporaryPath(beside: folder + "/doctor")
    do throws(FileSystemError) {
      try DurableFile.write(Array("richpush".utf8), to: path)
      FileSystem.remove(path)
      return nil
    } catch { return error.reason }
  }
}

extension DoctorFinding {
  /// Whether a run could begin with pipeline.yml's campaign. A campaign that only a command line names is not known here.
  static func campaign(_ settings: PipelineSettings) async -> [DoctorFinding] {
    guard settings.configuration.campaign != nil else { return [] }
    do throws(PipelineError) {
      let folder = try await CampaignIntake(settings).take().folder
      try FolderOwner(of: RequestFolder(path: settings.requestFolder), campaignFolder: folder).require(settings)
      return [DoctorFinding("campaign", .good, "\(settings.campaignFolder) can be read")]
    } catch {
      // `richpush check` lists them all.
      return error.diagnostics.filter { $0.severity == .error }.prefix(3).map { diagnostic in
        var finding = DoctorFinding(obstacle: diagnostic)
        finding.name = "campaign"
        return finding
      }
    }
  }
}

/// Whether clients get what is published: publishes one small picture as a run does, and loads it as clients do. That finds private buckets,
/// wrong regions, and addresses that serve another folder or bucket.
struct PublishingTrial {
  let settings: PipelineSettings

  private var isFolder: Bool { settings.destination.place.folder != nil }

  /// Other attempts would have the same answer, and a person waits.
  private static let mostAttempts = 3

  func examine() async -> DoctorFinding {
    if settings.destination.place.deployment != nil || isFolder && !FileSystem.exists(settings.outputFolder) {
      return finding(
        .missing, "nothing was published: only a run makes the folder, and starts `deploy`",
        "run `richpush verify` after a run")
    }
    do {
      let file = try Self.file(moment: Date().formatted(.iso8601).lowercased().replacing(":", with: ""))
      let destination = try await OpenDestination.open(settings)
      let asset = try await destination.publish(file, slug: file.slug)
      // The file of a folder goes. Credentials for publishing may not delete, so an object stays.
      defer { if isFolder, asset.wasWritten { FileSystem.remove(settings.outputFolder + "/" + asset.name) } }
      try await URLVerifier(patience: settings.access.patience, mostAttempts: Self.mostAttempts).verify(asset, file)
      let remains = isFolder ? "" : "; the object stays, and you can delete it"
      return DoctorFinding("publishing", .good, "\(asset.url) delivers what was published" + remains)
    } catch let error as PublishError {
      return failure(error.diagnostics(for: settings.destination.name))
    } catch let error as PipelineError {
      return failure(error.diagnostics)
    } catch { return finding(.broken, error.reason, nil) }
  }

  /// A picture of a moment, so that its name is free the next time: an object that is there keeps the access that it got then.
  private static func file(moment: String) throws(MediaError) -> PublishedFile {
    let digest = ContentDigest(of: WorkerTrial.picture)
    let name = PublishedAsset.name(slug: "richpush-doctor-\(moment)", digest: digest, format: .picture(.png))
    return try PublishedFile(name, bytes: WorkerTrial.picture)
  }

  private func failure(_ diagnostics: [Diagnostic]) -> DoctorFinding {
    let first = diagnostics.first
    let isCopied = isFolder && settings.destination.verification == .off
    let remedy = isCopied ? "copy the folder to the server, and run `richpush verify`" : first?.remedy
    return finding(isCopied ? .warning : .broken, first?.message ?? "nothing can be published there", remedy)
  }

  private func finding(_ state: DoctorFinding.State, _ found: String, _ remedy: String?) -> DoctorFinding {
    let cost = state == .missing ? "it is not known whether clients get what is published" : "clients show text only"
    return DoctorFinding("publishing", state, found, cost: cost, remedy: remedy)
  }
}
