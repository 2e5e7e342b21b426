import ArgumentParser
import Essentials
import Findings
import MediaPipeline
import PushDelivery

/// The combined flags, environment and pipeline.yml, and their demands on the output.
struct PipelineSetup {
  var settings: PipelineSettings
  let format: OutputFormat
  /// Where the report is written; nil: nowhere.
  var reportPath: String?
  /// Flags and variables.
  let overrides: ConfigurationOverrides
  /// The first directory destination in pipeline.yml: it holds the renditions of an earlier run.
  let renderedFolder: String?

  /// Reads everything that configures a command; every problem is reported at once.
  ///
  /// - Parameters:
  ///   - isComposing: whether requests are made of a campaign.
  ///   - isPart: whether only a part of it is looked at: then its other mistakes are not searched for.
  static func load(
    _ flags: [Setting: String?], campaign: String? = nil, isComposing: Bool = true, isPart: Bool = false
  ) async throws -> PipelineSetup {
    var diagnostics: [Diagnostic] = []
    let overrides = overrides(flags, diagnostics: &diagnostics)
    let file = ConfigurationFile.read(overrides[.config], diagnostics: &diagnostics)
    let format = OutputFormat.chosen(by: overrides, diagnostics: &diagnostics)
    let configuration = file?.configuration.applying(overrides).findingProject()
    // As far as it is readable.
    let readable = file ?? .readable(overrides[.config])
    var looked = PipelineSettings(file: readable, overrides: overrides, campaign: campaign)
    // A check only reads it.
    looked.cacheFolder =
      readable.configuration.applying(overrides).cache.path.map(readable.resolve)?.withoutTrailingSlash
    if isComposing, let file, let configuration { diagnostics += file.obstacles(of: configuration) }
    if isComposing { diagnostics += OpenMarks.diagnostics(in: readable, looked, beside: diagnostics) }
    let destination = configuration.flatMap { configuration in
      let resolved = configuration.resolvedDestination(
        named: overrides[.destination], output: overrides[.output], file: readable.path)
      diagnostics += resolved.diagnostics
      return resolved.value
    }
    guard let file, let configuration, let destination, let format,
      !diagnostics.contains(where: { $0.severity == .error })
    else {
      // Without a file, the current folder is not assumed to be a campaign.
      let isKnown =
        file != nil || (campaign ?? readable.configuration.campaign) != nil
        || OpenMarks.files.contains { FileSystem.exists(looked.campaignFolder + "/" + $0) }
      guard isComposing, isKnown, !isPart else { throw explain(diagnostics) }
      throw await explain(diagnostics, besides: looked, isPartial: file == nil)
    }
    Console.standard.say(diagnostics)
    let settings = PipelineSettings(
      file: file, configuration: configuration, destination: destination, overrides: overrides, campaign: campaign)
    Console.standard.detail(
      "\(settings.campaignFolder) to \(destination.name), \(counted(settings.jobs, "job")), cache: \(settings.cacheFolder ?? "none")"
    )
    if isComposing, overrides.origin(of: .requests, file: "").name == Setting.requests.variable {
      let folder = file.resolve(file.configuration.requestFolder)
      Console.standard.say([FolderOwner.olderSet(in: folder, settings)].compactMap(\.self))
    }
    return PipelineSetup(
      settings: settings, format: format,
      reportPath: overrides[.report] ?? configuration.reportPath.map(file.resolve), overrides: overrides,
      renderedFolder: file.publishedFolder)
  }

  /// The flags, and variables where flags are missing.
  static func overrides(_ flags: [Setting: String?], diagnostics: inout [Diagnostic]) -> ConfigurationOverrides {
    let read = ConfigurationOverrides.read(
      flags: flags.compactMapValues(\.self), environment: ProcessInfo.processInfo.environment)
    if !Console.standard.isQuiet { Console.standard.say(read.findings.filter { $0.severity == .note }) }
    diagnostics += read.findings.filter { $0.severity == .error }
    return read.overrides
  }
}

extension ConfigurationFile {
  /// What prevents composing requests, whatever the campaign is, once flags and variables are applied.
  func obstacles(of configuration: PipelineConfiguration) -> [Diagnostic] {
    configuration.missingProject(file: path) + unusableBaseURL(of: configuration)
  }

  /// The error in the pictures' address.
  func unusableBaseURL(of configuration: PipelineConfiguration) -> [Diagnostic] {
    placing(configuration.unusableBaseURL(file: path), at: configuration.destinations.first?.baseURL)
  }
}

extension PipelineConfiguration {
  /// With the project of the service account's key, if a request form needs one and it is not set.
  fileprivate func findingProject() -> PipelineConfiguration {
    guard compose.lacksProject else { return self }
    var configuration = self
    configuration.compose.project = ProjectIdentifier.ofServiceAccount(ProcessInfo.processInfo.environment)
    return configuration
  }
}

extension PipelineSetup {
  /// Reports what keeps a run from beginning; to be thrown.
  static func explain(_ diagnostics: [Diagnostic], status: ExitStatus = .usage) -> ExitCode {
    Console.standard.say(diagnostics)
    if status == .usage { Console.standard.conclude(diagnostics) }
    return ExitCode(status.rawValue)
  }

  /// The same, at once, and then every other error of the campaign: a mistake in one file does not hide another's.
  ///
  /// - Parameters:
  ///   - targets: where they are looked for; nil: in the campaign.
  ///   - isPartial: whether the settings are only those that could be read.
  static func explain(
    _ told: [Diagnostic], besides settings: PipelineSettings, in targets: [CheckTarget]? = nil,
    isPartial: Bool = false
  ) async -> ExitCode {
    Console.standard.say(told)
    let progress = Progress(console: .standard, beginning: "looking for other mistakes", unit: "checked")
    let interruption = InterruptionGuard(saying: { "not everything was searched for other mistakes" })
    defer { withExtendedLifetime(interruption) {} }
    var check = CheckSettings(pipeline: settings, now: Int(Date().timeIntervalSince1970))
    (check.isPartial, check.reportsNotes) = (isPartial, false)
    if settings.configuration.compose.isTrial { check.rules = check.rules.forTrial }
    let report = await Checker(check, observe: progress.observe).check(
      targets ?? [.campaign(folder: settings.campaignFolder)])
    progress.end()
    // What is wrong with a value that is still to be filled in needs no more words.
    let (known, open) = (Set(told), Set(told.filter { $0.remedy.contains(OpenMarks.mark) }.map(\.line)))
    let others = report.diagnostics.filter {
      $0.severity == .error && !$0.rule.isEnvironmental && !known.contains($0) && !open.contains($0.line)
    }
    Console.standard.say(others)
    Console.standard.conclude(told + others)
    return ExitCode(ExitStatus.usage.rawValue)
  }

  /// Reports one mistake; to be thrown.
  static func refusal(
    _ subject: Diagnostic.Subject, _ message: String, remedy: String? = nil, _ incident: Incident = .configurationValue,
    status: ExitStatus = .usage
  ) -> ExitCode {
    explain([Diagnostic(incident, subject, message, remedy: remedy)], status: status)
  }

  /// The same in the words of texts/errors.txt.
  static func refusal(_ words: ErrorWords, _ subject: Diagnostic.Subject) -> ExitCode {
    explain([Diagnostic(words, subject)])
  }

  /// Says why there is no report; to be thrown.
  static func explain(_ error: PipelineError, consequence: String = "") -> ExitCode {
    switch error {
    case .campaign(let diagnostics): explain(diagnostics)
    case .store(let diagnostic): explain([diagnostic], status: diagnostic.rule.isEnvironmental ? .environment : .usage)
    case .fileSystem(let error): explain(error, error.message + consequence)
    }
  }

  /// An impossible path is its author's mistake; other refusals of the system may be temporary.
  private static func explain(_ error: FileSystemError, _ message: String) -> ExitCode {
    guard error.isAboutThePath else {
      return explain([error.failure(message, remedy: error.remedy)], status: .environment)
    }
    return refusal(.init(.file, error.path), message, remedy: error.remedy ?? "correct the path, or what is there")
  }
}

extension RawRepresentable<String> where Self: CaseIterable {
  /// The format that a flag or a variable names, or text; an unknown name adds a problem.
  static func chosen(by overrides: ConfigurationOverrides, diagnostics: inout [Diagnostic]) -> Self? {
    let name = overrides[.format] ?? "text"
    if let format = Self(rawValue: name) { return format }
    diagnostics.append(
      Diagnostic(
        .configurationValue, overrides.origin(of: .format, file: ""), "there is no format \(name.quoted)",
        remedy: "give " + allCases.map(\.rawValue).listed("or")))
    return nil
  }
}

/// Runs a pipeline, or a part of one.
///
/// - Parameters:
///   - consequence: the text after an error of the machine.
///   - targets: where other errors are looked for; nil: in the campaign.
func explainingFailure<Value>(
  _ consequence: String = "", besides settings: PipelineSettings? = nil, in targets: [CheckTarget]? = nil,
  _ body: () async throws(PipelineError) -> Value
) async throws -> Value {
  do throws(PipelineError) {
    return try await body()
  } catch {
    if let settings, case .campaign(let diagnostics) = error {
      let told = diagnostics.map(CampaignNames(folder: settings.campaignFolder).reported)
      throw await PipelineSetup.explain(told, besides: settings, in: targets)
    }
    throw PipelineSetup.explain(error, consequence: consequence)
  }
}
