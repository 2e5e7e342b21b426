import Essentials

/// Pieces of secrets that are long enough to be unique. A server may repeat only a secret's beginning, break it into lines, take `+`
/// for a blank as in forms, write it in capitals, or write its bytes in Base64 or as numbers.
struct SecretPieces: Sendable {
  /// How many characters in a row are a piece.
  private static let length = 20

  /// A number for each piece, equal for equal characters.
  private let numbers: Set<UInt64>

  /// - Parameter secrets: a URL's whole query has no pieces: it names times and permissions, which are not secret.
  init(of secrets: some Sequence<[UInt8]>) {
    let telling = secrets.filter { !$0.contains(UInt8(ascii: "&")) }
    numbers = Set(telling.flatMap { Self.numbers(of: $0.compactMap(Self.plain)).map(\.number) })
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
    return Self.numbers(of: plain).filter { numbers.contains($0.number) }
      .map { indices[$0.start]..<indices[$0.start + Self.length - 1] + 1 }
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

  /// The number and start of each piece, in time linear in the bytes (https://en.wikipedia.org/wiki/Rolling_hash).
  private static func numbers(of bytes: [UInt8]) -> [(start: Int, number: UInt64)] {
    var (numbers, number) = ([(start: Int, number: UInt64)](), UInt64(0))
    for (index, byte) in bytes.enumerated() {
      number = number &* base &+ UInt64(byte) &+ 1
      if index >= length { number = number &- (UInt64(bytes[index - length]) &+ 1) &* power }
      if index >= length - 1 { numbers.append((index - length + 1, number)) }
    }
    return numbers
  }

  private static let base: UInt64 = 0x9E37_79B9_7F4A_7C15
  /// The base to the power of the length.
  private static let power = (0..<length).reduce(UInt64(1)) { power, _ in power &* base }
}

/// The bytes of a secret in other letters.
enum SecretSpelling {
  /// Fewer bytes would match parts of other words.
  private static let fewestBytes = 8

  /// In hexadecimal digits, and in Base64 at any offset of a longer text.
  static func all(of secret: [UInt8]) -> [[UInt8]] {
    guard secret.count >= fewestBytes else { return [] }
    let digits = secret.flatMap { byte in
      let text = String(byte, radix: 16)
      return Array((text.utf8.count < 2 ? "0" + text : text).utf8)
    }
    let whole = Data(secret).base64EncodedString().utf8.prefix { $0 != UInt8(ascii: "=") }
    return [digits, Array(whole)] + (0..<3).map { base64(of: secret, behind: $0) }
  }

  /// The part independent of its neighbours.
  private static func base64(of secret: [UInt8], behind count: Int) -> [UInt8] {
    let text = Array(Data([UInt8](repeating: 0, count: count) + secret).base64EncodedString().utf8)
    let end = (count + secret.count) * 8 / 6
    return Array(text[(count * 8 + 5) / 6..<end])
  }
}
