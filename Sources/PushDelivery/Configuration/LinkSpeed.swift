/// How fast clients load assets, in bits a second.
public struct LinkSpeed: Hashable, Sendable {
  public let bitsPerSecond: Int

  /// From a modem's 1 kbit/s to 100 Gbit/s.
  public static let range = 1_000...100_000_000_000

  /// Reads a decimal number of bits a second, with `k`, `M` or `G` for a thousand, a million or a thousand million: `1600k`, `1.6M`.
  public init?(_ text: String) {
    let units: [Character: Double] = ["k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9]
    let unit = text.last.flatMap { units[$0] }
    guard let number = PlainText.number(String(unit == nil ? text[...] : text.dropLast())) else { return nil }
    let bits = (number * (unit ?? 1)).rounded()
    guard bits >= Double(Self.range.lowerBound), bits <= Double(Self.range.upperBound) else { return nil }
    bitsPerSecond = Int(bits)
  }
}
