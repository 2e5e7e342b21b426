import Findings

/// Bytes in which texts are to be put.
struct TextTemplate: Sendable {
  /// What stands before each text, and behind the last.
  private let literals: [[UInt8]]
  /// Which text stands behind each but the last, by its number.
  private let texts: [Int]
  private let literalCount: Int

  /// Takes bytes that have marks where texts belong.
  init(_ bytes: [UInt8]) {
    var literals: [[UInt8]] = []
    var texts: [Int] = []
    var rest = bytes[...]
    while let mark = TextMark.first(in: rest) {
      literals.append(Array(rest[..<mark.range.lowerBound]))
      texts.append(mark.number)
      rest = rest[mark.range.upperBound...]
    }
    self.literals = literals + [Array(rest)]
    self.texts = texts
    literalCount = self.literals.reduce(0) { $0 + $1.count }
  }

  /// The bytes with the texts in their places.
  func bytes(_ values: [[UInt8]]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(literalCount + texts.reduce(0) { $0 + values[$1].count })
    for (literal, text) in zip(literals, texts) {
      bytes += literal
      bytes += values[text]
    }
    bytes += literals[texts.count]
    return bytes
  }
}

/// What stands for a text while a template is made: an address, since only that is taken for a link, and one that JSON writes as it is.
enum TextMark {
  private static let start = "https://text-of-a-message-"
  private static let end = ".invalid/"

  static func text(_ number: Int) -> String { start + String(number) + end }

  /// The first mark, and which text it stands for.
  static func first(in bytes: ArraySlice<UInt8>) -> (range: Range<Int>, number: Int)? {
    guard let opening = bytes.firstRange(of: Array(start.utf8)) else { return nil }
    let digits = bytes[opening.upperBound...].prefix(while: isDigit)
    let closing = bytes[digits.endIndex...]
    guard closing.starts(with: end.utf8), let number = Int(String(decoding: digits, as: UTF8.self)) else { return nil }
    return (opening.lowerBound..<closing.startIndex + end.utf8.count, number)
  }
}
