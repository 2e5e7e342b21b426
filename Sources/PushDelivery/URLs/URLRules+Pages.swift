import Findings

extension URLRules {
  static let page = Rule<URLCandidate>("url.page") { candidate in
    guard let page = candidate.page else { return [] }
    return [
      Finding(
        "the URL leads to \(page.kind), and to no picture",
        remedy: page.file.map { "write \($0)" + (page.condition.map { ", \($0)" } ?? "") })
    ]
  }

  static let escapedAmpersand = Rule<URLCandidate>("url.html-escape") { candidate in
    guard let query = candidate.parsed?.query, query.utf8.contains(UInt8(ascii: ";")), query.contains("&amp;") else {
      return []
    }
    let needed = ["token=", "alt=", "signature=", "sig=", "x-amz-", "x-goog-", "expires=", "key="]
    let isNeeded = needed.contains { query.lowercased().contains("&amp;" + $0) }
    return [
      Finding(
        "the URL has &amp; in its query, as if it stood in a page", severity: isNeeded ? .error : .warning,
        remedy: "write \(candidate.text.replacing("&amp;", with: "&"))")
    ]
  }
}
