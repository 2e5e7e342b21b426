package import Findings

/// The text of a file of send requests, read: one request or bare message, several of them, or what has them in it.
public struct RequestFile: Sendable {
  /// The largest file of requests that is read, in bytes.
  package static let mostBytes = 200_000_000

  /// What is not JSON in it.
  package let errors: [JSONError]
  /// Its messages in the order of the text.
  package let documents: [RequestDocument]
  /// Values that are no request.
  let strangers: [JSONNode]
  /// Bodies for other services, and where they begin.
  let foreign: [(service: ForeignService, offset: Int)]
  /// How many requests the array holds, where the text is one.
  let arrayCount: Int?
  /// What the text is written in.
  let syntax: RequestSyntax
  /// Whether JSON stands in texts of it, where nothing can be mended.
  let hasJSONInTexts: Bool
  /// What one push service gets, where the text is that and no request.
  let payload: RequestPayload?
  /// The files that the bodies of its requests are read from; `-` is what is made elsewhere.
  let bodyFiles: [String]
  /// Where bodies begin that go elsewhere and are no messages.
  let passedOver: [Int]
  /// Requests without a body of JSON, of what a tool exported.
  let emptyRequests: [RequestEnvelope]
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
    hasJSONInTexts = text.isExport || syntax == .shell
    bodyFiles = text.files
    passedOver = text.passedOver
    emptyRequests = text.emptyRequests
    arrayCount = array?.count
    let candidates = array ?? values
    var envelopes = EnvelopeReader(lines.bytes, in: syntax)
    // What stands around an array stands around each of its elements.
    let shared = array == nil ? nil : values.first.flatMap { envelopes.envelope(around: $0.range) }
    var documents: [RequestDocument] = []
    var strangers = candidates.isEmpty ? values : []
    var foreign: [(service: ForeignService, offset: Int)] = []
    for (index, candidate) in candidates.enumerated() {
      let position = arrayCount == nil ? nil : index
      let value = text.values[position == nil ? index : 0]
      let envelope = value.envelope ?? (array == nil ? envelopes.envelope(around: candidate.range) : shared)
      if candidate["message"] == nil, let service = ForeignService(candidate, address: envelope?.address) {
        foreign.append((service, candidate.offset))
      } else if var document = RequestDocument(candidate, index: position, lines: lines, isEditable: value.isEditable) {
        document.envelope = envelope
        documents.append(document)
      } else {
        strangers.append(candidate)
      }
    }
    self.documents = documents
    self.strangers = strangers
    self.foreign = foreign
  }

  /// Whether nothing at all stands in it.
  var isEmpty: Bool { documents.isEmpty && strangers.isEmpty && foreign.isEmpty && errors.isEmpty }

  var bytes: [UInt8] { lines.bytes }

  func place(_ offset: Int) -> TextPlace { lines.place(at: offset) }
}

/// Reads what stands around the bodies of a text, as long as that is not many times the text: each is looked for by itself, and bodies
/// of one line have all of it around them.
private struct EnvelopeReader {
  private let bytes: [UInt8]
  private let syntax: RequestSyntax
  /// Whether a script has `curl` or `wget` of its own.
  private let hasOwnTools: Bool
  /// How many bytes may still be looked at.
  private var left: Int

  init(_ bytes: [UInt8], in syntax: RequestSyntax) {
    (self.bytes, self.syntax) = (bytes, syntax)
    hasOwnTools = syntax == .shell && ShellDefinitions.defineTool(bytes)
    left = 1_000_000 + 64 * bytes.count
  }

  mutating func envelope(around body: Range<Int>) -> RequestEnvelope? {
    guard left > 0 else { return nil }
    let envelope = RequestEnvelope(bytes, in: syntax, around: body, hasOwnTools: hasOwnTools)
    left -= envelope.map { $0.lines.reduce(0) { $0 + $1.text.utf8.count } } ?? 2000
    return envelope
  }
}
