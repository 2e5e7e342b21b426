/// The text of a file of send requests, read: one request or bare message, an array of them, or JSON Lines.
public struct RequestFile: Sendable {
  /// What is not JSON in it.
  package let problems: [JSONProblem]
  /// Its messages in the order of the text.
  package let documents: [RequestDocument]
  /// Values that are no request.
  let strangers: [JSONNode]
  /// How many requests the array holds, where the text is one.
  let arrayCount: Int?
  private let lines: TextLines

  /// Reads any bytes.
  ///
  /// - Parameter isLines: whether each line is a value of its own (`.jsonl`, `.ndjson`), so that the lines after a
  ///   damaged one can be read.
  public init(_ bytes: [UInt8], isLines: Bool = false) {
    var reader = JSONReader(bytes)
    let values = reader.values(isLines: isLines)
    let lines = TextLines(bytes)
    problems = reader.problems
    self.lines = lines
    arrayCount = values.count == 1 ? values[0].elements?.count : nil
    let candidates = values.count == 1 && arrayCount != nil ? values[0].elements ?? [] : values
    var documents: [RequestDocument] = []
    var strangers = values.isEmpty || candidates.isEmpty ? values : []
    for (index, candidate) in candidates.enumerated() {
      let position = arrayCount == nil ? nil : index
      if let document = RequestDocument(candidate, index: position, lines: lines) {
        documents.append(document)
      } else {
        strangers.append(candidate)
      }
    }
    self.documents = documents
    self.strangers = strangers
  }

  /// Whether nothing at all stands in it.
  var isEmpty: Bool { documents.isEmpty && strangers.isEmpty && problems.isEmpty }

  func place(_ offset: Int) -> TextPlace { lines.place(at: offset) }
}
