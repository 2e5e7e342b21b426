/// What a client asks of the server.
public struct ServedRequest: Hashable, Sendable {
  /// In upper case.
  public let method: String
  /// The target of the request line, as it was sent.
  public let target: String
  public let fields: HeaderFields

  public init(method: String, target: String, fields: HeaderFields) {
    (self.method, self.target, self.fields) = (method, target, fields)
  }

  /// What it names; nil when nothing under such a target is served.
  public var path: RequestPath? { RequestPath(target: target) }

  /// Whether the client has this very file already (RFC 9110, sections 13.1.2 and 13.1.3). A time counts only as it was sent to
  /// the client, which is what nginx does too.
  func isFresh(_ file: ServedFile) -> Bool {
    let tags = fields.list("If-None-Match")
    guard tags.isEmpty else {
      return tags.contains { $0 == "*" || $0 == file.entityTag || $0 == "W/" + file.entityTag }
    }
    return fields["If-Modified-Since"] == file.lastModified
  }

  /// Which bytes of a file it asks for. A range counts for GET alone, and not when the client has a part of another version
  /// (RFC 9110, sections 13.1.5 and 14.2).
  func range(of file: ServedFile) -> RangeRequest {
    let condition = fields["If-Range"]
    let isSame = condition == nil || condition == file.entityTag || condition == file.lastModified
    guard method == "GET", isSame else { return .whole }
    return RangeRequest(fields["Range"], byteCount: file.byteCount)
  }
}
