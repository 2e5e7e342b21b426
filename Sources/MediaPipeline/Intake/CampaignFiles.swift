import Findings
import PushDelivery

/// The files of a campaign folder that hold its messages.
enum CampaignFiles {
  /// Keys and texts; `Campaign.tableName` may hold the messages.
  static let campaign = "campaign.yml"

  /// Every name that is text for us and no media.
  static let names: Set<String> = [campaign, Campaign.tableName]

  /// The largest of each that is read, in bytes. A table has a message in each line, so it may be large.
  private static let limits = [campaign: 1_000_000, Campaign.tableName: 200_000_000]

  /// The messages of a folder and what is wrong with them; nil where it has neither file.
  ///
  /// - Parameter folder: with every link resolved.
  /// - Throws: `PipelineError` when a file cannot be read, or is a link that leads out of the folder.
  static func read(in folder: String, defaults: MessageDefaults) throws(PipelineError) -> CampaignReading? {
    let campaignBytes = try bytes(of: campaign, in: folder)
    let table = try bytes(of: Campaign.tableName, in: folder)
    guard campaignBytes != nil || table != nil else { return nil }
    return CampaignReading(
      campaignBytes.map { String(decoding: $0, as: UTF8.self) } ?? "", file: campaign, table: table,
      defaults: defaults)
  }

  private static func bytes(of name: String, in folder: String) throws(PipelineError) -> [UInt8]? {
    let path = folder + "/" + name
    guard FileSystem.exists(path) else { return nil }
    guard FileSystem.canonicalPath(path)?.hasPrefix(folder == "/" ? "/" : folder + "/") == true else {
      throw .campaign([.leavesFolder(name)])
    }
    do { return try FileReading.bytes(of: path, limit: limits[name] ?? 0) } catch { throw .fileSystem(error) }
  }
}

extension Diagnostic {
  fileprivate static func leavesFolder(_ name: String) -> Diagnostic {
    Diagnostic(
      .campaignPath, .init(.configuration, name),
      "the file is a link that leads nowhere, or out of the campaign folder",
      remedy: "put the file itself into the folder")
  }
}
