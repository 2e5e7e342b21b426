/// The field `ETag`, about the bytes under a URL (https://datatracker.ietf.org/doc/html/rfc9110#section-8.8.3).
public struct EntityTag: Hashable, Sendable {
  /// The text between the quotation marks.
  public let opaque: String
  /// Whether it covers equivalent bytes, not only equal ones.
  public let isWeak: Bool

  /// The strong tag with this text.
  public init(_ opaque: String) { (self.opaque, isWeak) = (opaque, false) }

  /// Takes a field's value, even without quotation marks, as some stores send it.
  public init(field: String) {
    isWeak = field.hasPrefix("W/")
    let tag = field.dropFirst(isWeak ? 2 : 0)
    let isQuoted = tag.count >= 2 && tag.hasPrefix("\"") && tag.hasSuffix("\"")
    opaque = String(isQuoted ? tag.dropFirst().dropLast() : tag)
  }

  /// As fields write it.
  public var text: String { (isWeak ? "W/" : "") + "\"\(opaque)\"" }

  /// Whether a client with this tag may keep its copy (weak comparison, RFC 9110, section 8.8.3.2).
  public func matchesWeakly(_ other: EntityTag) -> Bool { opaque == other.opaque }

  /// Whether parts under both tags can be combined (strong comparison).
  public func matchesStrongly(_ other: EntityTag) -> Bool { !isWeak && !other.isWeak && opaque == other.opaque }

  /// The MD5 digest's 16 bytes, if the tag is 32 hexadecimal digits. Object stores make such a tag of bytes that came in one part and are
  /// not encrypted with a key of their key service (https://docs.aws.amazon.com/AmazonS3/latest/API/API_Object.html); elsewhere it may mean
  /// anything.
  public var md5: [UInt8]? {
    let digits = opaque.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    guard !isWeak, opaque.utf8.count == 32, digits.count == 32 else { return nil }
    return (0..<16).map { UInt8(digits[2 * $0] * 16 + digits[2 * $0 + 1]) }
  }
}
