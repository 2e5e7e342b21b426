import Ccurl
import Essentials

/// A secret text: no description, dump or interpolation of it, or of a value that holds it, shows it. Its bytes are overwritten after the
/// last reference goes.
public struct Secret: Hashable, Sendable {
  private let bytes: SecretBytes

  public init(_ text: String) { bytes = SecretBytes(text) }

  /// A copy of the text, for the one place that sends it. Do not keep it: it is not overwritten.
  public var text: String { bytes.text }

  public static func == (first: Secret, second: Secret) -> Bool { first.text == second.text }

  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "<secret>" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Bytes in their own memory, which are never moved or copied. They never change, so that all threads may read them.
@safe private final class SecretBytes: @unchecked Sendable {
  private let place: UnsafeMutableBufferPointer<UInt8>

  init(_ text: String) {
    unsafe place = .allocate(capacity: text.utf8.count)
    _ = unsafe place.initialize(fromContentsOf: text.utf8)
  }

  deinit {
    unsafe ccurl_overwrite(place.baseAddress, place.count)
    unsafe place.deallocate()
  }

  var text: String { unsafe String(decoding: place, as: UTF8.self) }
}

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

  /// All places of some bytes.
  func places(of sought: [UInt8]) -> [Range<Int>] {
    let number = ByteRuns.numbers(of: sought, length: sought.count).first
    let runs = ByteRuns.numbers(of: bytes, length: sought.count).enumerated().filter { $0.element == number }
    return runs.map { place(of: $0.offset..<$0.offset + sought.count) }
  }
}

/// Pieces of secrets that are long enough to be unique. A server may repeat only a secret's beginning, break it into lines, take `+`
/// for a blank as in forms, write it in capitals, or write its bytes in Base64 or as numbers.
private struct SecretPieces: Sendable {
  /// How many characters in a row are a piece.
  private static let length = 20

  /// A number for each piece, equal for equal characters.
  private let numbers: Set<UInt64>

  /// - Parameter secrets: a URL's whole query has no pieces: it names times and permissions, which are not secret.
  init(of secrets: some Sequence<[UInt8]>) {
    let telling = secrets.filter { !$0.contains(UInt8(ascii: "&")) }
    numbers = Set(telling.flatMap { ByteRuns.numbers(of: $0.compactMap(Self.plain), length: Self.length) })
  }

  /// Where pieces are.
  func places(in bytes: [UInt8]) -> [Range<Int>] {
    guard !numbers.isEmpty else { return [] }
    var (plain, indices) = ([UInt8](), [Int]())
    for (index, byte) in bytes.enumerated() {
      guard let byte = Self.plain(byte) else { continue }
      plain.append(byte)
      indices.append(index)
    }
    let runs = ByteRuns.numbers(of: plain, length: Self.length).enumerated().filter { numbers.contains($0.element) }
    return runs.map { indices[$0.offset]..<indices[$0.offset + Self.length - 1] + 1 }
  }

  /// A byte as it is compared: without case, `_` as `/`; nil for blanks, `+`, and `-`, its replacement in URLs.
  private static func plain(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x09...0x0D, UInt8(ascii: " "), UInt8(ascii: "+"), UInt8(ascii: "-"): nil
    case UInt8(ascii: "_"): UInt8(ascii: "/")
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
    default: byte
    }
  }
}

/// Runs of bytes as numbers, by which they are found in time linear in the bytes (https://en.wikipedia.org/wiki/Rolling_hash).
private enum ByteRuns {
  private static let base: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// A number for the run of this length at each place, equal for equal runs.
  static func numbers(of bytes: [UInt8], length: Int) -> [UInt64] {
    let power = (0..<length).reduce(UInt64(1)) { power, _ in power &* base }
    var (numbers, number) = ([UInt64](), UInt64(0))
    for (index, byte) in bytes.enumerated() {
      number = number &* base &+ UInt64(byte) &+ 1
      if index >= length { number = number &- (UInt64(bytes[index - length]) &+ 1) &* power }
      if index >= length - 1 { numbers.append(number) }
    }
    return numbers
  }
}

/// The bytes of a secret in other letters.
private enum SecretSpelling {
  /// Fewer bytes would match parts of other words.
  private static let fewestBytes = 8

  /// In hexadecimal digits, and in Base64 at any offset of a longer text.
  static func all(of secret: [UInt8]) -> [[UInt8]] {
    guard secret.count >= fewestBytes else { return [] }
    let whole = Data(secret).base64EncodedString().utf8.prefix { $0 != UInt8(ascii: "=") }
    return [Array(secret.hexadecimal.utf8), Array(whole)] + (0..<3).map { base64(of: secret, behind: $0) }
  }

  /// The part independent of its neighbours.
  private static func base64(of secret: [UInt8], behind count: Int) -> [UInt8] {
    let text = Array(Data([UInt8](repeating: 0, count: count) + secret).base64EncodedString().utf8)
    let end = (count + secret.count) * 8 / 6
    return Array(text[(count * 8 + 5) / 6..<end])
  }
}
