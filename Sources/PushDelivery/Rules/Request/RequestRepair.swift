import Findings

/// The text of a request file with all errors fixed that leave no choice: wrong places and types, misspelt names, commas and quotes.
public struct RequestRepair: Sendable {
  /// The fixed text; unchanged if fixing does not end.
  public let bytes: [UInt8]
  /// How many changes were made.
  public let count: Int

  /// A fix may reveal another, and of several at one place each takes a round.
  private static let mostRounds = 64

  /// - Parameter syntax: the text's syntax.
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
    // Edits that always need further edits fix nothing, and would be repeated.
    (self.bytes, self.count) = (bytes, 0)
  }
}
