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
  /// Whether it contains JSON inside texts, where nothing can be fixed.
  let hasJSONInTexts: Bool
  /// The push service's payload, if the text is that and not a request.
  let payload: RequestPayload?
  /// The files that contain bodies of its requests; `-` is a body made elsewhere.
  let bodyFiles: [String]
  /// The starts of bodies for others that are not messages.
  let passedOver: [Int]
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
    hasJSONInTexts = text.isExport || syntax == .shell
    bodyFiles = text.files
    passedOver = text.passedOver
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
      } else if var document = RequestDocument(candidate, index: position, lines: lines, isEditable: value.isEditable) {
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
  /// The edits that turn it into JSON, if the meaning is clear.
  func repair(of error: JSONError) -> [TextEdit] {
    // Shells give some of JSON's signs a meaning, and so do quoted texts.
    guard !hasJSONInTexts else { return [] }
    let offset = error.offset
    switch error.kind {
    case .trailingComma: return [TextEdit(offset..<offset + 1)]
    case .byteOrderMark: return [TextEdit(offset..<offset + 3)]
    case .unquoted: return quoting(at: offset)
    case .noBreakSpace: return [TextEdit(offset..<offset + 2, " ")]
    case .typographicQuote: return straightQuotes(at: offset)
    case .word(let text):
      let words = ["True": "true", "False": "false", "None": "null", "undefined": "null", "NaN": "null"]
      return words[text].map { [TextEdit(offset..<offset + text.utf8.count, $0)] } ?? []
    case .missingComma(_, let valueEnd):
      // Only if the next value begins at once was more read. Directly after the previous value: a comment may follow.
      guard offset < bytes.count, "\"{[".utf8.contains(bytes[offset]) else { return [] }
      return [TextEdit(valueEnd..<valueEnd, ",")]
    default: return []
    }
  }

  /// The quotes around a text, unless it ends in a straight one.
  private func straightQuotes(at offset: Int) -> [TextEdit] {
    let start = offset + 3
    let end = bytes[start...].indices.first {
      "\"\\\n".utf8.contains(bytes[$0]) || isTypographicQuote(bytes[$0...])
    }
    guard let end, isTypographicQuote(bytes[end...]) else { return [] }
    return [TextEdit(offset..<start, "\""), TextEdit(end..<end + 3, "\"")]
  }

  /// A name or a text in single quotes or none, put in double ones.
  private func quoting(at offset: Int) -> [TextEdit] {
    guard bytes[offset] == UInt8(ascii: "'") else {
      let end = bytes[offset...].firstIndex { !isUnreserved($0) } ?? bytes.count
      return [TextEdit(offset..<end, JSONText.quoted(String(decoding: bytes[offset..<end], as: UTF8.self)))]
    }
    let rest = bytes[(offset + 1)...]
    guard let end = rest.firstIndex(of: UInt8(ascii: "'")), !rest[..<end].contains(where: "\\\n".utf8.contains) else {
      return []
    }
    return [TextEdit(offset..<end + 1, JSONText.quoted(String(decoding: rest[..<end], as: UTF8.self)))]
  }

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

  private static let sections: Set = [
    "notification", "apns", "webpush", "android_v2", "aps", "topic", "registration_ids",
  ]
  private static let names = [
    "message", "notification", "apns", "webpush", "token", "topic", "condition", "registration_ids",
  ]

  private static func isRequestName(_ name: String) -> Bool {
    names.contains(name) || name.utf8.count > 4 && names.contains { NearestName.areOneSlipApart(name.lowercased(), $0) }
  }
}
