import Findings
import PushDelivery

/// Whether a run could begin with pipeline.yml's campaign. A campaign that only a command line names is not known here.
struct CampaignTrial {
  private let settings: PipelineSettings

  init(_ settings: PipelineSettings) { self.settings = settings }

  func examine() -> [DoctorFinding] {
    guard settings.configuration.campaign != nil else { return [] }
    do throws(PipelineError) {
      let folder = try CampaignIntake(settings).requireBeginning()
      try FolderOwner(of: RequestFolder(path: settings.requestFolder), campaignFolder: folder)
        .require(settings)
      return [DoctorFinding("campaign", .good, "\(settings.campaignFolder) can be read")]
    } catch {
      return error.diagnostics.prefix(Self.mostTold).map { diagnostic in
        var finding = DoctorFinding(obstacle: diagnostic)
        finding.name = "campaign"
        return finding
      }
    }
  }

  /// `richpush check` lists them all.
  private static let mostTold = 3
}

extension DoctorFinding {
  /// A problem that stops a run from beginning, under the last word of its key or flag.
  init(obstacle diagnostic: Diagnostic) {
    let key = diagnostic.subject.keyPath ?? diagnostic.subject.name
    let name = key.split(separator: ".").last.map(String.init) ?? key
    let place = diagnostic.subject.name.hasPrefix("--") ? "" : "\(diagnostic.subject.name): "
    self.init(
      name.hasPrefix("--") ? String(name.dropFirst(2)) : name, .broken, place + diagnostic.message,
      cost: "a run ends with status \(diagnostic.rule.isEnvironmental ? 3 : 2) before it begins",
      remedy: diagnostic.remedy.isEmpty ? nil : diagnostic.remedy)
  }
}
