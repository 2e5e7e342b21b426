import Foundation

/// What S3 says when it refuses a request (https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html). Only three of its
/// texts are looked at; a document that is something else has none of them.
struct S3ErrorDocument: Hashable, Sendable {
  let code: String
  let message: String
  /// Where the bucket is.
  let region: String?

  init(_ bytes: [UInt8]) {
    let text = String(decoding: bytes.prefix(65_536), as: UTF8.self)
    code = Self.element("Code", in: text) ?? ""
    message = Self.element("Message", in: text) ?? ""
    region = Self.element("Region", in: text)
  }

  /// The two in one line; empty when there are none.
  var words: String { [code, message].filter { !$0.isEmpty }.joined(separator: ": ") }

  private static func element(_ name: String, in text: String) -> String? {
    guard let start = text.range(of: "<\(name)>"), let end = text[start.upperBound...].range(of: "</\(name)>") else {
      return nil
    }
    let content = text[start.upperBound..<end.lowerBound]
    return content.contains("<") ? nil : decoded(String(content))
  }

  /// The entities that XML itself defines; the ampersand's last, so that nothing is decoded twice.
  private static func decoded(_ text: String) -> String {
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#34;", "\""), ("&apos;", "'"), ("&#39;", "'"), ("&amp;", "&")]
      .reduce(text) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
  }
}
