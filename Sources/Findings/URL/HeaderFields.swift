/// The fields of an answer's header, in their order.
public struct HeaderFields: Hashable, Sendable {
  public let all: [HeaderField]

  public init(_ all: [HeaderField]) { self.all = all }

  /// The value of the first field of this name, ignoring case; nil if there is none.
  public subscript(name: String) -> String? { all.first { $0.isNamed(name) }?.value }

  /// The values of all fields of this name, as one list (RFC 9110, section 5.3).
  package func list(_ name: String) -> [Substring] {
    all.filter { $0.isNamed(name) }.flatMap { $0.value.split(separator: ",") }.map { trimmed($0) }
  }
}

/// One field of a header.
public struct HeaderField: Hashable, Sendable {
  public let name: String
  public let value: String

  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

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
