import Findings
import MediaFacts
import PushDelivery

/// A campaign folder without campaign.yml and messages.csv.
///
/// Messages made from its pictures go to everyone in the default target. So you must ask for them, and no file in the folder or above it
/// may look like the missing one.
struct MissingMessages {
  private let folder: String
  private let named: String
  private let pictures: Int
  private let configuration: PipelineConfiguration

  /// - Parameters:
  ///   - folder: with every link resolved.
  ///   - pictures: how many files could become messages.
  init(in folder: String, pictures: Int, _ settings: PipelineSettings) {
    (self.folder, self.pictures) = (folder, pictures)
    named = settings.campaignFolder.withoutTrailingSlash
    configuration = settings.configuration
  }

  /// Files that look like the campaign's, each as an error, whatever pipeline.yml says.
  var unread: [Diagnostic] {
    let part = campaignAbove.map { path, file in
      let words = ErrorWords.campaign("part", (path + "/" + file).printable, path.printable, file)
      return Diagnostic(words, .init(.configuration, named))
    }
    return lookalikes.map { name in
      Diagnostic(.campaign("unread", Self.remedy(lookalike: name)), .init(.file, name))
    } + [part].compactMap(\.self)
  }

  /// Messages from pictures were not asked for. A single device needs no consent.
  var lack: Diagnostic? {
    guard configuration.messageDefaults.target?.isDevice != true, !configuration.makesMessagesFromPictures else {
      return nil
    }
    let target = configuration.messageDefaults.target.map { " to \($0.text.quoted)" } ?? ""
    return Diagnostic(
      .campaign("noMessages", contents, names(in: FileSystem.parent(of: folder)), similar, target),
      .init(.configuration, named))
  }

  private var contents: String {
    let word = pictures == 1 ? "1 file that may be a picture" : "\(pictures) files that may be pictures"
    return word + " (in all \(names(in: folder)))"
  }

  /// Tables here and above, and names with a slip, one of which may be the missing file.
  private var similar: String {
    let names = [folder, FileSystem.parent(of: folder)].flatMap { FileSystem.names(in: $0).sorted() }.filter { name in
      let parts = name.lowercased().split(separator: ".").map(String.init)
      guard parts.count > 1, let stem = parts.first, let end = parts.last else { return false }
      return Self.endsOfTables.contains(end)
        || !MediaFormat.isMediaName(name)
          && ["messages", "campaign"].contains { NearestName.areOneSlipApart(stem, $0) }
    }
    return names.isEmpty ? "" : "; perhaps \(list(names)) is meant"
  }

  private static let endsOfTables: Set = ["csv", "tsv", "xls", "xlsx", "xlsm", "ods", "numbers", "gsheet"]

  private func names(in folder: String) -> String {
    list(FileSystem.names(in: folder).filter { $0 != ".DS_Store" }.sorted())
  }

  private func list(_ names: [String]) -> String { names.isEmpty ? "nothing" : names.map(\.quoted).listed(most: 8) }

  /// Files named like the campaign's, with another ending or hidden: clouds, editors and word processors leave them.
  private var lookalikes: [String] {
    FileSystem.names(in: folder).filter { name in
      let plain = name.drop { $0 == "." }.lowercased()
      return ["messages.", "campaign."].contains(where: plain.hasPrefix) && !MediaFormat.isMediaName(name)
    }.sorted()
  }

  private static func remedy(lookalike name: String) -> String {
    name.lowercased().hasSuffix(".icloud")
      ? "download it: the cloud drive has taken the file away and left this in its place"
      : "save it as \(Campaign.tableName) (\"CSV UTF-8\") or \(CampaignFiles.campaign); or move it out of the campaign folder"
  }

  /// How many levels up it is searched.
  private static let mostLevels = 2

  /// The nearest campaign above, perhaps of this folder's pictures.
  private var campaignAbove: (path: String, file: String)? {
    var (above, shown) = (folder, named)
    for _ in 0..<Self.mostLevels where above != "/" {
      above = FileSystem.parent(of: above)
      shown = shown.contains("/") && FileSystem.name(of: shown) != ".." ? FileSystem.parent(of: shown) : above
      if let file = CampaignFiles.names.sorted().first(where: { FileSystem.kind(of: above + "/" + $0).isFile }) {
        return (shown, file)
      }
    }
    return nil
  }
}
