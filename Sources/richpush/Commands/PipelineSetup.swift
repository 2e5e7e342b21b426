import ArgumentParser
import Essentials
import Findings
import MediaPipeline
import PushDelivery

/// Flags, environment and pipeline.yml brought together, and what they ask of the output.
struct PipelineSetup {
  var settings: PipelineSettings
  private let format: OutputFormat
  private var reportPath: String?
  /// Where the first directory destination of pipeline.yml is: what an earlier run rendered lies there.
  let renderedFolder: String?
  /// What a plan keeps of flags, variables and pipeline.yml.
  let frozen: RunPlanner.FrozenSettings

  enum OutputFormat: String, CaseIterable { case text, json }

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
    return setup
  }

  /// The same for publishing what is rendered.
  static func load(_ command: PublishCommand) throws -> PipelineSetup {
    var diagnostics: [Diagnostic] = []
    let overrides = overrides(
      [
        (.destination, command.destination), (.baseURL, command.baseURL), (.format, command.format),
        (.config, command.config),
      ], diagnostics: &diagnostics)
    return try load(overrides, campaign: nil, isComposing: false, diagnostics: diagnostics)
  }

  /// The same for composing anew.
  ///
  /// - Parameter baseURL: the address under which the published assets lie; nil for that of pipeline.yml.
  static func load(_ command: ComposeCommand, baseURL: String?) throws -> PipelineSetup {
    var diagnostics: [Diagnostic] = []
    let overrides = overrides(
      [
        (.baseURL, baseURL), (.requests, command.requests), (.project, command.project), (.report, command.report),
        (.format, command.format), (.config, command.config), (.trial, command.trial ? "true" : nil),
      ], diagnostics: &diagnostics)
    return try load(overrides, campaign: command.campaign, isComposing: true, diagnostics: diagnostics)
  }

  private static func load(
    _ overrides: ConfigurationOverrides, campaign: String?, isComposing: Bool, diagnostics: [Diagnostic]
  ) throws -> PipelineSetup {
    var diagnostics = diagnostics
    let file = ConfigurationFile.read(overrides.config, diagnostics: &diagnostics)
    return try load(overrides, file: file, campaign: campaign, isComposing: isComposing, diagnostics: diagnostics)
  }

  /// - Parameter file: nil where it is not there, or something is wrong with it.
  static func load(
    _ overrides: ConfigurationOverrides, file: ConfigurationFile?, campaign: String?, isComposing: Bool,
    diagnostics: [Diagnostic]
  ) throws -> PipelineSetup {
    var diagnostics = diagnostics
    let format = format(overrides.format, diagnostics: &diagnostics)
    let configuration = file?.configuration.applying(overrides).findingProject()
    if isComposing, let file, let configuration {
      diagnostics += configuration.missingProject(file: file.path) + configuration.reservedBaseURL(file: file.path)
    }
    let destination = configuration.flatMap { configuration in
      let resolved = configuration.resolvedDestination(
        named: overrides.destination, output: overrides.output, file: file?.path ?? ConfigurationFile.defaultPath)
      diagnostics += resolved.diagnostics
      return resolved.value
    }
    guard let file, let configuration, let destination, let format,
      !diagnostics.contains(where: { $0.severity == .error })
    else {
      // A mistake in one file hides none in another. Without a file nobody has said that the current folder is a campaign.
      guard isComposing, file != nil || campaign != nil || ConfigurationFile.isThere(overrides.config) else {
        throw explain(diagnostics)
      }
      let readable = ConfigurationFile.readable(overrides.config)
      let settings = PipelineSettings(file: readable, overrides: overrides, campaign: campaign)
      // The folder may be named in what could not be read, and then it is no mistake that campaigns lie below this one.
      let isNamed = file != nil || (campaign ?? readable.configuration.campaign) != nil
      let errors = CampaignErrors(settings).ofRun.filter { isNamed || $0.rule != Incident.campaignUnread.id }
      throw explain(diagnostics + errors)
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
      reportPath: overrides.report ?? configuration.reportPath.map(file.resolve),
      renderedFolder: file.configuration.firstDirectory.map(file.resolve),
      frozen: RunPlanner.FrozenSettings(
        configurationPath: file.path, configurationText: file.text, overrides: overrides.decidingResults))
  }

  /// The same for a part of a run: what pipeline.yml wants to have of the whole is left to whoever joins the parts.
  func ofPart(report: String?) -> PipelineSetup {
    var setup = self
    setup.reportPath = report
    setup.settings.contactSheet = nil
    return setup
  }

  /// Says before anything is done what is known to keep the report and the contact sheet from being written.
  ///
  /// - Throws: `ExitCode` after saying what is in the way.
  func requireWritableOutputs() throws {
    let report = reportPath.map { OutputFile(path: $0, flag: Setting.report.flag) }
    let page = settings.contactSheet.map {
      OutputFile(path: $0, flag: Setting.contactSheet.flag, replacesWhole: true)
    }
    try Self.requireWritable([report, page].compactMap { $0 })
  }

  /// - Throws: `ExitCode` after saying of each file what is in its way.
  static func requireWritable(_ files: [OutputFile]) throws {
    let diagnostics = files.compactMap(\.diagnostic)
    guard !diagnostics.isEmpty else { return }
    let isMachine = diagnostics.allSatisfy(\.rule.isEnvironmental)
    throw explain(diagnostics, status: isMachine ? .environment : .usage)
  }

  /// Prints a report to standard output.
  ///
  /// - Parameter isDryRun: whether it tells what would be done.
  func print(_ report: RunReport, isDryRun: Bool = false) throws {
    let console = Console.standard
    let text = TextReport(
      report: report, style: console.output, requestFolder: settings.requestFolder, isDryRun: isDryRun,
      deployment: settings.destination.place.deployment)
    console.record(report.diagnostics, conclusion: text.conclusion)
    do {
      switch format {
      case .json: try console.write { try report.writeJSON($0) }
      case .text where console.isQuiet && ExitStatus(report) == .success: return
      case .text: try console.write { write in try text.forEachPart { try write(Data($0.utf8)) } }
      }
    } catch {
      throw console.outputFailure(error)
    }
  }

  func print(_ report: PublicationReport, isDryRun: Bool) throws {
    let text = PublicationText(report: report, style: Console.standard.output, isDryRun: isDryRun)
    Console.standard.record(report.diagnostics, conclusion: text.conclusion)
    switch format {
    case .json: try print(String(decoding: report.json(), as: UTF8.self))
    case .text where Console.standard.isQuiet && ExitStatus(report) == .success: return
    case .text: try print(text.text)
    }
  }

  func print(_ text: String) throws {
    let console = Console.standard
    do {
      try console.write(text)
    } catch {
      throw console.outputFailure(error)
    }
  }

  /// Writes the report file, where one is wanted.
  func save(_ report: RunReport) throws {
    guard let reportPath else { return }
    do {
      try OutputFile.write(to: reportPath) { try report.writeJSON($0) }
    } catch {
      throw Console.standard.failure(to: "write the report", reportPath, error)
    }
  }

  /// Says what keeps a run from beginning; to be thrown.
  static func explain(_ diagnostics: [Diagnostic], status: ExitStatus = .usage) -> ExitCode {
    Console.standard.say(diagnostics)
    return ExitCode(status.rawValue)
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

  /// What flags say, and variables where the flags say nothing.
  static func overrides(_ texts: [(Setting, String?)], diagnostics: inout [Diagnostic]) -> ConfigurationOverrides {
    let flags = ConfigurationOverrides.read(
      flags: Dictionary(uniqueKeysWithValues: texts.compactMap { key, text in text.map { (key, $0) } }))
    let variables = ConfigurationOverrides.read(environment: ProcessInfo.processInfo.environment)
    diagnostics += flags.diagnostics + variables.diagnostics
    // A wrong flag must not hide the file that another flag names.
    return (flags.value ?? .init(config: texts.first { $0.0 == .config }?.1))
      .merged(over: variables.value ?? .init())
  }

  static func format(_ name: String?, diagnostics: inout [Diagnostic]) -> OutputFormat? {
    guard let name else { return .text }
    if let format = OutputFormat(rawValue: name) { return format }
    diagnostics.append(.unknownFormat(name, known: OutputFormat.allCases.map(\.rawValue)))
    return nil
  }
}

extension PipelineConfiguration {
  /// With the project of the service account's key, where a form of the requests names one and nobody says which.
  fileprivate func findingProject() -> PipelineConfiguration {
    guard compose.lacksProject else { return self }
    var configuration = self
    configuration.compose.project = ServiceAccountKey.projectOfApplication(ProcessInfo.processInfo.environment)
    return configuration
  }
}

extension Diagnostic {
  /// A format that a command does not print.
  static func unknownFormat(_ name: String, known: [String]) -> Diagnostic {
    Diagnostic(
      .configurationValue, .init(.configuration, Setting.format.flag), "there is no format \(name.quoted)",
      remedy: "give " + known.dropLast().joined(separator: ", ") + " or " + (known.last ?? ""))
  }
}

/// Runs a pipeline.
///
/// - Throws: the exit status, after saying why there is no report.
func explainingFailure(_ body: () async throws(PipelineError) -> RunReport) async throws -> RunReport {
  do throws(PipelineError) {
    return try await body()
  } catch {
    throw PipelineSetup.explain(error, consequence: "; the former requests are untouched")
  }
}

extension PipelineSetup {
  /// That nothing can have a path is its author's mistake; all else that the system refuses may go well another time.
  private static func explain(_ error: FileSystemError, _ message: String) -> ExitCode {
    guard error.isAboutThePath else {
      return explain([error.failure(message, remedy: error.remedy)], status: .environment)
    }
    let remedy = error.remedy ?? "correct the path, or what lies there"
    return explain([Diagnostic(.configurationValue, .init(.file, error.path), message, remedy: remedy)])
  }

  /// Says why there is no report; to be thrown.
  static func explain(_ error: PipelineError, consequence: String = "") -> ExitCode {
    switch error {
    case .campaign(let diagnostics): explain(diagnostics)
    case .store(let diagnostic):
      explain([diagnostic], status: diagnostic.rule.isEnvironmental ? .environment : .usage)
    case .fileSystem(let error):
      explain(error, error.message + (error.consequence.map { "; " + $0 } ?? consequence))
    }
  }
}
