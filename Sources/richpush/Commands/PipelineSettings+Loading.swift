import Foundation
import MediaPipeline
import PushDelivery

extension PipelineSettings {
  /// What a run needs, from a checked configuration. Paths from flags and variables start from the working directory, those from
  /// pipeline.yml from its own folder.
  init(
    file: ConfigurationFile, configuration: PipelineConfiguration, destination: ResolvedDestination,
    overrides: ConfigurationOverrides, campaign: String?
  ) {
    let campaignFolder = campaign ?? configuration.campaign.map(file.resolve) ?? "."
    let (folder, staticHosts): (String, [StaticHost]) =
      switch destination.place {
      case .directory(let path, let headers): (overrides.output ?? file.resolve(path), headers)
      // Hidden, so that it is no part of a campaign.
      case .s3, .gcs: (file.resolve(".richpush-state/" + destination.name), [])
      }
    self.init(
      configuration: configuration, campaignFolder: campaignFolder,
      destination: destination, outputFolder: folder.withoutTrailingSlash,
      requestFolder: (overrides.requests ?? file.resolve(configuration.requestFolder)).withoutTrailingSlash,
      jobs: configuration.jobs.count(processors: ProcessInfo.processInfo.activeProcessorCount),
      worker: .thisProgram(limits: configuration.worker),
      cacheFolder: configuration.cache.path.map { file.resolve($0).withoutTrailingSlash },
      configurationFiles: [ConfigurationFile.defaultPath, URL(filePath: file.path).lastPathComponent],
      staticHosts: staticHosts, contactSheet: overrides.contactSheet)
  }
}

extension MediaPipeline.WorkerCommand {
  /// Copies of this very program.
  fileprivate static func thisProgram(limits: WorkerLimits) -> MediaPipeline.WorkerCommand {
    MediaPipeline.WorkerCommand(
      executable: Bundle.main.executablePath ?? CommandLine.arguments[0],
      arguments: ["worker", "--memory", "\(limits.memoryBytes)"], limits: limits)
  }
}

extension String {
  fileprivate var withoutTrailingSlash: String {
    var text = self
    while text.count > 1, text.hasSuffix("/") { text.removeLast() }
    return text
  }
}
