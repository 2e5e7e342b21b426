/// Hides secrets in foreign texts. A server may repeat a secret in another spelling: percent-encoded, with entities of XML and HTML,
/// escaped as in JSON, or several of these nested; or only a piece of it.
package struct SecretMask: Sendable {
  /// Each secret as it is, and with such spellings undone.
  private let secrets: Set<[UInt8]>
  private let pieces: SecretPieces

  package init(_ secrets: [Secret]) {
    let undone = Set(secrets.flatMap { SpelledText.levels(of: Array($0.text.utf8)).map(\.bytes) })
    self.secrets = undone.union(undone.flatMap(SecretSpelling.all)).filter { !$0.isEmpty }
    pieces = SecretPieces(of: self.secrets)
  }

  /// The most bytes of a text that are examined: servers may send any number.
  private static let mostBytes = 65_536
  /// The unshown end of a longer text, where a secret may be cut off and unrecognizable.
  private static let unshownBytes = 16_384

  /// The text with `<secret>` in place of each secret; only the beginning of a very long one.
  package func hiding(in text: String) -> String {
    let isLong = text.utf8.count > Self.mostBytes
    let bytes = Array(text.utf8.prefix(Self.mostBytes))
    var isHidden = [Bool](repeating: false, count: bytes.count)
    for level in SpelledText.levels(of: bytes) {
      let places = secrets.flatMap(level.places(of:)) + pieces.places(in: level.bytes).map(level.place(of:))
      for place in places { for index in place { isHidden[index] = true } }
    }
    guard isLong || isHidden.contains(true) else { return text }
    return Self.shown(bytes.dropLast(isLong ? Self.unshownBytes : 0), isHidden)
  }

  private static func shown(_ bytes: ArraySlice<UInt8>, _ isHidden: [Bool]) -> String {
    var shown: [UInt8] = []
    for index in bytes.indices {
      guard isHidden[index] else {
        shown.append(bytes[index])
        continue
      }
      if index == 0 || !isHidden[index - 1] { shown += Array(Secret("").description.utf8) }
    }
    return String(decoding: shown, as: UTF8.self)
  }
}

/// A text with some spellings undone, which knows the original place of each byte.
private struct SpelledText {
  private(set) var bytes: [UInt8]
  /// Where each byte's spelling begins in the original, plus the end.
  private var starts: [Int]

  private init(_ bytes: [UInt8], _ starts: [Int]) { (self.bytes, self.starts) = (bytes, starts) }

  /// How often spellings are undone: a gateway may repeat a server's escaped text of a doubly encoded secret.
  private static let mostLevels = 4

  /// The text, then its decoded forms until nothing changes.
  static func levels(of bytes: [UInt8]) -> [SpelledText] {
    var levels = [SpelledText(bytes, Array(0...bytes.count))]
    while levels.count < mostLevels, let next = levels.last?.undone { levels.append(next) }
    return levels
  }

  /// With one layer of spellings undone; nil where nothing is spelled.
  private var undone: SpelledText? {
    var undone = SpelledText([], [])
    var index = 0
    while index < bytes.count {
      let escape = SpelledByte(bytes[index...])
      for byte in escape?.bytes ?? [bytes[index]] {
        undone.bytes.append(byte)
        undone.starts.append(starts[index])
      }
      index += escape?.length ?? 1
    }
    guard undone.bytes.count < bytes.count else { return nil }
    undone.starts.append(starts[bytes.count])
    return undone
  }

  /// The original place of some bytes.
  func place(of range: Range<Int>) -> Range<Int> { starts[range.lowerBound]..<starts[range.upperBound] }

  /// All places of some bytes, in time linear in the text's length
  /// (https://en.wikipedia.org/wiki/Knuth-Morris-Pratt_algorithm).
  func places(of sought: [UInt8]) -> [Range<Int>] {
    let borders = Self.borders(of: sought)
    var (places, matched) = ([Range<Int>](), 0)
    for (index, byte) in bytes.enumerated() {
      while matched > 0, byte != sought[matched] { matched = borders[matched - 1] }
      if byte == sought[matched] { matched += 1 }
      guard matched == sought.count else { continue }
      places.append(place(of: index + 1 - matched..<index + 1))
      matched = 0
    }
    return places
  }

  /// For each prefix of some bytes, the length of its longest border.
  private static func borders(of sought: [UInt8]) -> [Int] {
    var borders = Array(repeating: 0, count: sought.count)
    for index in sought.indices.dropFirst() {
      var length = borders[index - 1]
      while length > 0, sought[index] != sought[length] { length = borders[length - 1] }
      borders[index] = sought[index] == sought[length] ? length + 1 : 0
    }
    return borders
  }
}
