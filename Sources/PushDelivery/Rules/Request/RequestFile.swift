package import Findings

/// The text of a file of send requests, read: one request or bare message, several of them, or what has them in it.
public struct RequestFile: Sendable {
  /// What is not JSON in it.
  package let errors: [JSONError]
  /// Its messages in the order of the text.
  package let documents: [RequestDocument]
  /// Values that are no request.
  let strangers: [JSONNode]
  /// How many requests the array holds, where the text is one.
  let arrayCount: Int?
  /// What the text is written in.
  let syntax: RequestSyntax
  /// What one push service gets, where the text is that and no request.
  let payload: RequestPayload?
  /// The files that the bodies of its requests are read from; `-` is what is made elsewhere.
  let bodyFiles: [String]
  private let lines: TextLines
  /// What it is where it is not JSON of requests.
  var form: RequestText?

  /// Reads any bytes.
  ///
  /// - Parameter folder: the name of the folder that the text lies in: what push services get is known by it, too.
  public init(_ bytes: [UInt8], in syntax: RequestSyntax = .json, inFolder folder: String? = nil) {
    let text = RequestText(bytes, in: syntax, inFolder: folder)
    self.init(text, array: text.values.count == 1 ? text.values[0].node.elements : nil, TextLines(bytes), in: syntax)
  }

  /// Some of the lines of a text that has requests on each of its lines.
  package init(_ part: RequestLines.Part) {
    self.init(RequestText(part), array: nil, part.lines, in: .jsonLines)
  }

  /// - Parameter array: the elements, where the text is one array.
  private init(_ text: RequestText, array: [JSONNode]?, _ lines: TextLines, in syntax: RequestSyntax) {
    let values = text.values.map(\.node)
    errors = text.errors
    self.lines = lines
    self.syntax = syntax
    payload = text.payload
    bodyFiles = text.files
    arrayCount = array?.count
    let candidates = array ?? values
    var documents: [RequestDocument] = []
    var strangers = candidates.isEmpty ? values : []
    for (index, candidate) in candidates.enumerated() {
      let position = arrayCount == nil ? nil : index
      let value = text.values[position == nil ? index : 0]
      if var document = RequestDocument(candidate, index: position, lines: lines, isEditable: value.isEditable) {
        document.targetPlace = value.target
        document.envelope = RequestEnvelope(lines.bytes, in: syntax, around: candidate.range)
        documents.append(document)
      } else {
        strangers.append(candidate)
      }
    }
    self.documents = documents
    self.strangers = strangers
  }

  /// Whether nothing at all stands in it.
  var isEmpty: Bool { documents.isEmpty && strangers.isEmpty && errors.isEmpty }

  var bytes: [UInt8] { lines.bytes }

  func place(_ offset: Int) -> TextPlace { lines.place(at: offset) }
}
