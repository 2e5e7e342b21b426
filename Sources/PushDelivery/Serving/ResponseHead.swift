import Findings

extension ServedResponse {
  /// The head as it is sent (RFC 9112, section 4).
  ///
  /// - Parameters:
  ///   - seconds: now, since 1970 (RFC 9110, section 6.6.1).
  ///   - request: what it answers; nil for what could not be read.
  ///   - keepsConnection: whether another request may follow.
  public func head(at seconds: Int64, to request: RequestHead?, keepsConnection: Bool) -> [UInt8] {
    var lines = ["HTTP/1.1 \(status) \(Self.phrases[status] ?? "")"]
    lines += fields.all.map { "\($0.name): \($0.value)" }
    lines.append("Date: \(HTTPDate.text(secondsSince1970: seconds))")
    if !keepsConnection {
      lines.append("Connection: close")
    } else if request?.isOld == true {
      lines.append("Connection: keep-alive")
    }
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }

  /// RFC 9110, section 15, and RFC 6585, section 5.
  private static let phrases = [
    200: "OK", 206: "Partial Content", 304: "Not Modified", 400: "Bad Request", 404: "Not Found",
    405: "Method Not Allowed",
    408: "Request Timeout", 414: "URI Too Long", 416: "Range Not Satisfiable", 421: "Misdirected Request",
    431: "Request Header Fields Too Large", 505: "HTTP Version Not Supported",
  ]
}
