import ContactSheet
import MediaFacts
import PushDelivery

extension Pipeline {
  /// Writes the page that shows what a run made, where one is wanted. It comes last, so that it tells what became of the requests.
  ///
  /// - Parameter report: gets an error where the page could not be written.
  func writeContactSheet(
    of intake: CampaignIntake.Result, _ composition: CampaignComposition, adding report: inout RunReport
  ) {
    guard let file = settings.contactSheet.map(ContactSheetFile.init) else { return }
    let messages = CampaignComposer(settings).resolve(intake.messages, from: PublishedMedia(report.assets))
    let sheet = ContactSheet(
      title: intake.folder.split(separator: "/").last.map(String.init) ?? "/", report: report,
      requests: composition.requests, messages: messages)
    guard let problem = file.write(sheet, read: settings.keptBytes) else { return }
    report = RunReport(
      assets: report.assets, requests: report.requests, diagnostics: report.diagnostics + [problem])
  }
}

extension PipelineSettings {
  /// The destination, and a copy of what goes to a bucket beside, since a page is to show it.
  func keepingForContactSheet(_ destination: any Destination) -> any Destination {
    contactSheet == nil || publishesToFolder ? destination : KeepingDestination(destination, folder: workFolder)
  }

  /// The bytes of what was made in this run; nil where others have taken their place.
  fileprivate func keptBytes(of rendition: RenditionOutcome) -> [UInt8]? {
    let path =
      publishesToFolder
      ? outputFolder + "/" + rendition.path : KeepingDestination.path(of: rendition.digest, in: workFolder)
    guard let bytes = try? FileReading.bytes(of: path, limit: rendition.bytes),
      ContentDigest(of: bytes) == rendition.digest
    else { return nil }
    return bytes
  }

  private var publishesToFolder: Bool { if case .directory = destination.place { true } else { false } }
}
