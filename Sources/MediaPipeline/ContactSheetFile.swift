import Essentials
package import Findings
import Libraries
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
  ///   - campaign: the campaign's folder, with which the page compares renditions; nil if it is not known.
  /// - Returns: why the page was not written; nil if it was.
  package func write(
    _ sheet: ContactSheetContents, linkingTo folder: String? = nil, comparingWith campaign: String? = nil,
    read: (RenditionOutcome) -> [UInt8]?
  ) -> Diagnostic? {
    let way = folder.map(self.way)
    var sheet = sheet
    if let originals = campaign.map(self.way) {
      for (url, original) in sheet.originals {
        sheet.originals[url]?.address = Self.address(original.path, by: originals)
      }
    }
    let media = EmbeddedMedia(of: sheet, locate: { file in way.map { Self.address(file.path, by: $0) } }, read: read)
    let page = ContactSheetPage(sheet, media: media)
    do throws(FileSystemError) {
      let draft = try DurableFile.Draft(of: path, isPrivate: sheet.namesDevices)
      try draft.append(
        page.html(
          styleDigest: Self.digest(of: page.style.text), scriptDigest: Self.digest(of: ContactSheetPage.script)))
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

  private func way(to folder: String) -> String { RelativePath.way(from: FileSystem.parent(of: path), to: folder) }

  /// The SHA-256 digest of a text in base64.
  private static func digest(of text: String) -> String {
    Data(SHA256.digest(of: Array(text.utf8))).base64EncodedString()
  }
}

extension Diagnostic {
  fileprivate static func unwritableContactSheet(_ error: FileSystemError) -> Diagnostic {
    error.diagnostic(
      of: error.path, "the contact sheet is missing: \(error)",
      remedy: "fix that, or name another file, and run again")
  }
}

extension Pipeline {
  /// How many requests a contact sheet shows, if any.
  var shownRequests: Int { settings.contactSheet == nil ? 0 : ContactSheetContents.messageLimit }

  /// Writes the contact sheet of a run. It comes last, so that it shows the requests' outcomes.
  ///
  /// - Parameters:
  ///   - changed: the identifiers of requests that are new or differ from the previous set.
  ///   - media: the media that the messages were composed with.
  ///   - report: gets an error if the page could not be written.
  func write(
    _ file: ContactSheetFile, of intake: CampaignIntake.Result, _ composition: CampaignComposition,
    changed: Set<String>,
    from media: PublishedMedia, adding report: inout RunReport
  ) async {
    let messages = await CampaignComposer(settings).resolve(intake.messages, from: media)
    let icon = settings.appIcon.flatMap(Self.icon)
    if let path = settings.appIcon, icon == nil {
      let place = Diagnostic.Subject(.configuration, settings.configurationPath, keyPath: "app.icon")
      report.diagnostics.append(Diagnostic(.setting("icon", path.quoted), place))
    }
    var head = self.head(of: report)
    (head.appName, head.appIcon) = (settings.configuration.appName, icon)
    let sheet = ContactSheetContents(
      title: FileSystem.name(of: intake.folder), head: head, report: report,
      requests: composition.requests, messages: messages,
      digests: Dictionary(composition.requests.map { ($0.id.rawValue, $0.digest.hex) }) { first, _ in first },
      // The first set has nothing to compare with.
      changed: report.recipients?.changes == nil ? [] : changed)
    let failure = file.write(
      sheet, linkingTo: settings.publishesToFolder ? settings.outputFolder : nil, comparingWith: intake.folder,
      read: ContactSheetCopies(settings).bytes)
    if let failure { report.diagnostics.append(failure) }
  }
}

extension Pipeline {
  private static let largestIcon = 300_000

  /// nil if the file cannot be read, or is no icon.
  private static func icon(_ path: String) -> [UInt8]? {
    guard let bytes = try? FileReading.bytes(of: path, limit: largestIcon),
      let format = SniffedFormat(firstBytes: bytes).format, ContactSheetContents.Head.iconFormats.contains(format)
    else { return nil }
    return bytes
  }

  fileprivate func head(of report: RunReport) -> ContactSheetContents.Head {
    let now = Date().formatted(.iso8601)
    let (proof, life) = (settings.isDryRun ? nil : report.proof, settings.configuration.proofLife)
    let provenAt = proof == .proven ? report.provenAt ?? now : nil
    return ContactSheetContents.Head(
      madeAt: now.replacing("T", with: " ").replacing("Z", with: " UTC"),
      destination: "\(settings.destination.name), \(settings.baseURL)", isTrial: report.isTrial == true,
      proof: settings.isDryRun
        ? "planned, nothing is published" : proof.map { ProofText.line($0, at: provenAt, lasting: life) },
      provenAt: provenAt, proofLife: life, version: settings.version)
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

  /// The folder that gets them, under their digests, for a bucket or a dry run; nil if they are not needed.
  var folder: String? { settings.contactSheet == nil || settings.publishesToFolder ? nil : settings.workFolder }

  /// The bytes of a rendition of this run; nil if other bytes replaced them.
  func bytes(of rendition: RenditionOutcome) -> [UInt8]? {
    let path =
      settings.publishesToFolder
      ? settings.outputFolder + "/" + rendition.path
      : settings.workFolder + "/" + rendition.digest.hex
    guard let bytes = try? FileReading.bytes(of: path, limit: rendition.bytes),
      ContentDigest(of: bytes) == rendition.digest
    else { return nil }
    return bytes
  }
}
