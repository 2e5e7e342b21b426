import Findings

/// Device tokens that a spreadsheet counted up from row to row, as it does with cells that are filled down.
///
/// The part before a token's colon is one installation's identifier, so two devices never share it.
struct CountedTokens: Sendable {
  private var last: (text: String, stem: Substring, number: Int)?
  /// The first of the consecutive ones, and how many there are.
  private var run: (place: Diagnostic.Subject, count: Int)?
  private var longest: (place: Diagnostic.Subject, count: Int)?

  /// FCM's tokens are longer.
  private static let leastLength = 100

  mutating func add(_ message: CampaignMessage) {
    guard case .token(let text) = message.target, text.utf8.count >= Self.leastLength else {
      last = nil
      return
    }
    // Each language of a message has the same token.
    guard text != last?.text else { return }
    let digits = text.utf8.reversed().prefix(while: isDigit).count
    let (stem, number) = (text.dropLast(digits), Int(text.suffix(digits)) ?? 0)
    defer { last = (text, stem, number) }
    guard let last, number - 1 == last.number, stem == last.stem, stem.utf8.contains(UInt8(ascii: ":")) else {
      run = nil
      return
    }
    run = (run?.place ?? message.place(of: .target), (run?.count ?? 0) + 1)
    if run?.count ?? 0 > longest?.count ?? 0 { longest = run }
  }

  mutating func add(_ other: CountedTokens) {
    if other.longest?.count ?? 0 > longest?.count ?? 0 { longest = other.longest }
  }

  func report(_ reader: inout YAMLReader) {
    // Two tokens may be chance.
    guard let longest, longest.count > 1 else { return }
    reader.report(
      Diagnostic(
        .campaignNearTarget, longest.place,
        "from here on, \(longest.count) tokens are the one before with a higher number at its end, as spreadsheets fill cells "
          + "down: they are no devices' tokens", remedy: "export the tokens again, and copy cells without counting"))
  }
}
