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
