import Essentials
import Findings
import MediaFacts
import PushDelivery

/// Whether clients get what is published: publishes one small picture as a run does, and loads it as clients do. That finds private buckets,
/// wrong regions, and addresses that serve another folder or bucket.
struct PublishingTrial {
  private let settings: PipelineSettings

  init(_ settings: PipelineSettings) { self.settings = settings }

  /// Other attempts would have the same answer, and a person waits.
  private static let mostAttempts = 3

  func examine() async -> DoctorFinding {
    if let reason = whyNotTried {
      return finding(.missing, "nothing was published: \(reason)", "run `richpush verify` after a run")
    }
    do {
      let file = try Self.file(moment: Date().formatted(.iso8601).lowercased().replacing(":", with: ""))
      let destination = try await OpenDestination.open(settings)
      let asset = try await destination.publish(file, slug: file.slug)
      defer { remove(asset) }
      let verifier = URLVerifier(.get, patience: settings.access.patience, mostAttempts: Self.mostAttempts)
      try await verifier?.verify(asset, file)
      return DoctorFinding("publishing", .good, "\(asset.url) delivers what was published" + remains)
    } catch let error as PublishError {
      return failure(error.diagnostics(for: settings.destination.name))
    } catch let error as PipelineError {
      return failure(error.diagnostics)
    } catch {
      return finding(.broken, error.reason, nil)
    }
  }

  /// A picture of a moment, so that its name is free the next time: an object that is there keeps the access that it got then.
  private static func file(moment: String) throws(MediaError) -> PublishedFile {
    let digest = ContentDigest(of: WorkerTrial.picture)
    let name = PublishedAsset.name(slug: "richpush-doctor-\(moment)", digest: digest, format: .picture(.png))
    return try PublishedFile(name, bytes: WorkerTrial.picture)
  }

  /// Only a run deploys, or makes the folder.
  private var whyNotTried: String? {
    let place = settings.destination.place
    if place.deployment != nil { return "`deploy` takes files to the server, and only a run starts it" }
    guard place.folder != nil, !FileSystem.exists(settings.outputFolder) else { return nil }
    return "\(settings.outputFolder) is not there yet"
  }

  /// The file of a folder goes. Credentials for publishing may not delete, so an object stays.
  private func remove(_ asset: PublishedAsset) {
    guard settings.destination.place.folder != nil, asset.wasWritten else { return }
    FileSystem.remove(settings.outputFolder + "/" + asset.name)
  }

  private var remains: String {
    settings.destination.place.folder == nil ? "; the object stays, and you can delete it" : ""
  }

  private func failure(_ diagnostics: [Diagnostic]) -> DoctorFinding {
    let first = diagnostics.first
    let isCopied = settings.destination.place.folder != nil && settings.destination.verification == .off
    let remedy = isCopied ? "copy the folder to the server, and run `richpush verify`" : first?.remedy
    return finding(isCopied ? .warning : .broken, first?.message ?? "nothing can be published there", remedy)
  }

  private func finding(_ state: DoctorFinding.State, _ found: String, _ remedy: String?) -> DoctorFinding {
    let cost =
      switch state {
      case .missing: "it is not known whether clients get what is published"
      case .broken where settings.destination.verification != .off: "a run withholds the requests"
      default: "clients show text only"
      }
    return DoctorFinding("publishing", state, found, cost: cost, remedy: remedy)
  }
}
