package import Findings
package import MediaFacts
import PushDelivery

/// A response of `richpush serve`.
package struct ServedResponse: Hashable, Sendable {
  package let status: Int
  package let fields: HeaderFields
  package private(set) var body: Body

  package enum Body: Hashable, Sendable {
    case nothing
    case text(String)
    /// Part of the file at a path, at least one byte.
    case part(Range<Int>, file: String)
  }

  /// The response to a request refused without reading its path.
  package init(to request: ServedRequest, refusal: RequestRefusal) {
    self = ServedResponse(refusal.status, page: refusal.reason + "\n").fitting(request)
  }

  init(_ status: Int, page: String, type: String = "text/plain; charset=utf-8", extra: [HeaderField] = []) {
    self.init(
      status, type: type, length: page.utf8.count, cacheControl: "no-cache", extra: extra, .text(page))
  }

  /// A file, or the part of it that is requested. Its type is that of its bytes, whatever its name; unknown formats are plain bytes.
  package init(file: String, name: String, _ byteCount: Int, _ format: MediaFormat?, _ range: RangeRequest) {
    let isWhole = range == .whole
    let part: Range<Int>
    switch range {
    case .whole: part = 0..<byteCount
    case .part(let range): part = range
    case .unsatisfiable:
      let place = HeaderField("Content-Range", "bytes */\(byteCount)")
      self.init(416, page: "the file has \(byteCount) bytes\n", extra: [place])
      return
    }
    let place = HeaderField("Content-Range", "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(byteCount)")
    self.init(
      isWhole ? 200 : 206, type: format?.mediaType ?? "application/octet-stream", length: part.count,
      // The file under a published name never changes; others may.
      cacheControl: PublishedAsset.isName(name) ? PublishedAsset.cacheControl : "no-cache",
      extra: [HeaderField("Accept-Ranges", "bytes")] + (isWhole ? [] : [place]),
      part.isEmpty ? .nothing : .part(part, file: file))
  }

  private init(_ status: Int, type: String, length: Int, cacheControl: String, extra: [HeaderField], _ body: Body) {
    let fields = [
      HeaderField("Content-Type", type), HeaderField("Content-Length", String(length)),
      HeaderField("Cache-Control", cacheControl), HeaderField("X-Content-Type-Options", "nosniff"),
    ]
    (self.status, self.fields, self.body) = (status, HeaderFields(fields + extra), body)
  }

  /// Without the body if only the head is requested.
  func fitting(_ request: ServedRequest) -> ServedResponse {
    var response = self
    if request.method == "HEAD" { response.body = .nothing }
    return response
  }

  /// The body's size in bytes.
  package var byteCount: Int {
    switch body {
    case .nothing: 0
    case .text(let text): text.utf8.count
    case .part(let part, _): part.count
    }
  }

  /// The head of the response (RFC 9112, section 4). No other follows on the connection.
  /// - Parameter seconds: now, since 1970 (RFC 9110, section 6.6.1).
  package func head(at seconds: Int64) -> [UInt8] {
    var lines = ["HTTP/1.1 \(status) \(Self.phrases[status] ?? "")"]
    lines += fields.all.map { "\($0.name): \($0.value)" }
    lines += ["Date: \(HTTPDate.text(secondsSince1970: seconds))", "Connection: close"]
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }

  /// RFC 9110, section 15, and RFC 6585, section 5.
  private static let phrases = [
    200: "OK", 206: "Partial Content", 400: "Bad Request", 404: "Not Found", 405: "Method Not Allowed",
    408: "Request Timeout", 416: "Range Not Satisfiable", 421: "Misdirected Request",
    431: "Request Header Fields Too Large",
  ]
}
