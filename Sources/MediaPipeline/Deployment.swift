import Essentials
import Findings
import PushDelivery
import Subprocess

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// The step between publishing to a folder and its requests, if pipeline.yml names a command: the command deploys the folder to its server,
/// and then each URL is tried.
struct Deployment: Sendable {
  private let settings: PipelineSettings
  private let observe: @Sendable (PipelineEvent) -> Void
  private let site: SiteLookup
  private let notes: DeliveryNotes

  /// - Parameters:
  ///   - site: gives the site that shows a URL.
  ///   - notes: receives what is found about URLs.
  init(
    _ settings: PipelineSettings, site: @escaping SiteLookup = { _ in nil }, notes: DeliveryNotes = DeliveryNotes(),
    observe: @escaping @Sendable (PipelineEvent) -> Void
  ) {
    (self.settings, self.site, self.notes, self.observe) = (settings, site, notes, observe)
  }

  /// - Parameter results: the files published to the folder.
  /// - Returns: the same with errors about their URLs, and errors about the whole destination.
  func carryOut(
    _ results: StoredValues<AssetResult>
  ) async -> (results: StoredValues<AssetResult>, failures: [Diagnostic]) {
    let names = results.lazy.flatMap { $0.outcome.renditions.map(\.path) }
    guard let trial = await deploy(names) else { return (results, []) }
    let proven = results.changed { result in
      let errors = result.outcome.renditions.compactMap { trial.errors[$0.path] }
      return errors.isEmpty ? result : result.failing(errors)
    }
    return (proven, trial.failures)
  }

  /// The same for `publish`'s files.
  func carryOut(_ report: PublicationReport) async -> PublicationReport {
    guard let trial = await deploy(report.assets.map(\.name)) else { return report }
    let errors = report.assets.flatMap { asset in trial.errors[asset.name]?.diagnostics(for: asset.name) ?? [] }
    return PublicationReport(
      destination: report.destination, assets: report.assets.filter { trial.errors[$0.name] == nil },
      diagnostics: (report.diagnostics + trial.failures + errors).withoutRepetitions)
  }

  /// Errors about the URLs of files, by file name, and about the whole destination.
  private typealias Trial = (errors: [String: PublishError], failures: [Diagnostic])

  /// - Parameter names: the files' in the folder.
  /// - Returns: nil without files or without a command, and in a dry run.
  private func deploy(_ names: some Sequence<String>) async -> Trial? {
    guard let command = settings.destination.place.deployment, !settings.isDryRun else { return nil }
    let names = Set(names).sorted()
    guard !names.isEmpty else { return nil }
    observe(.deploying(command: command.shownWords))
    if let reason = await command.run(in: settings.configurationFolder) {
      let text = command.shownWords.joined(separator: " ").quoted
      let subject = Diagnostic.Subject(.destination, settings.destination.name)
      return ([:], [Diagnostic(.destinationDeploy, subject, "\(text) \(reason)")])
    }
    return await tryURLs(of: names)
  }

  /// Publishing to the folder again only tries the URLs, because equal bytes are not written again.
  private func tryURLs(of names: [String]) async -> Trial {
    let folder = settings.outputFolder
    let served = OpenDestination.tried(
      DirectoryDestination(folder: folder, baseURL: settings.baseURL), settings, site: site, notes)
    let errors = await names.mapInOrder(atMost: settings.transfers * 2) { name -> (String, PublishError)? in
      do {
        let file = try PublishedFile(name, in: folder)
        _ = try await served.publish(file, slug: file.slug)
        return nil
      } catch let error as PublishError {
        return (name, error)
      } catch { return (name, .conflict(name: folder + "/" + name)) }
    }
    return (
      Dictionary(errors.compactMap(\.self)) { first, _ in first },
      served.doubts + notes.diagnostics(about: settings.destination.name)
    )
  }
}

extension AssetResult {
  /// The result if a URL does not deliver the published file.
  fileprivate func failing(_ errors: [PublishError]) -> AssetResult {
    var result = self
    let found = errors.flatMap { $0.diagnostics(for: outcome.path) }
    let isOthersFault = found.contains { $0.rule.isEnvironmental || $0.subject.kind == .destination }
    result.outcome.status = isOthersFault ? .failed : .refused
    result.outcome.renditions = []
    result.diagnostics += found
    return result
  }
}

extension DeployCommand {
  /// A word with a slash is a path from that folder on; another is looked up in `PATH`, as in shells.
  private func executable(in folder: String) -> Executable {
    guard words[0].contains("/") else { return .name(words[0]) }
    return .path(FilePath(words[0].hasPrefix("/") ? words[0] : folder + "/" + words[0]))
  }

  /// Runs it to its end. Its output goes to standard error; its input is empty, so that it cannot wait for an answer.
  ///
  /// - Returns: why it failed, as text that follows the command; nil on success.
  fileprivate func run(in folder: String) async -> String? {
    do {
      let result = try await Subprocess.run(
        executable(in: folder), arguments: Arguments(Array(words.dropFirst())), workingDirectory: FilePath(folder),
        input: .none, output: .currentStandardError, error: .currentStandardError
      ) { execution in
        // It is first asked to end, then killed.
        let asking = TimeLimit(seconds: seconds) { try? execution.send(signal: .terminate) }
        let ending = TimeLimit(seconds: seconds + Self.grace) { try? execution.send(signal: .kill) }
        return (asking, ending)
      }
      let (asking, ending) = result.closureResult
      asking.cancel()
      ending.cancel()
      return asking.hasPassed ? "took longer than \(seconds) s and was ended" : result.terminationStatus.failure
    } catch let error as SubprocessError where error.code == .executableNotFound {
      return "cannot be run: there is no program \(words[0].quoted)"
    } catch { return "cannot be run: \(error)" }
  }

  /// How many seconds it has to end.
  private static let grace = 5
}

extension TerminationStatus {
  /// nil for success.
  fileprivate var failure: String? {
    switch self {
    case .exited(0): nil
    case .exited(let status): "ended with the status \(status)"
    case .signaled(let signal): "was ended by signal \(signal)"
    }
  }
}

extension PipelineSettings {
  /// The URLs for a run's requests that are known to deliver the published files: those that it tries, or those proven for the set in the
  /// request folder. The file under a name never changes.
  var provenURLs: ProvenURLs {
    guard destination.verification != .get else { return .all }
    return .only((try? RequestIndex.usedURLs(in: RequestFolder(path: requestFolder), proof: .proven)) ?? [])
  }

  /// Whether the requests must not be sent; nil if they may be.
  var isTrial: Bool? { configuration.compose.isTrial ? true : nil }

  /// When `verify` loaded the URLs that a run does not try; nil if it tries them, or the time is unknown.
  var provenAt: String? {
    destination.verification == .get ? nil : RequestIndex.provenAt(in: RequestFolder(path: requestFolder))
  }
}
