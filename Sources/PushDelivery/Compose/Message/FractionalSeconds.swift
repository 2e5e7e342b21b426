/// The digits behind the decimal point of a second, as the JSON mapping of protocol buffers writes them.
enum FractionalSeconds {
  /// Nanoseconds of one to nine digits behind the point; nil text is 0. Anything else gives nil.
  static func nanoseconds(of digits: Substring?) -> Int32? {
    guard let digits else { return 0 }
    guard digits.isDigits(1...9) else { return nil }
    return Int32(digits + String(repeating: "0", count: 9 - digits.utf8.count))
  }

  /// Empty for 0, else a point and 3, 6 or 9 digits: as many as are needed.
  static func text(nanoseconds: Int32) -> String {
    guard nanoseconds != 0 else { return "" }
    let digits = String(nanoseconds)
    let padded = String(repeating: "0", count: max(0, 9 - digits.utf8.count)) + digits
    let count = [3, 6].first { padded.utf8.dropFirst($0).allSatisfy { $0 == UInt8(ascii: "0") } } ?? 9
    return "." + padded.prefix(count)
  }
}
