/// The next event in a YAML text (YAML 1.1 and 1.2, chapter 3.1: the serialization tree, one event for each node).
public struct YAMLEvent: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case documentStart, documentEnd
    /// Refers to an earlier value with this anchor.
    case alias(String)
    /// - Parameter isPlain: whether it is written without quotes, and not as a block of lines.
    case scalar(String, isPlain: Bool)
    case sequenceStart, sequenceEnd
    case mappingStart, mappingEnd
  }

  public var kind: Kind
  /// The name for aliases to this value, if any.
  public var anchor: String?
  /// The tag of the value, resolved (`!!str` is `tag:yaml.org,2002:str`); nil: not given.
  public var tag: String?
  /// Where it begins.
  public var mark: YAMLMark

  public init(_ kind: Kind, anchor: String? = nil, tag: String? = nil, at mark: YAMLMark) {
    (self.kind, self.anchor, self.tag, self.mark) = (kind, anchor, tag, mark)
  }
}

/// A place in a text.
public struct YAMLMark: Hashable, Sendable {
  /// From 1. Lines end at LF, CR, CRLF, U+0085, U+2028 and U+2029.
  public var line: Int
  /// In Unicode scalars, from 1.
  public var column: Int

  public init(line: Int, column: Int) { (self.line, self.column) = (line, column) }

  /// The place of a byte in a text, which is valid UTF-8 up to there.
  public init(ofByte offset: Int, in text: some Sequence<UInt8>) {
    self.init(line: 1, column: 1)
    var last: Unicode.Scalar?
    for scalar in String(decoding: Array(text.prefix(offset)), as: UTF8.self).unicodeScalars {
      switch scalar {
      case "\n" where last == "\r": break
      case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": self = YAMLMark(line: line + 1, column: 1)
      default: column += 1
      }
      last = scalar
    }
  }
}

/// Why a text cannot be read further.
public struct YAMLError: Error, Hashable, Sendable {
  /// The error in the parser's words: `while parsing a flow sequence, did not find expected ',' or ']'`.
  public var detail: String
  /// Where; nil: out of memory.
  public var mark: YAMLMark?

  public init(_ detail: String, at mark: YAMLMark?) { (self.detail, self.mark) = (detail, mark) }
}
