import Findings

/// A URL that people copied from their own screen and that others cannot use: of a console, a preview, a mail filter or a template.
///
/// Recognised only by the URL, from the table texts/addresses.txt.
struct CopiedAddress: Hashable, Sendable {
  let kind: Kind
  /// The URL's target: `Gmail`.
  let name: String

  enum Kind: String, CaseIterable, Sendable {
    case open
    case signIn = "sign-in"
    case editor, preview, filter, sample
    case standIn = "stand-in"
  }

  /// nil for a URL that is not known as such.
  init?(_ url: StrictURL) {
    guard case .name(let name) = url.host else { return nil }
    let host = name.lowercased()
    let path = (url.path.isEmpty ? "/" : String(url.path)) + (url.query.map { "?" + $0 } ?? "")
    let (hostBytes, pathBytes) = (Array(host.utf8), Array(path.lowercased().utf8))
    let rows = (Self.rowsByHost[host] ?? []) + Self.rowsOfManyHosts.filter { $0.host.fits(hostBytes) }
    guard let row = rows.filter({ $0.path?.fits(pathBytes) ?? true }).min(by: { $0.index < $1.index }),
      row.kind != .open
    else { return nil }
    (kind, self.name) = (row.kind, row.name)
  }

  private struct Row: Sendable {
    let index: Int
    let kind: Kind
    let host: SignPattern
    /// nil: any.
    let path: SignPattern?
    let name: String
  }

  private static let rows = Kind.allCases.flatMap { kind in
    WordTable.addresses.rows(kind.rawValue, most: 3).map { (kind, $0) }
  }.enumerated().map { index, row in
    Row(
      index: index, kind: row.0, host: SignPattern(row.1[0]), path: row.1[1] == "-" ? nil : SignPattern(row.1[1]),
      name: row.1[2])
  }
  private static let rowsByHost = Dictionary(grouping: rows.filter { !$0.host.hasWildcard }, by: \.host.text)
  private static let rowsOfManyHosts = rows.filter(\.host.hasWildcard)
}

/// A text in which `*` matches any signs.
private struct SignPattern: Sendable {
  let text: String
  private let bytes: [UInt8]

  init(_ text: String) { (self.text, bytes) = (text, Array(text.utf8)) }

  private static let wildcard = UInt8(ascii: "*")
  var hasWildcard: Bool { bytes.contains(Self.wildcard) }

  /// Backtracks only to the last `*`, so that no text takes more than the product of both lengths.
  func fits(_ text: [UInt8]) -> Bool {
    var (at, index) = (0, 0)
    var last: (pattern: Int, text: Int)?
    while index < text.count {
      if at < bytes.count, bytes[at] == Self.wildcard {
        last = (at, index)
        at += 1
      } else if at < bytes.count, bytes[at] == text[index] {
        (at, index) = (at + 1, index + 1)
      } else if let found = last {
        last = (found.pattern, found.text + 1)
        (at, index) = (found.pattern + 1, found.text + 1)
      } else {
        return false
      }
    }
    return bytes[at...].allSatisfy { $0 == Self.wildcard }
  }
}
