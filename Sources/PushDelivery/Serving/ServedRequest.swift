public import Findings

/// What a client asks of the server.
public struct ServedRequest: Hashable, Sendable {
  /// As it was sent: methods are told apart by case too (RFC 9110, section 9.1).
  public let method: String
  /// The target of the request line, as it was sent.
  public let target: String
  public let fields: HeaderFields

  public init(method: String, target: String, fields: HeaderFields) {
    (self.method, self.target, self.fields) = (method, target, fields)
  }

  /// What stands for a request that could not be read, in a log.
  public static let unreadable = ServedRequest(method: "-", target: "-", fields: [:])

  /// What it names; nil when nothing under such a target is served.
  public var path: RequestPath? { RequestPath(target: target) }

  /// Whether the client has this very file already (RFC 9110, sections 13.1.2 and 13.1.3). A time counts only as it was sent to
  /// the client, which is what nginx does too.
  func isFresh(_ file: ServedFile) -> Bool {
    let tags = fields.list("If-None-Match")
    guard tags.isEmpty else {
      return tags.contains { $0 == "*" || EntityTag(field: String($0)).matchesWeakly(file.entityTag) }
    }
    return fields["If-Modified-Since"] == file.lastModified
  }

  /// Whether the client wants an answer for one version of the file alone, and this is another (RFC 9110, sections 13.1.1 and
  /// 13.1.4). What is no date is no condition.
  func isOfAnother(_ file: ServedFile) -> Bool {
    let tags = fields.list("If-Match")
    guard tags.isEmpty else {
      return !tags.contains { $0 == "*" || EntityTag(field: String($0)).matchesStrongly(file.entityTag) }
    }
    return fields["If-Unmodified-Since"].flatMap(HTTPDate.seconds).map { file.modified > $0 } ?? false
  }

  /// Which bytes of a file it asks for. A range counts for GET alone, and not when the client has a part of another version
  /// (RFC 9110, sections 13.1.5 and 14.2).
  func range(of file: ServedFile) -> RangeRequest {
    guard method == "GET", fields["If-Range"].map({ isSame($0, file) }) ?? true else { return .whole }
    return RangeRequest(fields["Range"], byteCount: file.byteCount)
  }

  private func isSame(_ condition: String, _ file: ServedFile) -> Bool {
    condition == file.lastModified || EntityTag(field: condition).matchesStrongly(file.entityTag)
  }
}

/// What the field `Range` of a request asks of a file (RFC 9110, section 14.2).
public enum RangeRequest: Hashable, Sendable {
  /// All of it: there is no such field, or one that may be ignored because it is malformed, of another unit or of several ranges.
  case whole
  /// Some of it, at least one byte.
  case part(Range<Int>)
  /// Bytes that the file does not have.
  case unsatisfiable

  /// - Parameter byteCount: how many bytes the file has.
  public init(_ field: String?, byteCount: Int) {
    guard let match = field?.wholeMatch(of: #/[Bb]ytes=([0-9]*)-([0-9]*)/#) else {
      self = .whole
      return
    }
    switch (Self.number(match.1), Self.number(match.2)) {
    case (nil, nil): self = .whole
    case (nil, let count?): self.init(start: byteCount - min(count, byteCount), end: byteCount)
    case (let first?, nil): self.init(start: first, end: byteCount)
    case (let first?, let last?) where first <= last: self.init(start: first, end: min(last, byteCount - 1) + 1)
    default: self = .whole
    }
  }

  private init(start: Int, end: Int) { self = start < end ? .part(start..<end) : .unsatisfiable }

  /// Digits as a number; more than there can be bytes is as much as there can be; nil where there are none.
  private static func number(_ digits: Substring) -> Int? { digits.isEmpty ? nil : Int(digits) ?? .max }
}
