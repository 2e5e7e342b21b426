public import Findings
import PushDelivery

/// Errors in campaigns that are reported although pipeline.yml is wrong too, so that its author sees everything at once.
public struct CampaignErrors {
  private let settings: PipelineSettings

  /// - Parameter settings: as far as they are known. A default target is assumed.
  public init(_ settings: PipelineSettings) {
    var settings = settings
    let target = settings.configuration.messageDefaults.target
    settings.configuration.messageDefaults.target = target ?? .topic("any")
    self.settings = settings
  }

  /// Errors in a run's campaign, named as by a run.
  public var ofRun: [Diagnostic] { CampaignIntake(settings).errors() }

  /// Errors in every campaign to check, named as a check names its parts. Unreadable ones are skipped.
  ///
  /// - Parameter arguments: of the check, files and folders among them.
  public func ofCheck(_ arguments: [String]) -> [Diagnostic] {
    var seen: Set<CheckTarget> = []
    let targets = arguments.filter { $0 != "-" }.flatMap { argument in
      (try? CheckTarget.targets(for: argument, asIs: false, excludedFolders: [settings.outputFolder]).targets) ?? []
    }
    return targets.filter { seen.insert($0).inserted }.flatMap { target in
      guard case .campaign(let folder) = target else { return [Diagnostic]() }
      var settings = settings
      settings.campaignFolder = folder
      return CampaignIntake(settings).errors().map(CampaignNames(folder: folder).reported)
    }
  }
}
