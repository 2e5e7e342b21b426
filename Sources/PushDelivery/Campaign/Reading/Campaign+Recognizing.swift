extension Campaign {
  /// Whether a YAML file is meant as a campaign's, by its first bytes: `messages` is a key at its top.
  public static func isCampaignFile(_ start: [UInt8]) -> Bool {
    start.split(whereSeparator: isLineBreak).contains { line in
      ["messages:", "\"messages\":", "'messages':"].contains { line.starts(with: $0.utf8) }
    }
  }

  /// Whether a table is meant as one of messages, by its first bytes: its columns have identifiers, and say what is shown or
  /// to whom. Columns of any separator count, since tables that cannot be read are meant as well.
  public static func isTable(_ start: [UInt8]) -> Bool {
    let line = start.split(maxSplits: 1, whereSeparator: isLineBreak).first ?? []
    let text = String(decoding: line, as: UTF8.self).replacing("\u{FEFF}", with: "")
    let columns = text.split { ",;\t".contains($0) }.map { $0.trimming { $0 == " " || $0 == "\"" }.lowercased() }
    let telling = [MessageKey.media.name, MessageKey.image.name] + TableColumns.targetKeys
    return columns.contains(MessageKey.id.name) && columns.contains(where: telling.contains)
  }

  private static func isLineBreak(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
}

extension Substring {
  fileprivate func trimming(_ isIdle: (Character) -> Bool) -> Substring {
    var text = self
    while let first = text.first, isIdle(first) { text.removeFirst() }
    while let last = text.last, isIdle(last) { text.removeLast() }
    return text
  }
}
