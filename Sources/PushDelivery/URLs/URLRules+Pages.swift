import Findings

extension URLRules {
  static let page = Rule<URLCandidate>(
    .init(
      "url.page", .url, .error,
      summary: "an address leads to the file itself, and to no page about it",
      why:
        "what services show people when they share a file is a page with the picture in it, or data about it: clients load "
        + "that, find no picture, and show text alone",
      remedy: "write the address of the file itself",
      source: "https://firebase.google.com/docs/storage/web/download-files",
      failing: [
        .url("https://firebasestorage.googleapis.com/v0/b/shop.appspot.com/o/spring/tulips.jpg?alt=media"),
        .url("https://firebasestorage.googleapis.com/v0/b/shop.appspot.com/o/tulips.jpg"),
        .url("https://github.com/tulips/shop/blob/main/tulips.jpg"),
        .url("https://www.dropbox.com/s/k3x9/tulips.jpg?dl=0"),
        .url("https://drive.google.com/file/d/1k3x9/view?usp=sharing"),
        .url("https://storage.cloud.google.com/shop/tulips.jpg"),
      ],
      passing: [
        .url("https://firebasestorage.googleapis.com/v0/b/shop.appspot.com/o/spring%2Ftulips.jpg?alt=media"),
        .url("https://raw.githubusercontent.com/tulips/shop/main/tulips.jpg"),
      ])
  ) { candidate in
    guard let page = candidate.page else { return [] }
    return [
      Finding(
        "the URL leads to \(page.kind), and to no picture",
        remedy: page.file.map { "write \($0)" + (page.condition.map { ", \($0)" } ?? "") })
    ]
  }

  static let escapedAmpersand = Rule<URLCandidate>(
    .init(
      "url.html-escape", .url, .error,
      summary: "an address has & between the parts of its query, and not &amp;",
      why:
        "&amp; is how HTML writes &: outside of a page a server gets a part named amp;token instead of token, and answers 403 "
        + "where that part is needed; where it is not, this is a warning",
      remedy: "write & for &amp;", source: "https://url.spec.whatwg.org/#query-state",
      failing: [
        .url("https://static.example.com/tulips.jpg?width=600&amp;height=300"),
        .url("https://static.example.com/o/tulips.jpg?alt=media&amp;token=4711"),
      ],
      passing: [.url("https://static.example.com/tulips.jpg?width=600&height=300")])
  ) { candidate in
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
