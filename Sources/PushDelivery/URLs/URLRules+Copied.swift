import Findings

// URLs of pages, copied from a screen, or cut and joined by hand.
extension URLRules {
  static let page = Rule<URLCandidate>("url.page") { candidate in
    guard let page = candidate.page else { return [] }
    return .one(
      "the URL leads to \(page.kind), and to no picture",
      remedy: page.file.map { "write \($0)" + (page.condition.map { ", \($0)" } ?? "") })
  }

  static let escapedAmpersand = Rule<URLCandidate>("url.html-escape") { candidate in
    // The number sign of `&#38;` begins a fragment.
    guard let url = candidate.parsed, candidate.text.utf8.contains(UInt8(ascii: ";")), url.query != nil,
      let entity = ampersands.first(where: candidate.text.contains)
    else { return [] }
    let needed = ["token=", "alt=", "signature=", "sig=", "x-amz-", "x-goog-", "expires=", "key="]
    let isNeeded = needed.contains { candidate.text.lowercased().contains(entity + $0) }
    return .one(
      "the URL has \(entity) in its query, as if it stood in a page", severity: isNeeded ? .error : .warning,
      remedy: "write \(candidate.text.replacing(entity, with: "&"))")
  }

  private static let ampersands = ["&amp;", "&#038;", "&#38;", "&#x26;"]

  static let signIn = Rule<URLCandidate>("url.sign-in") { candidate in
    guard let copied = candidate.copied, candidate.isLink || candidate.page == nil else { return [] }
    switch copied.kind {
    case .signIn: return .one("the URL leads to \(copied.name), which asks others to sign in")
    case .editor where candidate.isLink:
      return .one(
        "the URL leads to \(copied.name), which opens for others only if the document is shared with everyone",
        severity: .warning, remedy: "share it with everyone who has the link, or use the URL of a published page")
    case .open, .editor, .preview, .ended, .filter, .sample, .standIn: return []
    }
  }

  static let preview = Rule<URLCandidate>("url.preview") { candidate in
    guard let copied = candidate.copied, [.preview, .ended].contains(copied.kind) else { return [] }
    guard copied.kind == .preview else {
      return .one(
        "the URL is one of \(copied.name), so it opens nothing", severity: .error,
        remedy: "write the URL of the page itself")
    }
    return .one("the URL leads to \(copied.name), which changes or disappears, and may ask people to sign in")
  }

  static let mailFilter = Rule<URLCandidate>("url.mail-filter") { candidate in
    guard let copied = candidate.copied, copied.kind == .filter else { return [] }
    return .one("the URL comes from \(copied.name), and was made for the one person from whose screen it was copied")
  }

  static let sample = Rule<URLCandidate>("url.sample") { candidate in
    guard let url = candidate.parsed else { return [] }
    switch candidate.copied?.kind {
    case .sample: return .one("the URL's host is a name that templates have in place of your own")
    case .standIn:
      return .one("the URL leads to a service that makes pictures to fill a draft", severity: .warning)
    default: break
    }
    return templateWord(in: url).map { word in
      [Finding("the URL has \(word.quoted) in it, as templates have in place of a part of your own")]
    } ?? []
  }

  private static let words = Set(WordTable.addresses["word"])

  /// A template word that is a whole part of the path or a whole value of the query, or a placeholder in escapes.
  private static func templateWord(in url: StrictURL) -> String? {
    let parts = url.path.split(separator: "/") + (url.query ?? "").split { "&=".contains($0) }
    if let word = parts.first(where: { words.contains(String($0)) || isRouteParameter($0) }) { return String(word) }
    guard url.text.utf8.contains(UInt8(ascii: "%")) else { return nil }
    return parts.lazy.map { String(decoding: percentDecoded($0.utf8), as: UTF8.self) }.first(where: isPlaceholder)
  }

  /// Whether it is `:id`, as the routes of web programs have it.
  private static func isRouteParameter(_ part: Substring) -> Bool {
    part.first == ":" && part.count > 2 && part.dropFirst().allSatisfy { $0.isASCII && ($0.isLetter || $0 == "_") }
  }

  /// Whether it is only a name in the brackets of a template.
  private static func isPlaceholder(_ part: String) -> Bool {
    brackets.contains { open, close in
      guard part.hasPrefix(open), part.hasSuffix(close) else { return false }
      let name = part.dropFirst(open.count).dropLast(close.count)
      return name.contains(where: \.isLetter) && name.allSatisfy { $0.isLetter || $0.isNumber || " _-.|:".contains($0) }
    }
  }

  private static let brackets = [
    ("{{", "}}"), ("${", "}"), ("{", "}"), ("*|", "|*"), ("<%=", "%>"), ("[[", "]]"), ("<", ">"), ("%%", "%%"),
  ]

  static let queryForm = Rule<URLCandidate>("url.query-form") { candidate in
    guard let url = candidate.parsed else { return [] }
    // Bunny signs so in the path.
    if url.query == nil, !url.path.contains("/bcdn_token="), let index = url.path.firstIndex(of: "&"),
      beginsPair(url.path[url.path.index(after: index)...])
    {
      return .one("the URL has & and no ? before it, so that what follows is part of the path")
    }
    // Services that change pictures have the picture's own URL behind a folder.
    if case .name(let host) = url.host, let again = url.path.firstRange(of: "https://\(host)"),
      url.path[..<again.lowerBound] == "/" || url.path[..<again.lowerBound].last != "/"
    {
      return .one("the URL has its own host in its path, as if one URL was written behind another")
    }
    guard let query = url.query, let index = query.firstIndex(of: "?") else { return [] }
    let (before, after) = (query[..<index], query[query.index(after: index)...])
    // A parameter's value may be a URL with a query.
    let isAddress = before.contains("=/") || ["://", "%3a%2f", "=%2f"].contains(where: before.lowercased().contains)
    guard !isAddress, before.isEmpty || before.contains("="), beginsPair(after) else { return [] }
    return .one("the URL has a second ?, so that what follows is part of the value before it")
  }

  /// Whether a text begins with `name=`.
  private static func beginsPair(_ text: Substring) -> Bool {
    let name = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "_-.".contains($0)) }
    return !name.isEmpty && text[name.endIndex...].first == "="
  }

  static let trailingSign = Rule<URLCandidate>("url.trailing-sign") { candidate in
    guard let url = candidate.parsed, let sign = trailingSign(of: url) else { return [] }
    return .one("the URL ends in \(sign.quoted), which looks like a part of the sentence that it was copied from")
  }

  private static let trailingEscapes = [
    "%20": "a space", "%0a": "a line break", "%0d": "a line break", "%09": "a tab", "%c2%a0": "a space", "%22": "\"",
    "%e2%80%9d": "”", "%e2%80%9c": "“", "%c2%bb": "»", "%e2%80%a6": "…", "%3e": ">",
  ]

  private static func trailingSign(of url: StrictURL) -> String? {
    let end = url.text.suffix(9).lowercased()
    if let escape = trailingEscapes.first(where: { end.hasSuffix($0.key) }) { return escape.value }
    // Encyclopedias have such names (`Washington,_D.C.`), and a fragment may be a text.
    if url.fragment?.isEmpty == true { return "#" }
    guard let last = url.text.last, !url.path.contains("/wiki/"), url.fragment == nil else { return nil }
    switch last {
    case ".", ",", ";": return String(last)
    case ")": return url.text.count { $0 == "(" } < url.text.count { $0 == ")" } ? ")" : nil
    case "!", ":", "'": return url.query == nil ? String(last) : nil
    default: return nil
    }
  }
}

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
    case editor, preview, ended, filter, sample
    case standIn = "stand-in"
  }

  /// nil for a URL that is not known as such.
  init?(_ url: StrictURL) {
    guard case .name(let name) = url.host else { return nil }
    let target = (url.path.isEmpty ? "/" : String(url.path)) + (url.query.map { "?" + $0 } ?? "")
    let (host, path) = (Array(name.lowercased().utf8), Array(target.lowercased().utf8))
    let rows = (Self.rowsByHost[host] ?? []) + Self.rowsOfManyHosts.filter { Wildcard.matches(host, $0.host) }
    let fitting = rows.filter { row in row.path.map { Wildcard.matches(path, $0) } ?? true }
    guard let row = fitting.min(by: { $0.index < $1.index }), row.kind != .open else { return nil }
    (kind, self.name) = (row.kind, row.name)
  }

  /// `*` is for any signs.
  private struct Row: Sendable {
    let index: Int
    let kind: Kind
    let host: [UInt8]
    /// nil: any.
    let path: [UInt8]?
    let name: String

    var isOfManyHosts: Bool { host.contains(UInt8(ascii: "*")) }
  }

  private static let rows = Kind.allCases.flatMap { kind in
    WordTable.addresses.rows(kind.rawValue, most: 3).map { (kind, $0) }
  }.enumerated().map { index, row in
    Row(
      index: index, kind: row.0, host: Array(row.1[0].utf8), path: row.1[1] == "-" ? nil : Array(row.1[1].utf8),
      name: row.1[2])
  }
  private static let rowsByHost = Dictionary(grouping: rows.filter { !$0.isOfManyHosts }, by: \.host)
  private static let rowsOfManyHosts = rows.filter(\.isOfManyHosts)
}
