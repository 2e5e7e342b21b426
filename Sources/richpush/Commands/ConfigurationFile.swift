import Essentials
import Findings
import MediaPipeline
import PushDelivery

/// The pipeline.yml that was found.
struct ConfigurationFile {
  static let defaultPath = "pipeline.yml"

  let path: String
  let configuration: PipelineConfiguration
  /// Its text, or the default.
  var text = ""

  /// The folder that relative paths in the file start from.
  var folder: String { URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false) }

  /// Reads the named file, or the default one; problems are added to `diagnostics`.
  static func read(_ named: String?, diagnostics: inout [Diagnostic]) -> ConfigurationFile? {
    let path = named ?? nearestPath
    if named == nil, nearest == nil, isForeign(path) {
      diagnostics.append(
        .missingConfiguration(path, detail: "it is another program's, since no key of it is richpush's"))
      return nil
    }
    let text: String
    do {
      text = try beginning(of: path)
      if named == nil, path != defaultPath {
        Console.standard.hint("pipeline.yml: \(path)")
      } else {
        Console.standard.detail("reading \(path)")
      }
      if named == nil, let twin = unreadTwin(of: path) { Console.standard.say(twin) }
    } catch {
      diagnostics.append(.missingConfiguration(path, detail: error.reason))
      return nil
    }
    return read(text, at: path, diagnostics: &diagnostics)
  }

  /// The readable part of the text and one more byte, which shows that it has more. A pipe also works.
  static func beginning(of path: String) throws -> String {
    String(decoding: try GivenFile.start(of: path, count: PipelineFile.mostBytes + 1), as: UTF8.self)
  }

  /// The same from its text.
  static func read(_ text: String, at path: String, diagnostics: inout [Diagnostic]) -> ConfigurationFile? {
    let read = Destinations.file.read(text, file: path)
    diagnostics += read.diagnostics
    return read.value.map { ConfigurationFile(path: path, configuration: $0, text: text) }
  }

  /// The same, as far as readable; its errors have been reported. If unreadable, the defaults.
  static func readable(_ named: String?) -> ConfigurationFile {
    let path = named ?? nearestPath
    let text = (try? (named ?? nearest).map(beginning)) ?? ""
    return ConfigurationFile(path: path, configuration: Destinations.file.readable(text), text: text)
  }

  /// The named file, or the default one; without a default one, the defaults.
  static func readIfThere(_ named: String?, diagnostics: inout [Diagnostic]) -> ConfigurationFile? {
    if named == nil, !isThere(nil) {
      return ConfigurationFile(path: defaultPath, configuration: PipelineConfiguration())
    }
    return read(named, diagnostics: &diagnostics)
  }

  /// Whether the named file, or the default one, exists.
  static func isThere(_ named: String?) -> Bool {
    named.map(FileManager.default.fileExists(atPath:)) ?? (nearest != nil)
  }

  /// Findings about a value with its line and column, which reading has forgotten; as they are if none or several lines have it.
  func placing(_ findings: [Diagnostic], at value: String?) -> [Diagnostic] {
    guard let value else { return findings }
    let written = value.hasSuffix("/") ? String(value.dropLast()) : value
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { line in
      line.element.drop { $0 == " " }.hasPrefix("#")
        ? nil : line.element.firstRange(of: written).map { (line.offset + 1, line.element[..<$0.lowerBound].count + 1) }
    }
    guard let (line, column) = lines.first, lines.count == 1 else { return findings }
    return findings.map { finding in
      var finding = finding
      (finding.subject.line, finding.subject.column) = (line, column)
      return finding
    }
  }

  /// The folder of runs' state of a remote destination.
  func stateFolder(of destination: String) -> String { resolve(".richpush-state/" + destination) }

  /// The same for all its remote destinations.
  var stateFolders: [String] {
    configuration.destinations.filter { $0.place.folder == nil }.map { stateFolder(of: $0.name) }
  }

  /// The folder of its first directory destination: it holds the renditions of an earlier run.
  var publishedFolder: String? { configuration.firstDirectory.map(resolve) }

  /// A path of the file, seen from the working directory.
  func resolve(_ other: String) -> String {
    if other.hasPrefix("/") || folder == "./" || folder.isEmpty { return other }
    return other == "." || other == "./" ? folder.withoutTrailingSlash : folder + other.withoutDot
  }
}

extension Diagnostic {
  fileprivate static func missingConfiguration(_ path: String, detail: String) -> Diagnostic {
    Diagnostic(.configurationMissing, .init(.configuration, path), "the configuration cannot be read: \(detail)")
  }
}

extension PipelineSettings {
  /// The settings of a run from a checked configuration. Paths in flags and variables start from the working directory, those in
  /// pipeline.yml from its folder.
  init(
    file: ConfigurationFile, configuration: PipelineConfiguration, destination: ResolvedDestination,
    overrides: ConfigurationOverrides, campaign: String?
  ) {
    let campaignFolder = campaign ?? configuration.campaign.map(file.resolve) ?? "."
    // The state of a remote destination is hidden, so that it is not part of a campaign.
    let folder =
      destination.place.folder.map { overrides[.output] ?? file.resolve($0) }
      ?? file.stateFolder(of: destination.name)
    self.init(
      configuration: configuration, campaignFolder: campaignFolder,
      destination: destination, outputFolder: folder.withoutTrailingSlash,
      requestFolder: (overrides[.requests] ?? file.resolve(configuration.requestFolder)).withoutTrailingSlash,
      jobs: configuration.jobs.count(processors: ProcessInfo.processInfo.activeProcessorCount),
      worker: .thisProgram(limits: configuration.worker),
      cacheFolder: configuration.cache.path.map { file.resolve($0).withoutTrailingSlash },
      configurationFiles: [ConfigurationFile.defaultPath, URL(filePath: file.path).lastPathComponent],
      contactSheet: overrides[.contactSheet] ?? configuration.contactSheetPath.map(file.resolve))
    configurationFolder = file.folder.isEmpty ? "." : file.folder
    configurationPath = file.path
    now = Int(Date().timeIntervalSince1970)
    version = richpushVersion
    appIcon = configuration.appIconPath.map(file.resolve)
  }
}

extension PipelineSettings {
  /// For commands that publish nothing, so that the destination is irrelevant; the cache would be written.
  init(file: ConfigurationFile, overrides: ConfigurationOverrides, campaign: String? = nil) {
    var configuration = file.configuration.applying(overrides)
    configuration.cache = .disabled
    let destination = configuration.destinations.first ?? DestinationSettings()
    // A reserved address (RFC 2606), as long as a real one may be.
    let baseURL = destination.baseURL ?? "https://static.example.com/push/"
    self.init(
      file: file, configuration: configuration, destination: ResolvedDestination(destination, baseURL: baseURL),
      overrides: overrides, campaign: campaign)
  }
}

extension WorkerConfiguration {
  /// Copies of this very program.
  static func thisProgram(limits: WorkerLimits) -> WorkerConfiguration {
    let processorSeconds = max(limits.seconds, limits.motionSeconds) * ProcessInfo.processInfo.activeProcessorCount
    return WorkerConfiguration(
      executable: FileSystem.executablePath ?? CommandLine.arguments[0],
      arguments: ["worker", "--memory", "\(limits.memoryBytes)", "--processor-seconds", "\(processorSeconds)"],
      limits: limits)
  }
}
