import Essentials
import Findings
import PushDelivery
import Subprocess

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// What comes between publishing to a folder and its requests, where pipeline.yml names a command for it: the command takes the
/// folder to where it is served, and then each URL is tried.
struct Deployment: Sendable {
  private let settings: PipelineSettings
  private let observe: @Sendable (PipelineEvent) -> Void
  private let site: SiteLookup

  /// - Parameter site: which site shows what lies at a URL.
  init(
    _ settings: PipelineSettings, site: @escaping SiteLookup = { _ in nil },
    observe: @escaping @Sendable (PipelineEvent) -> Void
  ) {
    self.settings = settings
    self.site = site
    self.observe = observe
  }

  /// - Parameter results: what has been published to the folder.
  /// - Returns: the same, with what is wrong with their URLs; and what is wrong with the destination as a whole.
  func carryOut(_ results: [AssetLine.Result]) async -> (results: [AssetLine.Result], failures: [Diagnostic]) {
    guard settings.destination.place.deployment != nil else { return (results, []) }
    let names = results.flatMap(\.outcome.renditions).map(\.path)
    guard let trial = await deploy(names) else { return (results, []) }
    let proven = results.map { result in
      let errors = result.outcome.renditions.compactMap { trial.errors[$0.path] }
      return errors.isEmpty ? result : result.failing(errors)
    }
    return (proven, trial.failures)
  }

  /// The same for what `publish` has published.
  func carryOut(_ report: PublicationReport) async -> PublicationReport {
    guard let trial = await deploy(report.assets.map(\.name)) else { return report }
    let errors = report.assets.flatMap { asset in trial.errors[asset.name]?.diagnostics(for: asset.name) ?? [] }
    return PublicationReport(
      destination: report.destination, assets: report.assets.filter { trial.errors[$0.name] == nil },
      diagnostics: (report.diagnostics + trial.failures + errors).withoutRepetitions)
  }

  /// What came of it.
  private struct Trial {
    /// What is wrong with the URLs of files, by the files' names.
    var errors: [String: PublishError] = [:]
    /// What is wrong with the destination as a whole.
    var failures: [Diagnostic] = []
  }

  /// - Parameter names: the files' in the folder.
  /// - Returns: nil where there is nothing to deploy, or no command that does.
  private func deploy(_ names: [String]) async -> Trial? {
    guard let command = settings.destination.place.deployment, !names.isEmpty else { return nil }
    observe(.deploying(command: command.shownWords))
    if let reason = await command.run(in: settings.configurationFolder) {
      let text = command.shownWords.joined(separator: " ").quoted
      let subject = Diagnostic.Subject(.destination, settings.destination.name)
      return Trial(failures: [Diagnostic(.destinationDeploy, subject, "\(text) \(reason)")])
    }
    return await tryURLs(of: Array(Set(names)).sorted())
  }

  /// Equal bytes in the folder are not written again, so that publishing to it once more is to try the URLs.
  private func tryURLs(of names: [String]) async -> Trial {
    let folder = settings.outputFolder
    let notes = DeliveryNotes()
    let served = OpenDestination.tried(
      DirectoryDestination(folder: folder, baseURL: settings.baseURL), settings, site: site, notes)
    let errors = await names.mapInOrder(atMost: settings.transfers * 2) { name -> (String, PublishError)? in
      do {
        let file = try PublishedFile(name, in: folder)
        _ = try await served.publish(file, slug: file.slug)
        return nil
      } catch let error as PublishError {
        return (name, error)
      } catch {
        return (name, .conflict(name: name))
      }
    }
    return Trial(
      errors: Dictionary(errors.compactMap(\.self)) { first, _ in first },
      failures: served.doubts + notes.diagnostics(about: settings.destination.name))
  }
}

extension AssetLine.Result {
  /// The same where a URL does not deliver what was published.
  fileprivate func failing(_ errors: [PublishError]) -> AssetLine.Result {
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
  /// A word with a slash is a path, from that folder on; another is looked for in `PATH`, as shells do.
  private func executable(in folder: String) -> Executable {
    guard words[0].contains("/") else { return .name(words[0]) }
    return .path(FilePath(words[0].hasPrefix("/") ? words[0] : folder + "/" + words[0]))
  }

  /// Runs it to its end. What it prints goes to standard error; it has nothing to read, so that it cannot wait for an answer.
  ///
  /// - Returns: why it did not succeed, in words that go on after the command; nil when it did.
  fileprivate func run(in folder: String) async -> String? {
    do {
      let result = try await Subprocess.run(
        executable(in: folder), arguments: Arguments(Array(words.dropFirst())), workingDirectory: FilePath(folder),
        input: .none, output: .currentStandardError, error: .currentStandardError
      ) { execution in
        // Asked to end, and made to where it does not.
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
    } catch {
      return "cannot be run: \(error)"
    }
  }

  /// How many seconds it has to end by itself.
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
  /// The URLs that a run's requests may refer to and that are known to deliver what was published: those that it tries itself, or
  /// that were proven for the set that is in the request folder. What lies under a name never changes.
  var provenURLs: ProvenURLs {
    guard destination.verification != .get else { return .all }
    return .only(RequestIndex.provenURLs(in: RequestFolder(path: requestFolder)))
  }

  /// Whether the requests are to be sent to nobody; nil where they may be.
  var isTrial: Bool? { configuration.compose.isTrial ? true : nil }

  /// When `verify` loaded the URLs that a run does not try itself; nil where it tries them, or nothing says so.
  var provenAt: String? {
    destination.verification == .get ? nil : RequestIndex.provenAt(in: RequestFolder(path: requestFolder))
  }
}
