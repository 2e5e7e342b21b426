package import Findings

/// A response, as a pure function of the request and the content at its path.
package struct ServedResponse: Hashable, Sendable {
  package let status: Int
  package let fields: HeaderFields
  package let body: Body

  package enum Body: Hashable, Sendable {
    case nothing
    case text(String)
    /// Part of the file, at least one byte.
    case part(Range<Int>)
  }

  package init(to request: ServedRequest, content: ServedContent) {
    guard ["GET", "HEAD"].contains(request.method) else {
      self.init(status: 405, page: "only GET and HEAD are answered here\n", extra: [HeaderField("Allow", "GET, HEAD")])
      return
    }
    let full =
      switch content {
      case .missing: ServedResponse(status: 404, page: "there is nothing here\n")
      case .folder(let page): ServedResponse(status: 200, page: page.html, type: "text/html; charset=utf-8")
      case .file(let file): ServedResponse(to: request, file: file)
      }
    self = request.method == "HEAD" ? full.withoutBody : full
  }

  /// The response to a request refused without reading its path.
  package init(to request: ServedRequest, refusal: RequestRefusal) {
    let full = ServedResponse(status: refusal.status, page: refusal.reason + "\n")
    self = request.method == "HEAD" ? full.withoutBody : full
  }

  private init(status: Int, fields: [HeaderField], body: Body) {
    (self.status, self.fields, self.body) = (status, HeaderFields(fields), body)
  }

  private init(status: Int, page: String, type: String = "text/plain; charset=utf-8", extra: [HeaderField] = []) {
    let fields = [
      HeaderField("Content-Type", type), HeaderField("Content-Length", String(page.utf8.count)),
      HeaderField("Cache-Control", "no-cache"), HeaderField("X-Content-Type-Options", "nosniff"),
    ]
    self.init(status: status, fields: fields + extra, body: .text(page))
  }

  private init(to request: ServedRequest, file: ServedFile) {
    let count = file.byteCount
    if request.isFresh(file) {
      self.init(status: 304, fields: Self.fields(of: file, length: count), body: .nothing)
      return
    }
    switch request.range(of: file) {
    case .whole:
      let fields = Self.fields(of: file, length: count)
      self.init(status: 200, fields: fields, body: count > 0 ? .part(0..<count) : .nothing)
    case .part(let range):
      let place = HeaderField("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(count)")
      self.init(status: 206, fields: Self.fields(of: file, length: range.count) + [place], body: .part(range))
    case .unsatisfiable:
      let place = HeaderField("Content-Range", "bytes */\(count)")
      self.init(status: 416, page: "the file has \(count) bytes\n", extra: [place])
    }
  }

  /// The body's size in bytes.
  package var byteCount: Int {
    switch body {
    case .nothing: 0
    case .text(let text): text.utf8.count
    case .part(let part): part.count
    }
  }

  private var withoutBody: ServedResponse { ServedResponse(status: status, fields: fields.all, body: .nothing) }

  private static func fields(of file: ServedFile, length: Int) -> [HeaderField] {
    [
      HeaderField("Content-Type", file.mediaType), HeaderField("Content-Length", String(length)),
      HeaderField("Cache-Control", file.cacheControl), HeaderField("ETag", file.entityTag),
      HeaderField("Last-Modified", file.lastModified), HeaderField("Accept-Ranges", "bytes"),
      HeaderField("X-Content-Type-Options", "nosniff"),
    ]
  }
}

extension ServedResponse {
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
    200: "OK", 206: "Partial Content", 304: "Not Modified", 400: "Bad Request", 404: "Not Found",
    405: "Method Not Allowed", 408: "Request Timeout", 416: "Range Not Satisfiable", 421: "Misdirected Request",
    431: "Request Header Fields Too Large",
  ]
}
