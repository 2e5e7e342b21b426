package import Findings

/// The parsed text of a file of send requests: one request or bare message, several, or a text that contains them.
public struct RequestFile: Sendable {
  /// The largest file of requests that is read, in bytes.
  package static let mostBytes = 200_000_000

  /// Its JSON errors.
  package let errors: [JSONError]
  /// Its messages in the order of the text.
  package let documents: [RequestDocument]
  /// Values that are not requests.
  let strangers: [JSONNode]
  /// Bodies for other services, and their starts.
  let foreign: [(service: ForeignService, offset: Int)]
  /// The number of requests if the text is an array.
  let arrayCount: Int?
  /// The text's syntax.
  let syntax: RequestSyntax
  /// The push service's payload, if the text is that and not a request.
  let payload: RequestPayload?
  /// The files that contain bodies of its requests; `-` is a body made elsewhere.
  let bodyFiles: [String]
  /// The starts of bodies for others that are not messages.
  let passedOver: [Int]
  let misreadings: [Misreading]
  /// In a tool's export: requests without a JSON body.
  let emptyRequests: [RequestEnvelope]
  private let lines: TextLines
  /// Its text, if it is not JSON of requests.
  var form: RequestText?

  /// Reads any bytes.
  ///
  /// - Parameter folder: the name of the text's folder, which helps to recognise payloads for push services.
  public init(_ bytes: [UInt8], in syntax: RequestSyntax = .json, inFolder folder: String? = nil) {
    let text = RequestText(bytes, in: syntax, inFolder: folder)
    self.init(text, array: text.values.count == 1 ? text.values[0].node.elements : nil, TextLines(bytes), in: syntax)
  }

  /// Some lines of a text with requests on each line.
  package init(_ part: RequestLines.Part) {
    self.init(RequestText(part), array: nil, part.lines, in: .jsonLines)
  }

  /// - Parameter array: the elements, if the text is one array.
  private init(_ text: RequestText, array: [JSONNode]?, _ lines: TextLines, in syntax: RequestSyntax) {
    let values = text.values.map(\.node)
    errors = text.errors
    self.lines = lines
    self.syntax = syntax
    payload = text.payload
    bodyFiles = text.files
    (passedOver, misreadings) = (text.passedOver, text.misreadings)
    emptyRequests = text.emptyRequests
    arrayCount = array?.count
    let candidates = array ?? values
    var documents: [RequestDocument] = []
    var strangers = candidates.isEmpty ? values : []
    var foreign: [(service: ForeignService, offset: Int)] = []
    for (index, candidate) in candidates.enumerated() {
      let position = arrayCount == nil ? nil : index
      let value = text.values[position == nil ? index : 0]
      if candidate["message"] == nil, let service = ForeignService(candidate, address: value.envelope?.address) {
        foreign.append((service, candidate.offset))
      } else if var document = RequestDocument(candidate, index: position, lines: lines) {
        document.envelope = value.envelope
        documents.append(document)
      } else {
        strangers.append(candidate)
      }
    }
    self.documents = documents
    self.strangers = strangers
    self.foreign = foreign
  }

  /// Whether it is empty.
  var isEmpty: Bool { documents.isEmpty && strangers.isEmpty && foreign.isEmpty && errors.isEmpty }

  var bytes: [UInt8] { lines.bytes }

  func place(_ offset: Int) -> TextPlace { lines.place(at: offset) }
}

extension RequestFile {
  /// Whether a text is JSON of something else, such as the settings of a program: it has no request, and nothing by whose name a person
  /// would take it for one. An object without members says nothing of what it is.
  package var isOtherJSON: Bool {
    documents.isEmpty && foreign.isEmpty && !strangers.isEmpty && emptyRequests.isEmpty && passedOver.isEmpty
      && !strangers.contains { $0.resemblesRequest || $0.isObject && $0.members.isEmpty }
  }
}

extension JSONNode {
  /// Whether it has a name that requests have, or one that is a slip of it, in itself or one step below.
  fileprivate var resemblesRequest: Bool {
    members.contains { member in
      Self.isRequestName(member.name) || member.value.members.contains { Self.sections.contains($0.name) }
    } || (elements ?? []).contains(where: \.resemblesRequest)
  }

  private static let sections = Set(WordTable.requests.rows("section").joined())
  private static let names = Array(WordTable.requests.rows("request-name").joined())

  private static func isRequestName(_ name: String) -> Bool {
    names.contains(name) || name.utf8.count > 4 && names.contains { NearestName.areOneSlipApart(name.lowercased(), $0) }
  }
}
