/// What the field `ETag` says of the bytes under a URL (https://datatracker.ietf.org/doc/html/rfc9110#section-8.8.3).
public struct EntityTag: Hashable, Sendable {
  /// What stands between the quotation marks.
  public let opaque: String
  /// Whether it holds for bytes that mean the same, and not only for equal ones.
  public let isWeak: Bool

  /// The strong tag of bytes with this name.
  public init(_ opaque: String) { (self.opaque, isWeak) = (opaque, false) }

  /// Takes what a field has, and also a tag without quotation marks, as some stores send it.
  public init(field: String) {
    isWeak = field.hasPrefix("W/")
    let tag = field.dropFirst(isWeak ? 2 : 0)
    let isQuoted = tag.count >= 2 && tag.hasPrefix("\"") && tag.hasSuffix("\"")
    opaque = String(isQuoted ? tag.dropFirst().dropLast() : tag)
  }

  /// As fields write it.
  public var text: String { (isWeak ? "W/" : "") + "\"\(opaque)\"" }

  /// Whether a client with this tag need not load what has the other (weak comparison, RFC 9110, section 8.8.3.2).
  public func matchesWeakly(_ other: EntityTag) -> Bool { opaque == other.opaque }

  /// Whether parts of what has one tag can be put together with parts of what has the other (strong comparison).
  public func matchesStrongly(_ other: EntityTag) -> Bool { !isWeak && !other.isWeak && opaque == other.opaque }

  /// The 16 bytes of an MD5 digest, where the tag is 32 hexadecimal digits. Object stores make a tag so of bytes that came in
  /// one part and are not encrypted with a key of their key service
  /// (https://docs.aws.amazon.com/AmazonS3/latest/API/API_Object.html); others may mean anything by it.
  public var md5: [UInt8]? {
    let digits = opaque.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    guard !isWeak, opaque.utf8.count == 32, digits.count == 32 else { return nil }
    return (0..<16).map { UInt8(digits[2 * $0] * 16 + digits[2 * $0 + 1]) }
  }
}
