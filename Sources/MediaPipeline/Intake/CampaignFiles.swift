import Findings
import PushDelivery

/// The files of a campaign folder that hold its messages.
enum CampaignFiles {
  /// Keys and texts; messages may be in `Campaign.tableName`.
  static let campaign = "campaign.yml"

  /// The names that are text and not media.
  static let names: Set<String> = [campaign, Campaign.tableName]

  /// The most bytes of each in memory at once. In a larger table, errors about all rows are found in the first of them.
  private static let limits = [campaign: 1_000_000, Campaign.tableName: 200_000_000]

  /// The messages of a folder and their errors; nil if it has neither file.
  ///
  /// - Parameter folder: with every link resolved.
  /// - Throws: `PipelineError` if a file cannot be read, or is a link that leads out of the folder.
  static func read(in folder: String, defaults: MessageDefaults) throws(PipelineError) -> CampaignReading? {
    let text = try text(in: folder)
    let table = try table(in: folder)
    guard text != nil || table != nil else { return nil }
    let limit = limits[Campaign.tableName] ?? 0
    let bytes = try table.map { table throws(PipelineError) in
      let bytes = try table.beginning(limit)
      guard bytes.count < table.byteCount else { return bytes }
      let whole = TableRange.wholeRecords(of: bytes, isEnd: false, firstLine: 1)?.records.bytes.upperBound
      return Array(bytes[..<(whole ?? bytes.count)])
    }
    return CampaignReading(text ?? "", file: campaign, table: bytes, defaults: defaults)
  }

  /// The text of campaign.yml; nil if it is missing.
  ///
  /// - Throws: as `read`.
  static func text(in folder: String) throws(PipelineError) -> String? {
    guard let path = try path(of: campaign, in: folder) else { return nil }
    // A byte order mark, and a byte more than is read, which shows that a text is too long.
    let count = (limits[campaign] ?? 0) + 4
    return String(decoding: try PipelineError.wrapping(try FileReading.start(of: path, count: count)), as: UTF8.self)
  }

  /// The table; nil if it is missing.
  ///
  /// - Throws: as `read`.
  static func table(in folder: String) throws(PipelineError) -> TableFile? {
    guard let path = try path(of: Campaign.tableName, in: folder) else { return nil }
    return try TableFile(path)
  }

  private static func path(of name: String, in folder: String) throws(PipelineError) -> String? {
    let path = folder + "/" + name
    guard FileSystem.exists(path) else { return nil }
    guard FileSystem.canonicalPath(path)?.hasPrefix(folder == "/" ? "/" : folder + "/") == true else {
      throw .campaign([.leavesFolder(name)])
    }
    switch FileSystem.kind(of: path) {
    case .folder: throw .campaign([.noText(name, "a folder")])
    case .other: throw .campaign([.noText(name, "a pipe, a socket or a device")])
    case .file, .missing, .unreadable: return path
    }
  }
}

extension Diagnostic {
  /// - Parameter kind: the kind of object found.
  fileprivate static func noText(_ name: String, _ kind: String) -> Diagnostic {
    Diagnostic(
      name == Campaign.tableName ? .campaignTable : .configurationType, .init(.configuration, name),
      "this is \(kind) and not a file, so no messages can be read from it",
      remedy: "put a text file in its place, or rename it")
  }

  fileprivate static func leavesFolder(_ name: String) -> Diagnostic {
    Diagnostic(
      .campaignPath, .init(.configuration, name),
      "the file is a link that leads nowhere, or out of the campaign folder",
      remedy: "put the file itself into the folder")
  }
}

/// Folders of a run that must not contain each other, after resolving every link and `..`.
struct FolderConflicts {
  private let campaign: String
  private let output: String
  private let requests: String
  /// Whether the output folder is public.
  private let publishes: Bool

  init(_ settings: PipelineSettings) {
    campaign = RelativePath.resolved(settings.campaignFolder)
    output = RelativePath.resolved(settings.outputFolder)
    requests = RelativePath.resolved(settings.requestFolder)
    publishes = settings.destination.place.folder != nil
  }

  /// Every conflict, as errors of the configuration.
  var diagnostics: [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    for (flag, path) in [("--output", output), ("--requests", requests)] where !Self.canBeFolder(path) {
      diagnostics.append(.conflict(flag, path, "it is not a folder"))
    }
    if output == campaign {
      diagnostics.append(.conflict("--output", output, "renditions would become sources of the next run"))
    } else if publishes, FileSystem.lies(campaign, in: output) {
      diagnostics.append(
        .conflict(
          "--output", output, "the campaign, with its messages and originals, would be public next to the pictures"))
    }
    if FileSystem.lies(campaign, in: requests) {
      diagnostics.append(.conflict("--requests", requests, "each run replaces this folder, and the campaign is in it"))
    }
    if FileSystem.lies(requests, in: output) {
      diagnostics.append(
        .conflict("--requests", requests, "requests, with their tokens, would be public next to the pictures"))
    } else if FileSystem.lies(output, in: requests) {
      diagnostics.append(
        .conflict("--output", output, "each run replaces the request folder, and this folder is in it"))
    }
    return diagnostics
  }

  /// Asks only once about a missing folder: another run may make it at any time. A link that leads nowhere is not a folder and cannot
  /// become one.
  private static func canBeFolder(_ path: String) -> Bool {
    switch FileSystem.kind(of: path) {
    case .folder: true
    case .missing: !FileSystem.isLink(path)
    default: false
    }
  }
}

extension Diagnostic {
  fileprivate static func conflict(_ setting: String, _ path: String, _ reason: String) -> Diagnostic {
    Diagnostic(
      .configurationConflict, .init(.configuration, setting), "\(path) cannot be used: \(reason)",
      remedy: "name another folder")
  }
}
