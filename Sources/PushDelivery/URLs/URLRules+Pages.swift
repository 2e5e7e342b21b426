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
    // The number sign of `&#38;` begins a fragment.
    guard let url = candidate.parsed, candidate.text.utf8.contains(UInt8(ascii: ";")), url.query != nil,
      let entity = ampersands.first(where: candidate.text.contains)
    else { return [] }
    let needed = ["token=", "alt=", "signature=", "sig=", "x-amz-", "x-goog-", "expires=", "key="]
    let isNeeded = needed.contains { candidate.text.lowercased().contains(entity + $0) }
    return [
      Finding(
        "the URL has \(entity) in its query, as if it stood in a page", severity: isNeeded ? .error : .warning,
        remedy: "write \(candidate.text.replacing(entity, with: "&"))")
    ]
  }

  private static let ampersands = ["&amp;", "&#038;", "&#38;", "&#x26;"]
}
