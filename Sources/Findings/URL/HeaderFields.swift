/// The fields of an answer's header, in their order.
public struct HeaderFields: Hashable, Sendable {
  public let all: [HeaderField]

  public init(_ all: [HeaderField]) { self.all = all }

  /// The value of the first field of this name, ignoring case; nil without one.
  public subscript(name: String) -> String? { all.first { $0.isNamed(name) }?.value }

  /// The values of all fields of this name.
  package func values(_ name: String) -> [String] { all.filter { $0.isNamed(name) }.map(\.value) }

  /// The same as one list (RFC 9110, section 5.3).
  package func list(_ name: String) -> [Substring] {
    values(name).flatMap { $0.split(separator: ",") }.map { trimmed($0) }
  }
}

/// One field of a header.
public struct HeaderField: Hashable, Sendable {
  public let name: String
  public let value: String

  public init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }

  func isNamed(_ other: String) -> Bool { name.lowercased() == other.lowercased() }
}

extension HeaderFields: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (String, String)...) { self.init(elements.map { HeaderField($0, $1) }) }
}

extension HeaderFields {
  /// The media type of `Content-Type`, in lower case and without parameters; nil without one.
  package var mediaType: String? {
    let type = self["Content-Type"].map { trimmed($0.prefix { $0 != ";" }).lowercased() }
    return type?.isEmpty == true ? nil : type
  }
}

/// A text without the blanks around it.
package func trimmed(_ text: Substring) -> Substring {
  let start = text.drop { $0 == " " || $0 == "\t" }
  return start.prefix(start.count - start.reversed().prefix { $0 == " " || $0 == "\t" }.count)
}

/// The field `ETag`, about the bytes under a URL (https://datatracker.ietf.org/doc/html/rfc9110#section-8.8.3).
public struct EntityTag: Hashable, Sendable {
  /// The text between the quotation marks.
  public let opaque: String
  /// Whether it covers equivalent bytes, not only equal ones.
  public let isWeak: Bool

  /// Takes a field's value, even without quotation marks, as some stores send it.
  public init(field: String) {
    isWeak = field.hasPrefix("W/")
    let tag = field.dropFirst(isWeak ? 2 : 0)
    let isQuoted = tag.count >= 2 && tag.hasPrefix("\"") && tag.hasSuffix("\"")
    opaque = String(isQuoted ? tag.dropFirst().dropLast() : tag)
  }

  /// The MD5 digest's 16 bytes, if the tag is 32 hexadecimal digits. Object stores make such a tag of bytes that came in one part and are
  /// not encrypted with a key of their key service (https://docs.aws.amazon.com/AmazonS3/latest/API/API_Object.html); elsewhere it may mean
  /// anything.
  public var md5: [UInt8]? {
    let digits = opaque.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    guard !isWeak, opaque.utf8.count == 32, digits.count == 32 else { return nil }
    return (0..<16).map { UInt8(digits[2 * $0] * 16 + digits[2 * $0 + 1]) }
  }
}
