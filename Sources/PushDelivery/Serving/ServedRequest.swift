public import Findings

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

/// A moment as HTTP writes it: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7).
public enum HTTPDate {
  /// - Parameter seconds: since 1970, in UTC.
  public static func text(secondsSince1970 seconds: Int64) -> String {
    let (days, second) = floorDivide(seconds, by: 86_400)
    let day = CalendarDay(daysSince1970: days)
    // 1 January 1970 was a Thursday.
    let weekday = weekdays[Int(floorDivide(days, by: 7).remainder)]
    let time = [second / 3600, second / 60 % 60, second % 60].map { padded($0, to: 2) }.joined(separator: ":")
    return "\(weekday), \(padded(day.day, to: 2)) \(months[Int(day.month) - 1]) \(padded(day.year, to: 4)) \(time) GMT"
  }

  private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
