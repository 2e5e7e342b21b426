import Findings

/// The text of a file of requests with everything mended that leaves no choice: what stands in the wrong place or is of the wrong
/// type, names that are misspelt, commas and quotes.
public struct RequestRepair: Sendable {
  /// The text, mended.
  public let bytes: [UInt8]
  /// How many changes were made.
  public let count: Int

  /// A change may uncover what another is needed for; no text needs many rounds.
  private static let mostRounds = 8

  /// - Parameter syntax: what the text is written in.
  public init(of bytes: [UInt8], in syntax: RequestSyntax, _ question: RequestFile.Question) {
    var (text, count) = (bytes, 0)
    for _ in 0..<Self.mostRounds {
      var edits = TextEdits()
      for judgement in RequestFile(text, in: syntax).judgements(about: .init(.request, ""), question) {
        for repair in judgement.repairs where edits.add(repair) { count += 1 }
      }
      if edits.isEmpty { break }
      text = edits.applied(to: text)
    }
    self.bytes = text
    self.count = count
  }
}
