import Findings
import PushDelivery

/// Files of a campaign folder that look like a campaign's but are not read: a `campaign.yaml`, a table of another name, the campaign.yml of
/// a folder below.
///
/// If one were skipped, its pictures would go to everyone in the default target, each with the default words.
enum UnreadCampaignFiles {
  /// An error for each file: you must first say what they are.
  ///
  /// - Parameters:
  ///   - files: the scanned files, without those that are read.
  ///   - folder: the campaign folder with every link resolved.
  ///   - campaignFolder: the same as given, for the commands in remedies.
  static func diagnostics(
    among files: [CampaignScanner.File], in folder: String, namedAs campaignFolder: String
  ) -> [Diagnostic] {
    let taken = CampaignFiles.names.filter { FileSystem.exists(folder + "/" + $0) }
    // A campaign.yml with its own messages ignores a table.
    let hasMessages =
      taken.contains(Campaign.tableName)
      || taken.contains(CampaignFiles.campaign) && holdsMessages(folder + "/" + CampaignFiles.campaign, .keys)
    let paths = files.map(\.path)
    let withTable = Set(paths.filter { FileSystem.name(of: $0) == Campaign.tableName }.map(Self.folder))
    return paths.compactMap { path in
      guard let kind = Kind(ofFileNamed: FileSystem.name(of: path)) else { return nil }
      // A table is exported from a workbook, which stays near it or in a folder of sources.
      if kind == .spreadsheet, hasMessages || withTable.contains(Self.folder(of: path)) { return nil }
      let isNamed = kind != .text && isNamedAsCampaign(path)
      guard isNamed || holdsMessages(folder + "/" + path, kind) else { return nil }
      let remedy = remedy(path, kind, isNamedAsCampaign: isNamed, taken, campaignFolder.withoutTrailingSlash)
      return Diagnostic(.campaign("unread", remedy), .init(.file, path))
    }
  }

  /// `isNamedAsCampaign`: a file with only the columns of a table may be anything. `taken`: the names that are there.
  private static func remedy(
    _ path: String, _ kind: Kind, isNamedAsCampaign: Bool, _ taken: Set<String>, _ campaignFolder: String
  ) -> String {
    let name = kind == .keys ? CampaignFiles.campaign : Campaign.tableName
    let moving = "move it out of the campaign folder"
    let placing =
      switch (kind, path.lastIndex(of: "/")) {
      case (.spreadsheet, let slash):
        "open it and save it as \"CSV UTF-8\" under the name \(name)"
          + (slash == nil ? "" : " at the top of the campaign folder")
      case (_, let slash?): "run its folder alone: `richpush run \((campaignFolder + "/" + path[..<slash]).printable)`"
      case _ where path.lowercased() == name: "write its name in small letters, \(name)"
      case _ where taken.contains(name):
        "put it in the place of the \(name) that is there too, if it is the one that is meant"
      case (.keys, _): "name it \(name), with nothing behind it"
      default: "save it as \"CSV UTF-8\" under the name \(name), with nothing behind it"
      }
    return taken.contains(name) && !isNamedAsCampaign && !path.contains("/")
      ? "\(moving); or \(placing)" : "\(placing); or \(moving)"
  }

  /// A warning for each file of messages, and workbook of the table, next to which a program put the mark of an open file.
  static func openFiles(in folder: String) -> [Diagnostic] {
    let names = Set(FileSystem.names(in: folder))
    let workbooks = names.contains(Campaign.tableName) ? names.filter { Kind(ofFileNamed: $0) == .spreadsheet } : []
    return CampaignFiles.names.union(workbooks).intersection(names).sorted().compactMap { name in
      // Of Excel, LibreOffice, Vim and Emacs.
      let marks = ["~$\(name)", ".~lock.\(name)#", ".\(name).swp", ".#\(name)", "#\(name)#"]
      guard let mark = marks.first(where: names.contains) else { return nil }
      return Diagnostic(.campaign("open", mark.quoted, mark.quoted), .init(.file, name))
    }
  }

  /// How much later than its table a workbook may have been saved: programs ask to save it after an export.
  private static let patience = 600

  /// A warning for each workbook next to the table that was saved after it: corrections in it are not in the table.
  static func newerWorkbooks(among files: [CampaignScanner.File], in folder: String) -> [Diagnostic] {
    guard let table = try? FileSystem.state(of: folder + "/" + Campaign.tableName) else { return [] }
    return files.map(\.path).compactMap { path in
      guard !path.contains("/"), Kind(ofFileNamed: path) == .spreadsheet,
        let workbook = try? FileSystem.state(of: folder + "/" + path), workbook.seconds > table.seconds + patience
      else { return nil }
      return Diagnostic(.campaign("newerWorkbook"), .init(.file, path))
    }
  }

  /// A note on a campaign next to this one whose messages were changed since the last set: a copy for the next send, which pipeline.yml does
  /// not name yet.
  ///
  /// - Parameters:
  ///   - changes: to the last set. Requests that did not change are perhaps not those that were meant.
  ///   - index: of the last set.
  static func newerCampaign(
    nextTo folder: String, _ changes: Recipients.Changes?, since index: String, _ settings: PipelineSettings
  ) -> Diagnostic? {
    let (above, own) = (FileSystem.parent(of: folder), FileSystem.name(of: folder))
    guard let changes, changes == Recipients.Changes(unchanged: changes.unchanged),
      settings.configuration.campaign != nil,
      // Campaigns outside of the folder of pipeline.yml are other people's.
      FileSystem.lies(above, in: RelativePath.resolved(settings.configurationFolder)),
      let last = try? FileSystem.state(of: index)
    else { return nil }
    func isNewer(_ name: String) -> Bool {
      CampaignFiles.names.contains { file in
        (try? FileSystem.state(of: "\(above)/\(name)/\(file)")).map { $0.seconds > last.seconds } ?? false
      }
    }
    // A checkout makes all files new.
    guard !isNewer(own) else { return nil }
    let others = FileSystem.names(in: above).sorted().prefix(mostNeighbours).filter { !$0.hasPrefix(".") }
    return others.first(where: isNewer).map { name in
      Diagnostic(.campaign("newerCampaign", name.quoted), .init(.configuration, folder))
    }
  }

  /// Folders next to the campaign that are looked at.
  private static let mostNeighbours = 1000

  private enum Kind {
    case keys, table, spreadsheet
    /// Any text: Excel's "Unicode Text" is a table.
    case text

    /// By the last extension; an editor's added `.txt` does not count.
    init?(ofFileNamed name: String) {
      var parts = name.lowercased().split(separator: ".").dropFirst()
      if parts.count > 1, parts.last == "txt" { parts.removeLast() }
      switch parts.last {
      case "yml", "yaml": self = .keys
      case "csv", "tsv", "tab": self = .table
      case "txt": self = .text
      case "xls", "xlsx", "xlsm", "xlsb", "ods", "fods", "numbers": self = .spreadsheet
      default: return nil
      }
    }
  }

  /// A file's folder, with a slash at its end; empty at the top.
  private static func folder(of path: String) -> String { String(path.dropLast(FileSystem.name(of: path).count)) }

  private static func isNamedAsCampaign(_ path: String) -> Bool {
    let name = FileSystem.name(of: path).lowercased()
    return name.contains("campaign") || name.contains("message")
  }

  private static func holdsMessages(_ path: String, _ kind: Kind) -> Bool {
    guard let start = try? FileReading.start(of: path, count: 1 << 16) else { return false }
    switch kind {
    case .keys: return Campaign.isCampaignFile(start)
    case .table, .text: return Campaign.isTable(start)
    case .spreadsheet: return false
    }
  }
}
