import ArgumentParser
import Essentials
import Findings
import MediaPipeline
import PushDelivery

/// The combined flags, environment and pipeline.yml of a check.
struct CheckSetup {
  let output: CheckOutput
  private let targets: [CheckTarget]
  /// Findings made on the way to the targets.
  private let findings: [Diagnostic]
  private let settings: CheckSettings
  private let suppressions: [Suppression]
  /// The folder of pipeline.yml, where the suppressions' paths start.
  private let suppressionBase: PathBase
  private let baseline: BaselineFile?
  private let reportsNotes: Bool
  private let selection: RuleSelection

  /// Reads everything that configures a check; every problem is reported at once.
  static func load(_ options: CheckOptions) async throws -> CheckSetup {
    var diagnostics: [Diagnostic] = []
    var overrides = PipelineSetup.overrides(options.settings, diagnostics: &diagnostics)
    var options = options
    if options.subjects.isEmpty {
      options.subjects = [PipelineSettings(file: .readable(overrides[.config]), overrides: overrides).campaignFolder]
    }
    overrides[.config] = overrides[.config] ?? ConfigurationAbove(subjects: options.places).find()
    let format = CheckFormat.chosen(by: overrides, diagnostics: &diagnostics)
    let file = ConfigurationFile.readIfThere(overrides[.config], diagnostics: &diagnostics)
    let baseline = BaselineFile.read(options.baseline, isNew: options.updateBaseline, diagnostics: &diagnostics)
    diagnostics += [options.certificateFile.flatMap { GivenPath.error(ofFile: $0, "--ca-file") }].compactMap(\.self)
    let pipeline = PipelineSettings(file: file ?? .readable(overrides[.config]), overrides: overrides)
    let resolution = options.resolveSubjects(excludedFolders: [pipeline.outputFolder], diagnostics: &diagnostics)
    guard let format, let file, !diagnostics.contains(where: { $0.severity == .error }) else {
      let campaigns = resolution.targets.filter { if case .campaign = $0 { true } else { false } }
      throw await PipelineSetup.explain(diagnostics, besides: pipeline, in: campaigns, isPartial: file == nil)
    }
    // Without a pipeline.yml no folder is known to be public.
    let isConfigured = ConfigurationFile.isThere(overrides[.config])
    try PipelineSetup.requireWritable(options.outputFiles(outsideOf: isConfigured ? pipeline.closedFolders : []))
    return CheckSetup(
      output: CheckOutput(
        format: format, files: options.report, threshold: options.failOn.severity, paths: .workingDirectory(),
        heading: summaryHeading(
          resolution.targets.compactMap { if case .campaign(let folder) = $0 { folder } else { nil } },
          isTrial: pipeline.configuration.compose.isTrial, overrides)),
      targets: resolution.targets,
      findings: resolution.diagnostics + file.findings(resolution.targets, overrides, beside: diagnostics),
      // A suppression counts as used by what it covers, including notes.
      settings: CheckSettings(
        options, pipeline: pipeline,
        reportsNotes: options.notes || options.selection.mayIncludeNotes || !file.configuration.suppressions.isEmpty),
      suppressions: file.configuration.suppressions,
      suppressionBase: .workingDirectory(folder: file.folder), baseline: baseline, reportsNotes: options.notes,
      selection: options.selection)
  }

  /// Checks everything. What keeps the check from ending is also a finding, so that every report has it.
  ///
  /// - Returns: also the contents of a new baseline; nil: not wanted, or not everything could be examined.
  func check(
    observe: @escaping @Sendable (CheckEvent) -> Void
  ) async -> (report: CheckReport, baseline: Baseline?) {
    var report = await Checker(settings, observe: observe).check(targets)
    report.diagnostics = findings + report.diagnostics
    report = report.applying(suppressions, from: suppressionBase, now: settings.now)
    report = report.choosing(selection, reportsNotes: reportsNotes)
    return baseline?.judge(report) ?? (report, nil)
  }

  /// Writes every report file, and the baseline if it is to be made again.
  func save(_ report: CheckReport, _ new: Baseline?) throws {
    let files = Result { try output.save(report) }
    try baseline?.save(new)
    try files.get()
  }
}

extension CheckOptions {
  /// The settings that the same flags mean for `run`.
  fileprivate var settings: [Setting: String?] {
    [.format: format, .jobs: jobs, .config: config, .trial: trial ? "true" : nil]
  }

  /// The paths of what is checked: standard input has the path from the editor.
  fileprivate var places: [String] { subjects.map { $0 == "-" ? standardInputName ?? $0 : $0 } }

  /// The reported rules.
  fileprivate var selection: RuleSelection {
    RuleSelection(
      selected: select.isEmpty ? nil : select.flatMap(\.self), extended: extend.flatMap(\.self),
      ignored: ignore.flatMap(\.self))
  }

  /// The files to write after the check.
  fileprivate func outputFiles(outsideOf folders: [OutputFile.ClosedFolder]) -> [OutputFile] {
    let reports = report.map {
      OutputFile(
        path: $0.path, $0.format.outputKind, namedBy: .init(.configuration, Setting.report.flag), outsideOf: folders)
    }
    let baseline = updateBaseline ? self.baseline : nil
    return reports + [baseline.map { OutputFile(path: $0, .baseline, flag: "--baseline") }].compactMap { $0 }
  }

  /// The targets of the arguments, each once.
  ///
  /// A target that the machine cannot read is a finding, and the others are still checked.
  ///
  /// - Parameter diagnostics: gets the errors of the others.
  fileprivate func resolveSubjects(
    excludedFolders: [String], diagnostics: inout [Diagnostic]
  ) -> CheckTarget.Resolution {
    var (resolution, refused) = (CheckTarget.Resolution(), [Diagnostic]())
    var seen: Set<CheckTarget> = []
    for subject in subjects {
      do throws(PipelineError) {
        let found = try CheckTarget.targets(
          for: subject, asIs: asIs, excludedFolders: excludedFolders, standardInputName: standardInputName)
        resolution.targets += found.targets.filter { seen.insert($0).inserted }
        resolution.diagnostics += found.diagnostics
      } catch {
        switch error {
        case .campaign(let wrong): refused += wrong
        case .fileSystem, .store: resolution.diagnostics += error.diagnostics
        }
      }
    }
    if let first = subjects.first, refused.isEmpty, resolution == .init() { refused = [.emptyArgument(first)] }
    diagnostics += refused
    return resolution
  }
}

extension ConfigurationFile {
  /// The warnings that a run gives of it, and the error in the pictures' address, if a campaign is checked.
  fileprivate func findings(
    _ targets: [CheckTarget], _ overrides: ConfigurationOverrides, beside read: [Diagnostic]
  ) -> [Diagnostic] {
    let hasCampaign = targets.contains { if case .campaign = $0 { true } else { false } }
    guard hasCampaign else { return [] }
    return read.filter { $0.severity == .warning } + unusableBaseURL(of: configuration.applying(overrides))
  }
}

extension CheckSettings {
  fileprivate init(_ options: CheckOptions, pipeline: PipelineSettings, reportsNotes: Bool) {
    self.init(pipeline: pipeline, now: Int(Date().timeIntervalSince1970))
    self.reportsNotes = reportsNotes
    platforms = options.profile.isEmpty ? nil : Set(options.profile.flatMap(\.platforms))
    if pipeline.configuration.compose.isTrial { rules = rules.forTrial }
    asIs = options.asIs
    isQuick = options.quick
    makesStills = options.render
    followsAddresses = options.follow
    allowsPrivateAddresses = options.allowPrivate
    certificateFile = options.certificateFile
    site = options.site ?? pipeline.configuration.messageDefaults.link.flatMap(WebOrigin.init)
    linkSpeed = options.linkSpeed
  }
}

/// The mildest finding that fails a check.
enum SeverityThreshold: String, CaseIterable, ExpressibleByArgument {
  case error, warning

  var severity: Diagnostic.Severity { self == .error ? .error : .warning }
}

/// The clients to judge for, named like the profiles made for them, or one by one.
enum CheckProfile: String, CaseIterable, ExpressibleByArgument {
  case universal, ios, android, web
  case motion = "ios-motion"

  var platforms: Set<Platform> {
    switch self {
    case .universal: Set(Platform.allCases)
    case .ios, .motion: [.ios]
    case .android: [.android]
    case .web: [.web]
    }
  }
}

/// A baseline file, and its contents when the check began.
struct BaselineFile {
  let path: String
  /// True when it is to be made from the findings.
  let isNew: Bool
  private let baseline: Baseline

  /// The largest supported size: the findings of hundreds of thousands of files.
  private static let mostBytes = 100_000_000

  /// Its folder, where its paths start.
  private var base: PathBase {
    .workingDirectory(folder: URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false))
  }

  /// Reads the named file, if any; problems are added to `diagnostics`.
  static func read(_ path: String?, isNew: Bool, diagnostics: inout [Diagnostic]) -> BaselineFile? {
    guard let path else { return nil }
    if isNew { return BaselineFile(path: path, isNew: true, baseline: Baseline(findings: [])) }
    do {
      let checked = Baseline.read(try GivenFile.bytes(of: path, limit: mostBytes), file: path)
      diagnostics += checked.diagnostics
      return checked.value.map { BaselineFile(path: path, isNew: false, baseline: $0) }
    } catch {
      diagnostics.append(Diagnostic(.setting("baseline", error.reason), .init(.configuration, path)))
      return nil
    }
  }

  /// The report without known findings; and for a new baseline, its contents.
  func judge(_ report: CheckReport) -> (report: CheckReport, baseline: Baseline?) {
    // What could not be examined might break other rules.
    let isKept = !isNew || report.diagnostics.contains { $0.rule.isEnvironmental }
    let new = isKept ? nil : report.baseline(from: base)
    return (report.applying(new ?? baseline, from: base), new)
  }

  /// Writes the findings, if everything was examined.
  func save(_ new: Baseline?) throws {
    guard isNew else { return }
    guard let new else {
      return Console.standard.note("the baseline \(path) stays as it is: not everything could be looked at")
    }
    do {
      try DurableFile.replace(path, with: try new.json())
    } catch { throw Console.standard.failure(to: "write the baseline", path, error) }
  }
}
