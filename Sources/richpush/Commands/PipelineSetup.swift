import ArgumentParser
import Essentials
import Findings
import MediaPipeline
import PushDelivery

/// The combined flags, environment and pipeline.yml, and their demands on the output.
struct PipelineSetup {
  var settings: PipelineSettings
  let format: OutputFormat
  private(set) var reportPath: String?
  /// Where the names of extra output files come from.
  let origins: OutputOrigins
  /// The beginning of the summary.
  let heading: SummaryHeading
  /// Flags and variables that decide the result.
  let decisive: [Setting: String]
  /// The first directory destination in pipeline.yml: it holds the renditions of an earlier run.
  let renderedFolder: String?

  /// Reads everything that configures a run; every problem is reported at once.
  ///
  /// - Throws: `ExitCode(2)` after saying what is wrong.
  static func load(
    _ options: PipelineOptions, report: String? = nil, contactSheet: String? = nil
  ) throws -> PipelineSetup {
    var diagnostics: [Diagnostic] = []
    let overrides = overrides(options, report: report, contactSheet: contactSheet, diagnostics: &diagnostics)
    var setup = try load(overrides, campaign: options.campaign, isComposing: true, diagnostics: diagnostics)
    setup.settings.replacesRequests = options.replace
    setup.settings.withdrawsAll = options.withdrawAll
    return setup
  }

  /// The same for an engine's files.
  static func load(_ options: EngineOptions) throws -> PipelineSetup {
    var diagnostics: [Diagnostic] = []
    let overrides = overrides(
      [(.destination, options.destination), (.config, options.config), (.cacheURL, options.cacheURL)],
      diagnostics: &diagnostics)
    return try load(overrides, campaign: options.campaign, isComposing: true, diagnostics: diagnostics)
  }

  /// The same for publishing renditions.
  static func load(_ command: PublishCommand) throws -> PipelineSetup {
    var diagnostics: [Diagnostic] = []
    let overrides = overrides(
      [
        (.destination, command.destination), (.baseURL, command.baseURL), (.format, command.format),
        (.config, command.config),
      ], diagnostics: &diagnostics)
    return try load(overrides, campaign: nil, isComposing: false, diagnostics: diagnostics)
  }

  /// The same for composing again.
  ///
  /// - Parameter baseURL: the address of the published assets; nil for that of pipeline.yml.
  static func load(_ command: ComposeCommand, baseURL: String?) throws -> PipelineSetup {
    var diagnostics: [Diagnostic] = []
    let overrides = overrides(
      [
        (.baseURL, baseURL), (.requests, command.requests), (.project, command.project), (.report, command.report),
        (.format, command.format), (.config, command.config), (.trial, command.trial ? "true" : nil),
      ], diagnostics: &diagnostics)
    var setup = try load(overrides, campaign: command.campaign, isComposing: true, diagnostics: diagnostics)
    // Only a run writes it.
    setup.settings.contactSheet = nil
    return setup
  }

  private static func load(
    _ overrides: ConfigurationOverrides, campaign: String?, isComposing: Bool, diagnostics: [Diagnostic]
  ) throws -> PipelineSetup {
    var diagnostics = diagnostics
    let file = ConfigurationFile.read(overrides[.config], diagnostics: &diagnostics)
    return try load(overrides, file: file, campaign: campaign, isComposing: isComposing, diagnostics: diagnostics)
  }

  /// - Parameter file: nil if it is missing or invalid.
  static func load(
    _ overrides: ConfigurationOverrides, file: ConfigurationFile?, campaign: String?, isComposing: Bool,
    diagnostics: [Diagnostic]
  ) throws -> PipelineSetup {
    var diagnostics = diagnostics
    let format = format(overrides[.format], diagnostics: &diagnostics)
    let configuration = file?.configuration.applying(overrides).findingProject()
    if isComposing, let file, let configuration { diagnostics += file.obstacles(of: configuration) }
    if isComposing { diagnostics += openMarks(file, overrides, campaign, beside: diagnostics) }
    let destination = configuration.flatMap { configuration in
      let resolved = configuration.resolvedDestination(
        named: overrides[.destination], output: overrides[.output], file: file?.path ?? ConfigurationFile.defaultPath)
      diagnostics += resolved.diagnostics
      return resolved.value
    }
    guard let file, let configuration, let destination, let format,
      !diagnostics.contains(where: { $0.severity == .error })
    else {
      // A mistake in one file does not hide another's. Without a file, the current folder is not assumed to be a campaign.
      guard isComposing, file != nil || campaign != nil || ConfigurationFile.isThere(overrides[.config]) else {
        throw explain(diagnostics)
      }
      let readable = ConfigurationFile.readable(overrides[.config])
      let settings = PipelineSettings(file: readable, overrides: overrides, campaign: campaign)
      // An unreadable file may name the folder, so campaigns below this one are not a mistake then.
      let isNamed = file != nil || (campaign ?? readable.configuration.campaign) != nil
      let errors = CampaignErrors(settings).ofRun.filter { isNamed || $0.rule != Incident.campaignUnread.id }
      throw explain(diagnostics + errors.filter { !$0.sharesLine(with: diagnostics) })
    }
    Console.standard.say(diagnostics)
    let settings = PipelineSettings(
      file: file, configuration: configuration, destination: destination, overrides: overrides,
      campaign: campaign)
    Console.standard.detail(
      "\(settings.campaignFolder) to \(destination.name), \(counted(settings.jobs, "job")), cache: \(settings.cacheFolder ?? "none")"
    )
    return PipelineSetup(
      settings: settings, format: format,
      reportPath: overrides[.report] ?? configuration.reportPath.map(file.resolve),
      origins: OutputOrigins(overrides, configurationPath: file.path),
      heading: SummaryHeading(
        campaigns: isComposing ? [settings.campaignFolder] : [], isTrial: configuration.compose.isTrial, overrides),
      decisive: overrides.only(Setting.decidingResults),
      renderedFolder: file.configuration.firstDirectory.map(file.resolve))
  }

  /// The unfilled placeholders of `init`; a trial accepts them.
  private static func openMarks(
    _ file: ConfigurationFile?, _ overrides: ConfigurationOverrides, _ campaign: String?, beside others: [Diagnostic]
  ) -> [Diagnostic] {
    let file = file ?? .readable(overrides[.config])
    let settings = PipelineSettings(file: file, overrides: overrides, campaign: campaign)
    guard !settings.configuration.compose.isTrial else { return [] }
    return OpenMarks(pipeline: file, campaign: settings.campaignFolder).diagnostics(beside: others)
  }

  /// The same for a part of a run: outputs about the whole are left to the last run.
  func ofPart(report: String?) -> PipelineSetup {
    var setup = self
    setup.reportPath = report
    setup.settings.contactSheet = nil
    return setup
  }

  /// The same for a dry run, which only writes a requested page.
  func ofPlan(contactSheet: String?) -> PipelineSetup {
    var setup = ofPart(report: nil)
    setup.settings.contactSheet = contactSheet
    return setup
  }

  private static func overrides(
    _ options: PipelineOptions, report: String?, contactSheet: String?, diagnostics: inout [Diagnostic]
  ) -> ConfigurationOverrides {
    overrides(
      [
        (.destination, options.destination), (.output, options.output), (.baseURL, options.baseURL),
        (.requests, options.requests), (.project, options.project), (.report, report),
        (.contactSheet, contactSheet),
        (.format, options.format), (.jobs, options.jobs), (.config, options.config),
        (.cacheURL, options.cacheURL), (.cacheMode, options.cacheMode),
        (.noCache, options.noCache ? "true" : nil), (.trial, options.trial ? "true" : nil),
      ], diagnostics: &diagnostics)
  }

  /// The flags, and variables where flags are missing.
  static func overrides(_ texts: [(Setting, String?)], diagnostics: inout [Diagnostic]) -> ConfigurationOverrides {
    let flags = ConfigurationOverrides.read(
      flags: Dictionary(uniqueKeysWithValues: texts.compactMap { key, text in text.map { (key, $0) } }))
    let environment = ProcessInfo.processInfo.environment
    let variables = ConfigurationOverrides.read(environment: environment)
    let unknown = ConfigurationOverrides.unknownVariables(in: environment)
    if !Console.standard.isQuiet { Console.standard.say(unknown.filter { $0.severity == .note }) }
    diagnostics += flags.diagnostics + variables.diagnostics + unknown.filter { $0.severity == .error }
    // A wrong flag must not hide the file that another flag names.
    let known = flags.value ?? .init().reading(config: texts.first { $0.0 == .config }?.1)
    return known.merged(over: variables.value ?? .init())
  }

  static func format(_ name: String?, diagnostics: inout [Diagnostic]) -> OutputFormat? {
    guard let name else { return .text }
    if let format = OutputFormat(rawValue: name) { return format }
    diagnostics.append(.unknownFormat(name, known: OutputFormat.allCases.map(\.rawValue)))
    return nil
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
    return ExitCode(status.rawValue)
  }

  /// An impossible path is its author's mistake; other refusals of the system may be temporary.
  private static func explain(_ error: FileSystemError, _ message: String) -> ExitCode {
    guard error.isAboutThePath else {
      return explain([error.failure(message, remedy: error.remedy)], status: .environment)
    }
    let remedy = error.remedy ?? "correct the path, or what is there"
    return explain([Diagnostic(.configurationValue, .init(.file, error.path), message, remedy: remedy)])
  }

  /// Says why there is no report; to be thrown.
  static func explain(_ error: PipelineError, consequence: String = "") -> ExitCode {
    switch error {
    case .campaign(let diagnostics): explain(diagnostics)
    case .store(let diagnostic): explain([diagnostic], status: diagnostic.rule.isEnvironmental ? .environment : .usage)
    case .fileSystem(let error): explain(error, error.message + consequence)
    }
  }
}

extension Diagnostic {
  /// A format that a command cannot print.
  static func unknownFormat(_ name: String, known: [String]) -> Diagnostic {
    Diagnostic(
      .configurationValue, .init(.configuration, Setting.format.flag), "there is no format \(name.quoted)",
      remedy: "give " + known.listed("or"))
  }
}

/// Runs a pipeline, or a part of one.
///
/// - Parameter consequence: the text after an error of the machine.
/// - Throws: the exit status, after saying why there is no result.
func explainingFailure<Value>(
  _ consequence: String = "; the former requests are untouched", _ body: () async throws(PipelineError) -> Value
) async throws -> Value {
  do throws(PipelineError) {
    return try await body()
  } catch {
    throw PipelineSetup.explain(error, consequence: consequence)
  }
}

/// The same for what needs no other tasks.
func explaining<Value>(_ consequence: String = "", _ body: () throws -> Value) throws -> Value {
  do { return try body() } catch let error as PipelineError {
    throw PipelineSetup.explain(error, consequence: consequence)
  }
}
