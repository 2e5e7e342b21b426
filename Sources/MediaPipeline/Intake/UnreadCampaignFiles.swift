import Findings
import PushDelivery

/// Files of a campaign folder that look like a campaign's but are not read: a `campaign.yaml`, a table of another name, the campaign.yml of
/// a folder below.
///
/// If one were skipped, its pictures would go to everyone in the default target, each with the default words.
struct UnreadCampaignFiles {
  /// As given, for the commands in remedies.
  private let campaignFolder: String
  /// In the order of the scan.
  private let files: [File]
  /// Those of the two names that files of the campaign folder have.
  private let takenNames: Set<String>

  private struct File {
    /// Relative to the campaign folder.
    var path: String
    var kind: Kind
    /// Whether its name, not only its content, looks like a campaign's.
    var isNamedAsCampaign: Bool
  }

  /// - Parameters:
  ///   - files: the scanned files, without those that are read.
  ///   - folder: the campaign folder with every link resolved.
  ///   - campaignFolder: the same as given.
  init(among files: [CampaignScanner.File], in folder: String, namedAs campaignFolder: String) {
    self.campaignFolder = campaignFolder
    let takenNames = CampaignFiles.names.filter { FileSystem.exists(folder + "/" + $0) }
    self.takenNames = takenNames
    // A campaign.yml with its own messages ignores a table.
    let hasMessages =
      takenNames.contains(Campaign.tableName)
      || takenNames.contains(CampaignFiles.campaign) && Self.holdsMessages(folder + "/" + CampaignFiles.campaign, .keys)
    let below = files.map(\.path).filter { FileSystem.name(of: $0) == Campaign.tableName }.map(Self.folder)
    let withTable = Set(below)
    self.files = files.compactMap { file in
      Kind(ofFileNamed: FileSystem.name(of: file.path)).map { kind in
        File(path: file.path, kind: kind, isNamedAsCampaign: kind != .text && Self.isNamedAsCampaign(file.path))
      }
    }.filter { file in
      // A table is exported from a workbook, which stays near it or in a folder of sources.
      if file.kind == .spreadsheet, hasMessages || withTable.contains(Self.folder(of: file.path)) { return false }
      return file.isNamedAsCampaign || Self.holdsMessages(folder + "/" + file.path, file.kind)
    }
  }

  /// One for each file: you must first say what they are.
  var diagnostics: [Diagnostic] {
    files.map { file in
      let path = file.path
      if file.kind == .spreadsheet { return .workbook(path) }
      guard let slash = path.lastIndex(of: "/") else {
        let name = file.kind == .keys ? CampaignFiles.campaign : Campaign.tableName
        return .unread(
          path, insteadOf: name, besideAnother: takenNames.contains(name), isNamedAsCampaign: file.isNamedAsCampaign)
      }
      return .unread(path, inFolder: campaignFolder.withoutTrailingSlash + "/" + path[..<slash])
    }
  }

  /// A warning for each file of messages, and workbook of the table, next to which a program put the mark of an open file.
  static func openFiles(in folder: String) -> [Diagnostic] {
    let names = Set(FileSystem.names(in: folder))
    let workbooks = names.contains(Campaign.tableName) ? names.filter { Kind(ofFileNamed: $0) == .spreadsheet } : []
    return CampaignFiles.names.union(workbooks).intersection(names).sorted().compactMap { name in
      // Of Excel, LibreOffice, Vim and Emacs.
      ["~$\(name)", ".~lock.\(name)#", ".\(name).swp", ".#\(name)", "#\(name)#"].first(where: names.contains).map {
        .open(name, by: $0)
      }
    }
  }

  /// How much later than its table a workbook may have been saved: programs ask to save it after an export.
  private static let patience = 600

  /// A warning for each workbook next to the table that was saved after it: corrections in it are not in the table.
  static func newerWorkbooks(among files: [CampaignScanner.File], in folder: String) -> [Diagnostic] {
    guard let table = try? FileSystem.state(of: folder + "/" + Campaign.tableName) else { return [] }
    return files.map(\.path).filter { path in
      guard !path.contains("/"), Kind(ofFileNamed: path) == .spreadsheet,
        let workbook = try? FileSystem.state(of: folder + "/" + path)
      else { return false }
      return workbook.seconds > table.seconds + patience
    }.map(Diagnostic.newer)
  }

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

extension Diagnostic {
  /// - Parameters:
  ///   - name: the right name.
  ///   - besideAnother: whether that name is taken.
  ///   - isNamedAsCampaign: whether its name looks like a campaign's. A file with only the same columns may be anything.
  fileprivate static func unread(
    _ path: String, insteadOf name: String, besideAnother: Bool, isNamedAsCampaign: Bool
  ) -> Diagnostic {
    let placing = remedy(path, insteadOf: name, besideAnother)
    return Diagnostic(
      .campaignUnread, .init(.file, path),
      "it looks like a campaign's file and is not read: only \(CampaignFiles.campaign) and \(Campaign.tableName) are",
      remedy: besideAnother && !isNamedAsCampaign
        ? "move it out of the campaign folder; or \(placing)" : "\(placing); or move it out of the campaign folder")
  }

  /// Renaming does not help if the name is taken, or if it is not CSV.
  private static func remedy(_ path: String, insteadOf name: String, _ besideAnother: Bool) -> String {
    if path.lowercased() == name { return "write its name in small letters, \(name)" }
    if besideAnother { return "put it in the place of the \(name) that is there too, if it is the one that is meant" }
    return name == Campaign.tableName
      ? "save it as \"CSV UTF-8\" under the name \(name), with nothing behind it"
      : "name it \(name), with nothing behind it"
  }

  fileprivate static func workbook(_ path: String) -> Diagnostic {
    Diagnostic(
      .campaignUnread, .init(.file, path),
      "it looks like a campaign's table, but it is a workbook, and those are not read",
      remedy: "open it and save it as \"CSV UTF-8\" under the name \(Campaign.tableName)"
        + (path.contains("/") ? " at the top of the campaign folder; " : ", which may be next to it; ")
        + "or move it out of the campaign folder")
  }

  fileprivate static func open(_ path: String, by mark: String) -> Diagnostic {
    Diagnostic(
      .campaignNewerWorkbook, .init(.file, path),
      "a program has it open (\(mark.quoted) is next to it), and changes that are not saved are not read",
      remedy: "save it, export a workbook again, and close it; or delete \(mark.quoted) if no program has it open")
  }

  fileprivate static func newer(_ path: String) -> Diagnostic {
    Diagnostic(
      .campaignNewerWorkbook, .init(.file, path),
      "it was saved after \(Campaign.tableName), so that what was changed in it is not in the table that is read")
  }

  fileprivate static func unread(_ path: String, inFolder folder: String) -> Diagnostic {
    Diagnostic(
      .campaignUnread, .init(.file, path),
      "it looks like a campaign of its own in a folder below, and would not be read",
      remedy: "run that campaign alone: `richpush run \(folder.printable)`; or move it out of this folder")
  }
}
