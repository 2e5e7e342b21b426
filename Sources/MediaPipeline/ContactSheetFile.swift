package import ContactSheet
import Cryptography
import Essentials
package import Findings
import MediaFacts
package import PushDelivery

/// The file of a contact sheet.
public struct ContactSheetFile: Sendable {
  private let path: String

  public init(path: String) {
    // A link is kept, and its target is replaced.
    self.path = FileSystem.canonicalPath(path) ?? path
  }

  /// Writes the page as a whole or not at all.
  ///
  /// - Parameters:
  ///   - read: gives the bytes of a rendition; nil if they are not available.
  ///   - folder: the local folder of published files, to which the page links; nil to link to public addresses.
  /// - Returns: why the page was not written; nil if it was.
  package func write(
    _ sheet: ContactSheetContents, linkingTo folder: String? = nil, read: (RenditionOutcome) -> [UInt8]?
  ) -> Diagnostic? {
    let way = folder.map { RelativePath.way(from: FileSystem.parent(of: path), to: $0) }
    let media = EmbeddedMedia(of: sheet, locate: { file in way.map { Self.address(file.path, by: $0) } }, read: read)
    let page = ContactSheetPage(sheet, media: media)
    do throws(FileSystemError) {
      let draft = try DurableFile.Draft(of: path, isPrivate: sheet.namesDevices)
      try draft.append(page.html(styleDigest: Self.digest(of: page.style)))
      try draft.commit(as: path)
      return nil
    } catch {
      // Report the final name, not the temporary one.
      return .unwritableContactSheet(FileSystemError("write", path, error.code))
    }
  }

  /// A relative address that is never taken for another site's.
  private static func address(_ name: String, by way: String) -> String {
    "./" + PercentEncoding.path(way.isEmpty ? name : way + "/" + name)
  }

  /// The SHA-256 digest of a style sheet in base64.
  private static func digest(of style: StyleSheet) -> String {
    Data(SHA256.digest(of: Array(style.text.utf8))).base64EncodedString()
  }
}

extension Diagnostic {
  fileprivate static func unwritableContactSheet(_ error: FileSystemError) -> Diagnostic {
    error.diagnostic(
      of: error.path, "the contact sheet is missing: \(error)",
      remedy: "mend that, or name another file, and run again")
  }
}

extension Pipeline {
  /// How many requests a contact sheet shows, if any.
  var shownRequests: Int { settings.contactSheet == nil ? 0 : ContactSheetContents.messageLimit }

  /// Writes the contact sheet of a run, if it is wanted. It comes last, so that it shows the requests' outcomes.
  ///
  /// - Parameters:
  ///   - media: the media that the messages were composed with.
  ///   - report: gets an error if the page could not be written.
  func writeContactSheet(
    of intake: CampaignIntake.Result, _ composition: CampaignComposition, from media: PublishedMedia,
    adding report: inout RunReport
  ) async {
    guard let file = settings.contactSheet.map(ContactSheetFile.init) else { return }
    // If a table is gone by now, its requests exist.
    let messages = (try? await CampaignComposer(settings).resolve(intake.messages, from: media)) ?? []
    let sheet = ContactSheetContents(
      title: FileSystem.name(of: intake.folder) + (report.isTrial == true ? " (a trial: do not send it)" : ""),
      report: report,
      requests: composition.requests, messages: messages)
    guard
      let diagnostic = file.write(
        sheet, linkingTo: settings.publishesToFolder ? settings.outputFolder : nil,
        read: ContactSheetCopies(settings).bytes)
    else { return }
    report = report.adding(diagnostic)
  }
}

extension RunReport {
  fileprivate func adding(_ diagnostic: Diagnostic) -> RunReport {
    var report = RunReport(
      assets: assets, requests: requests, diagnostics: diagnostics + [diagnostic], recipients: recipients)
    (report.changes, report.sandbox, report.provenAt, report.isTrial) = (changes, sandbox, provenAt, isTrial)
    return report
  }
}

extension PipelineSettings {
  /// Whether renditions are in a folder afterwards.
  fileprivate var publishesToFolder: Bool { destination.place.folder != nil && !isDryRun }
}

/// The renditions of this run, for the contact sheet.
struct ContactSheetCopies: Sendable {
  private let settings: PipelineSettings

  init(_ settings: PipelineSettings) { self.settings = settings }

  /// The destination; for a bucket or a dry run also a local copy for the contact sheet.
  func kept(_ destination: any Destination) -> any Destination {
    settings.contactSheet == nil || settings.publishesToFolder
      ? destination : KeepingDestination(destination, folder: settings.workFolder)
  }

  /// The bytes of a rendition of this run; nil if other bytes replaced them.
  func bytes(of rendition: RenditionOutcome) -> [UInt8]? {
    let path =
      settings.publishesToFolder
      ? settings.outputFolder + "/" + rendition.path
      : KeepingDestination.path(of: rendition.digest, in: settings.workFolder)
    guard let bytes = try? FileReading.bytes(of: path, limit: rendition.bytes),
      ContentDigest(of: bytes) == rendition.digest
    else { return nil }
    return bytes
  }
}
