/// The kind of a file that is named like a text but cannot be read as one, by its first bytes.
package enum ForeignContents: Hashable, Sendable {
  /// Text whose letters all take two bytes or more.
  case wideText(String)
  /// A spreadsheet program's own format, under any name.
  case workbook
  /// A formatted text, as word processors write it.
  case richText

  /// nil: it may be a text in UTF-8.
  package init?(_ start: some Sequence<UInt8>) {
    let start = Array(start.prefix(512))
    if let encoding = Self.encoding(start) {
      self = .wideText(encoding)
    } else if Self.workbooks.contains(where: start.starts) {
      self = .workbook
    } else if start.starts(with: "{\\rtf".utf8) {
      self = .richText
    } else {
      return nil
    }
  }

  /// ZIP, as in Excel, LibreOffice and Numbers; and Excel's earlier format.
  private static let workbooks: [[UInt8]] = [
    [0x50, 0x4B, 0x03, 0x04], [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1],
  ]

  /// By a byte order mark, or because zero bytes are next to ASCII letters, which UTF-8 texts do not have.
  private static func encoding(_ start: [UInt8]) -> String? {
    if start.starts(with: [0xFF, 0xFE, 0, 0]) || start.starts(with: [0, 0, 0xFE, 0xFF]) { return "UTF-32" }
    if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) { return "UTF-16" }
    guard start.count >= 4 else { return nil }
    let areEmpty = start.prefix(4).map { $0 == 0 }
    return areEmpty == [false, true, false, true] || areEmpty == [true, false, true, false] ? "UTF-16" : nil
  }

  /// With an article.
  package var name: String {
    switch self {
    case .wideText("UTF-16"): "text in UTF-16, which Excel calls \"Unicode Text\","
    case .wideText(let encoding): "text in \(encoding)"
    case .workbook: "a workbook (of Excel, LibreOffice or Numbers)"
    case .richText: "rich text (RTF)"
    }
  }
}

extension ForeignContents {
  /// The ASCII letters among the first bytes, in any encoding.
  static func letters(_ start: [UInt8]) -> [UInt8] {
    guard case .wideText? = ForeignContents(start) else { return start }
    return start.filter { $0 != 0 && $0 < 0x80 }
  }
}
