import Findings
import PushDelivery

/// Files of a campaign folder that look like a campaign's and that nothing reads: a `campaign.yaml`, a table of another name,
/// the campaign.yml of a folder below.
///
/// Where one is passed over, its pictures go to everybody in the default target, each with the default words.
struct UnreadCampaignFiles {
  /// As it was given, for the commands in remedies.
  private let campaignFolder: String
  /// Relative to the campaign folder, in the order of the scan.
  private let paths: [String]

  /// - Parameters:
  ///   - files: what a scan found, without the files that are read.
  ///   - folder: the campaign folder with every link resolved.
  ///   - campaignFolder: the same as it was given.
  init(among files: [CampaignScanner.File], in folder: String, namedAs campaignFolder: String) {
    self.campaignFolder = campaignFolder
    paths = files.map(\.path).filter { path in
      guard let kind = Kind(ofFileNamed: FileSystem.name(of: path)) else { return false }
      return Self.isNamedAsCampaign(path) || Self.holdsMessages(folder + "/" + path, kind)
    }
  }

  /// One for each file: nothing is done before somebody has said what they are.
  var diagnostics: [Diagnostic] {
    paths.map { path in
      guard let slash = path.lastIndex(of: "/") else { return .unread(path) }
      return .unread(path, inFolder: campaignFolder.withoutTrailingSlash + "/" + path[..<slash])
    }
  }

  private enum Kind {
    case keys, table, spreadsheet

    /// By the last extension; an editor's `.txt` behind another is none.
    init?(ofFileNamed name: String) {
      var parts = name.lowercased().split(separator: ".").dropFirst()
      if parts.count > 1, parts.last == "txt" { parts.removeLast() }
      switch parts.last {
      case "yml", "yaml": self = .keys
      case "csv", "tsv": self = .table
      case "xls", "xlsx", "ods", "numbers": self = .spreadsheet
      default: return nil
      }
    }
  }

  private static func isNamedAsCampaign(_ path: String) -> Bool {
    let name = FileSystem.name(of: path).lowercased()
    return name.contains("campaign") || name.contains("message")
  }

  private static func holdsMessages(_ path: String, _ kind: Kind) -> Bool {
    guard let start = try? FileReading.start(of: path, count: 1 << 16) else { return false }
    switch kind {
    case .keys: return Campaign.isCampaignFile(start)
    case .table: return Campaign.isTable(start)
    case .spreadsheet: return false
    }
  }
}

extension String {
  fileprivate var withoutTrailingSlash: String {
    var text = self
    while text.utf8.count > 1, text.hasSuffix("/") { text.removeLast() }
    return text
  }
}

extension Diagnostic {
  fileprivate static func unread(_ path: String) -> Diagnostic {
    Diagnostic(
      .campaignUnread, .init(.file, path),
      "it looks like a campaign's file and is not read: only \(CampaignFiles.campaign) and \(Campaign.tableName) are",
      remedy: "give it one of these names, or move it out of the campaign folder")
  }

  fileprivate static func unread(_ path: String, inFolder folder: String) -> Diagnostic {
    Diagnostic(
      .campaignUnread, .init(.file, path),
      "it looks like a campaign of its own in a folder below, and would not be read",
      remedy: "run that campaign alone: `richpush run \(folder.printable)`; or move it out of this folder")
  }
}
