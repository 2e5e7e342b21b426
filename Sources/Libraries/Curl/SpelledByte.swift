/// A spelled character at the beginning of some bytes.
struct SpelledByte {
  let bytes: [UInt8]
  /// How many bytes it takes.
  let length: Int

  /// Nil where the first byte only spells itself.
  init?(_ text: ArraySlice<UInt8>) {
    let rest = text.dropFirst()
    switch text.first.map({ Character(UnicodeScalar($0)) }) {
    case "%": self.init(number: rest.prefix(2), digits: 2, before: 1)
    case "&": self.init(entity: rest.prefix(11))
    case "\\": self.init(escape: rest)
    default: return nil
    }
  }

  private init(_ bytes: [UInt8], length: Int) { (self.bytes, self.length) = (bytes, length) }

  private init?(scalar: UInt32?, length: Int) {
    guard let scalar = scalar.flatMap(UnicodeScalar.init) else { return nil }
    self.init(Array(String(Character(scalar)).utf8), length: length)
  }

  /// A number with exactly this many hexadecimal digits, after some other bytes; after a percent sign, it is a byte.
  private init?(number: ArraySlice<UInt8>, digits: Int, before: Int) {
    guard number.count == digits, let value = Self.number(number, radix: 16) else { return nil }
    if digits == 2 {
      self.init([UInt8(truncatingIfNeeded: value)], length: before + digits)
    } else {
      self.init(scalar: value, length: before + digits)
    }
  }

  /// `&amp;`, `&#43;`, `&#x2B;`, without the ampersand. Browsers accept numbers without the semicolon.
  private init?(entity: ArraySlice<UInt8>) {
    guard let end = entity.firstIndex(of: UInt8(ascii: ";")), Self.isName(entity[..<end]) else {
      self.init(openNumber: entity)
      return
    }
    let (name, length) = (entity[..<end], end - entity.startIndex + 2)
    if name.starts(with: Array("#x".utf8)) || name.starts(with: Array("#X".utf8)) {
      self.init(scalar: Self.number(name.dropFirst(2), radix: 16), length: length)
    } else if name.first == UInt8(ascii: "#") {
      self.init(scalar: Self.number(name.dropFirst(), radix: 10), length: length)
    } else {
      self.init(scalar: Self.entities[String(decoding: name, as: UTF8.self)]?.value, length: length)
    }
  }

  private static func isName(_ text: ArraySlice<UInt8>) -> Bool {
    text.dropFirst(text.first == UInt8(ascii: "#") ? 1 : 0).allSatisfy { Character(UnicodeScalar($0)).isLetterOrDigit }
  }

  /// `#43` and `#x2B`, as far as the digits give a character that a secret may have: more digits may follow.
  private init?(openNumber text: ArraySlice<UInt8>) {
    guard text.first == UInt8(ascii: "#") else { return nil }
    let isHexadecimal = text.dropFirst().first.map { $0 | 0x20 } == UInt8(ascii: "x")
    let (start, radix) = isHexadecimal ? (2, 16) : (1, 10)
    var (value, count) = (0, 0)
    for byte in text.dropFirst(start) {
      guard let digit = Int(String(UnicodeScalar(byte)), radix: radix), value * radix + digit < 128 else { break }
      (value, count) = (value * radix + digit, count + 1)
    }
    guard count > 0 else { return nil }
    self.init([UInt8(value)], length: 1 + start + count)
  }

  /// `\u002b`, `\x2b` and `\/`, without the backslash.
  private init?(escape: ArraySlice<UInt8>) {
    guard let kind = escape.first else { return nil }
    switch kind {
    case UInt8(ascii: "u"): self.init(number: escape.dropFirst().prefix(4), digits: 4, before: 2)
    case UInt8(ascii: "x"): self.init(number: escape.dropFirst().prefix(2), digits: 2, before: 2)
    case UInt8(ascii: "/"), UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"): self.init([kind], length: 2)
    default: return nil
    }
  }

  private static func number(_ digits: ArraySlice<UInt8>, radix: Int) -> UInt32? {
    let text = String(decoding: digits, as: UTF8.self)
    return text.first == "+" || text.first == "-" ? nil : UInt32(text, radix: radix)
  }

  private static let entities: [String: UnicodeScalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "plus": "+", "sol": "/", "equals": "=", "percnt": "%",
  ]
}

extension Character {
  fileprivate var isLetterOrDigit: Bool { isASCII && (isLetter || isNumber) }
}
