import Findings
import Synchronization

/// The rows of a table that need not be in memory as a whole: parts of it are read beside each other, and each finds out what kinds of rows
/// there are for all that follow.
package final class SharedRows: Sendable {
  let rows: TableRows
  private let kinds: Mutex<RowKinds>

  init(_ rows: TableRows) {
    self.rows = rows
    kinds = Mutex(RowKinds(rows.columns, rows.context))
  }

  /// Reads whole records.
  func part(of bytes: [UInt8], _ range: TableRange) -> TablePart {
    var own = kinds.withLock { $0 }
    let known = own.count
    let part = rows.part(of: bytes, range, &own)
    if own.count > known { kinds.withLock { $0.learn(from: own) } }
    return part
  }

  /// The good messages of whole records.
  ///
  /// - Parameters:
  ///   - skipped: the lines of rows that are refused for what stands in others.
  ///   - files: looks up their files; a message that lacks one is left out.
  package func messages(
    of bytes: [UInt8], _ range: TableRange, without skipped: Set<Int>, in files: TableFiles
  ) -> [CampaignMessage] {
    var files = files
    return rowsOfMessages(of: bytes, range).flatMap { messages in
      messages.compactMap { skipped.contains($0.origin.line ?? 0) ? nil : files.resolve($0) }
    }
  }

  /// The messages of each good row.
  func rowsOfMessages(of bytes: [UInt8], _ range: TableRange) -> [[CampaignMessage]] {
    part(of: bytes, range).rows.map { row in
      switch row {
      case .message(let message): [message]
      case .messages(let messages): messages
      case .doubtful(let record): rows.goodMessages(of: record)
      }
    }
  }
}

extension TableRows {
  /// What becomes of a row of which there is something to tell; none where that is an error.
  fileprivate func goodMessages(of record: CSVRecords.Record) -> [CampaignMessage] {
    var (reader, unused) = (YAMLReader(), Set<String>())
    let place = place(ofLine: record.line)
    let found = reader.countingErrors(in: place) { self.read(record, at: place, &$0, &unused) }
    return found.errors == 0 ? found.value.messages : []
  }
}
