public import Findings
import PushDelivery

/// What is wrong with campaigns by themselves, for whoever cannot look at more of them: pipeline.yml is wrong too, and its author is to
/// see everything at once.
public struct CampaignErrors {
  private let settings: PipelineSettings

  /// - Parameter settings: as far as they are known. A target that messages have by default is taken for granted.
  public init(_ settings: PipelineSettings) {
    var settings = settings
    let target = settings.configuration.messageDefaults.target
    settings.configuration.messageDefaults.target = target ?? .topic("any")
    self.settings = settings
  }

  /// Of the campaign that a run would take, as a run names its parts.
  public var ofRun: [Diagnostic] { CampaignIntake(settings).errors() }

  /// Of every campaign that is to be checked, as a check names its parts. What cannot be looked at is left out.
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
