import Findings

/// The text of a file of requests with everything mended that leaves no choice: what stands in the wrong place or is of the wrong
/// type, names that are misspelt, commas and quotes.
public struct RequestRepair: Sendable {
  /// The text, mended; as it was where mending comes to no end.
  public let bytes: [UInt8]
  /// How many changes were made.
  public let count: Int

  /// A change may uncover what another is needed for, and of several for one place each takes a round.
  private static let mostRounds = 64

  /// - Parameter syntax: what the text is written in.
  public init(of bytes: [UInt8], in syntax: RequestSyntax, _ question: RequestFile.Question) {
    var (text, count) = (bytes, 0)
    for _ in 0..<Self.mostRounds {
      var edits = TextEdits()
      for judgement in RequestFile(text, in: syntax).judgements(about: .init(.request, ""), question) {
        for repair in judgement.repairs where edits.add(repair) { count += 1 }
      }
      guard !edits.isEmpty else {
        (self.bytes, self.count) = (text, count)
        return
      }
      text = edits.applied(to: text)
    }
    // Changes that always call for others mend nothing, and would be made again each time.
    (self.bytes, self.count) = (bytes, 0)
  }
}
