package import Findings
package import MediaFacts
package import PushDelivery

/// The rows of a large table, as they were when the run was planned: which of them are good takes all of them to tell, and a shard reads
/// its own alone.
package struct PlannedRows: Hashable, Sendable, Codable {
  /// How many messages are good.
  package var count: Int
  package var blocks: [Block]
  /// The lines of rows that are refused for what stands in others.
  package var skipped: [Int]
  /// The identifiers of the messages that are not good.
  package var refused: [String]
  /// What is wrong with the campaign.
  package var diagnostics: [Diagnostic]

  /// Rows that become a part of the set of requests.
  package struct Block: Hashable, Sendable, Codable {
    package var records: TableRange
    package var sha256: ContentDigest
  }

  /// - Returns: nil where the messages are no rows.
  /// - Throws: `PipelineError` where the table cannot be read.
  init?(_ intake: CampaignIntake.Result) throws(PipelineError) {
    guard case .table(let table, let refused) = intake.messages else { return nil }
    (count, self.refused, diagnostics) = (table.count, refused, intake.diagnostics)
    skipped = table.skipped.sorted()
    blocks = []
    for records in table.blocks { blocks.append(Block(records: records, sha256: try table.file.digest(of: records))) }
  }

  /// nil where so many rows are wrong that the plan would become a table itself: then the merge composes.
  var brief: PlannedRows? {
    skipped.count + refused.count + diagnostics.count <= Self.mostExceptions ? self : nil
  }

  private static let mostExceptions = 20_000

  /// The messages, where the table and campaign.yml are as they were.
  ///
  /// - Parameters:
  ///   - folder: the campaign's, with every link resolved.
  ///   - paths: of all files in it.
  /// - Returns: nil for a table that cannot be that one.
  func messages(
    in folder: String, _ paths: Set<String>, _ settings: PipelineSettings
  ) throws(PipelineError) -> TableMessages? {
    let isSane = blocks.allSatisfy { $0.records.bytes.lowerBound >= 0 && $0.records.firstLine >= 1 }
    guard isSane, let file = try CampaignFiles.table(in: folder, blockByteCount: settings.tableBlockBytes),
      blocks.allSatisfy({ $0.records.bytes.upperBound <= file.byteCount }),
      let survey = TableSurvey(
        try CampaignFiles.text(in: folder) ?? "", file: CampaignFiles.campaign,
        beginning: try file.beginning(1 << 20), defaults: settings.configuration.messageDefaults)
    else { return nil }
    let files = TableFiles(paths: paths, profiles: settings.configuration.profiles)
    return TableMessages(
      count: count, survey, file, files, blocks: blocks.map(\.records), skipped: Set(skipped))
  }
}
