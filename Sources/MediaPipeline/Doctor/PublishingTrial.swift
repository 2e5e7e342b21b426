import Essentials
import Findings
import MediaFacts
import PushDelivery

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
