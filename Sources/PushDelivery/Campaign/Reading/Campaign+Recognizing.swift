extension Campaign {
  /// Whether a YAML file is probably a campaign, by its first bytes: `messages` is a top-level key.
  public static func isCampaignFile(_ start: [UInt8]) -> Bool {
    ForeignContents.letters(start).split(whereSeparator: isLineBreak).contains { line in
      ["messages:", "\"messages\":", "'messages':"].contains { line.starts(with: $0.utf8) }
    }
  }

  /// Whether a table is probably one of messages, by its first bytes: it has columns for identifiers, contents and targets. One of these is
  /// not enough: product feeds have `id` and `image`, and device exports `id` and `token`. Any separator counts, because unreadable tables
  /// are also meant.
  public static func isTable(_ start: [UInt8]) -> Bool {
    let columns = columns(start)
    guard columns.contains(MessageKey.id.name) else { return false }
    let haveTarget = !columns.isDisjoint(with: TableColumns.targetKeys + [MessageKey.target.name])
    let havePicture = columns.contains(MessageKey.image.name)
    let haveWords = !columns.isDisjoint(with: [MessageKey.title.name, MessageKey.body.name])
    return columns.contains(MessageKey.media.name) || [haveTarget, havePicture, haveWords].count { $0 } > 1
  }

  /// The names of a table's columns, without the part after a dot, as in `title.de`.
  private static func columns(_ start: [UInt8]) -> Set<String> {
    let line = ForeignContents.letters(start).split(maxSplits: 1, whereSeparator: isLineBreak).first ?? []
    let text = String(decoding: line, as: UTF8.self).replacing("\u{FEFF}", with: "")
    let names = text.split { ",;\t".contains($0) }.map { $0.trimming { $0 == " " || $0 == "\"" }.lowercased() }
    return Set(names.map { String($0.prefix { $0 != "." }) })
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
