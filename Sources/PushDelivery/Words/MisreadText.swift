import Findings

/// UTF-8 that was read in another encoding: `Ã¼`, `√º` and `├╝` for ü, `РЎ` for С.
struct MisreadText {
  let range: Range<Int>
  /// The encoding's name.
  let encoding: String

  private struct Encoding: Sendable {
    let name: String
    let bytes: [Unicode.Scalar: UInt8]
    /// So many letters are a proof.
    let least: Int
    /// The bytes that begin letters in such texts. Others are common in good texts.
    let leads: [ClosedRange<UInt8>]

    init(name: String, letters: String) {
      self.name = name
      bytes = Dictionary(
        letters.unicodeScalars.enumerated().filter { $0.element != "\u{FFFD}" }.map {
          ($0.element, UInt8(0x80 + $0.offset))
        }
      ) { first, _ in first }
      // Letters of languages, two of which may follow each other; the other encodings have signs there.
      let isOfLetters = name.hasPrefix("Windows")
      least = isOfLetters ? 3 : 2
      leads = isOfLetters ? [0xC2...0xF4] : [0xC2...0xC5, 0xE2...0xE9, 0xF0...0xF0]
    }
  }

  private static let table = WordTable("texts/encodings.txt")
  private static let encodings = table.rows("encoding", most: 2).map { Encoding(name: $0[0], letters: $0[1]) }
  /// The bytes of the letters of Windows-1252.
  static let windows1252 = encodings.first { $0.name == "Windows-1252" }?.bytes ?? [:]
  private static let garble = Set(table["garble"].flatMap(\.unicodeScalars))

  /// nil for a text whose letters may all be meant.
  init?(_ scalars: [Unicode.Scalar]) {
    guard let first = scalars.firstIndex(where: { !$0.isASCII }) else { return nil }
    if scalars.count(where: Self.garble.contains) > 2 {
      (range, encoding) = (first..<min(first + 3, scalars.count), "Shift JIS or GBK")
      return
    }
    for encoding in Self.encodings {
      guard let range = Self.proof(in: scalars, from: first, encoding) else { continue }
      (self.range, self.encoding) = (range, encoding.name)
      return
    }
    return nil
  }

  /// The first letter that was read wrongly, if nearly all signs beyond ASCII are parts of such letters.
  private static func proof(in scalars: [Unicode.Scalar], from start: Int, _ encoding: Encoding) -> Range<Int>? {
    var (index, letters, covered, others) = (start, 0, 0, 0)
    var first: Range<Int>?
    while index < scalars.count {
      guard !scalars[index].isASCII else {
        index += 1
        continue
      }
      if let length = length(at: index, in: scalars, encoding.bytes, encoding.leads) {
        first = first ?? index..<index + length
        // One sign of three bytes, such as an apostrophe, is as unlikely as two letters.
        letters += length > 2 && encoding.least == 2 ? 2 : 1
        covered += length
        index += length
      } else {
        others += 1
        index += 1
        // A good text begins like this.
        guard others * 6 <= covered + 1 else { return nil }
      }
    }
    return letters >= encoding.least && others * 6 <= covered ? first : nil
  }

  /// How many signs there are the bytes of one letter in UTF-8; nil for none.
  ///
  /// - Parameters:
  ///   - bytes: of the letters of the encoding.
  ///   - leads: the bytes that begin a letter.
  static func length(
    at index: Int, in scalars: [Unicode.Scalar], _ bytes: [Unicode.Scalar: UInt8], _ leads: [ClosedRange<UInt8>]
  ) -> Int? {
    guard let lead = bytes[scalars[index]], leads.contains(where: { $0.contains(lead) }) else { return nil }
    let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    guard index + length <= scalars.count else { return nil }
    let rest = scalars[(index + 1)..<(index + length)]
    return rest.allSatisfy { bytes[$0].map { (0x80...0xBF).contains($0) } ?? false } ? length : nil
  }
}
