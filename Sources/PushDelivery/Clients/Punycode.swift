/// Host names with letters outside ASCII, as clients ask DNS for them (RFC 3492).
enum Punycode {
  /// The name with non-ASCII labels as `xn--`; nil if one cannot be encoded. Letters become lower case; nothing else of the name mapping
  /// (UTS 46) is done.
  static func host(_ name: String) -> String? {
    let labels = name.lowercased().split(separator: ".", omittingEmptySubsequences: false).map(label)
    return labels.contains(nil) ? nil : labels.compactMap(\.self).joined(separator: ".")
  }

  private static func label(_ text: Substring) -> String? {
    let scalars = text.unicodeScalars.map(\.value)
    let basic = scalars.filter { $0 < 0x80 }
    guard basic.count < scalars.count else { return String(text) }
    var output = String(String.UnicodeScalarView(basic.compactMap(Unicode.Scalar.init)))
    if !basic.isEmpty { output += "-" }
    var (code, delta, bias, handled) = (UInt32(0x80), 0, 72, basic.count)
    while handled < scalars.count {
      guard let next = scalars.filter({ $0 >= code }).min() else { return nil }
      delta += Int(next - code) * (handled + 1)
      code = next
      for scalar in scalars {
        if scalar < code { delta += 1 }
        guard scalar == code else { continue }
        output += digits(of: delta, bias: bias)
        bias = adapted(delta, count: handled + 1, isFirst: handled == basic.count)
        delta = 0
        handled += 1
      }
      delta += 1
      code += 1
    }
    return "xn--" + output
  }

  private static func digits(of delta: Int, bias: Int) -> String {
    var (rest, text, k) = (delta, "", 36)
    while true {
      let threshold = min(max(k - bias, 1), 26)
      guard rest >= threshold else { return text + digit(rest) }
      text += digit(threshold + (rest - threshold) % (36 - threshold))
      rest = (rest - threshold) / (36 - threshold)
      k += 36
    }
  }

  /// `a` to `z`, then `0` to `9`.
  private static func digit(_ value: Int) -> String {
    String(UnicodeScalar(UInt8(value < 26 ? value + 97 : value - 26 + 48)))
  }

  private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
    var rest = isFirst ? delta / 700 : delta / 2
    rest += rest / count
    var k = 0
    while rest > 455 {
      rest /= 35
      k += 36
    }
    return k + 36 * rest / (rest + 38)
  }
}
