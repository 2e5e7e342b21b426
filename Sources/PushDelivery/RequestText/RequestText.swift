import Findings

/// The values of a text that may be requests, whatever it is written in, by the API's names and with their places in the text.
struct RequestText {
  private(set) var values: [Value] = []
  /// What is not JSON in it where JSON should stand.
  private(set) var errors: [JSONError] = []

  /// A value that may be a request.
  struct Value {
    let node: JSONNode
    /// Whether it stands in the text as JSON or a program has it, so that changes can be written there.
    var isEditable = true
    var target = RequestDocument.TargetPlace.message
    /// What the Admin SDK of a program does not take of it.
    var adminRefusals: [AdminRefusal] = []
  }

  /// The files that the bodies of requests are read from; `-` is what is made elsewhere.
  private(set) var files: [String] = []
  /// Where bodies begin that go elsewhere and are no messages.
  private(set) var passedOver: [Int] = []

  /// Whether it is what a tool for HTTP exported, with bodies in texts of JSON.
  private(set) var isExport = false

  /// What one push service gets, where the text is that and no request.
  private(set) var payload: RequestPayload?

  /// - Parameter folder: the name of the folder that the text lies in.
  init(_ bytes: [UInt8], in syntax: RequestSyntax, inFolder folder: String? = nil) {
    switch syntax {
    case .json, .jsonLines:
      var reader = JSONReader(bytes, mostValues: JSONReader.mostRequestValues)
      // What nobody can tell was said to be no JSON.
      values = reader.values(isLines: syntax == .jsonLines).filter { !$0.isExpression }.map { Value(node: $0) }
      errors = reader.errors
      if values.count == 1, let found = RequestPayload(values[0].node, inFolder: folder) {
        payload = found
        values = [Value(node: found.message(of: values[0].node), isEditable: false)]
      } else if syntax == .json, values.count == 1, let texts = ExportedRequests.bodies(of: values[0].node) {
        (values, isExport) = ([], true)
        for text in texts { read(EmbeddedBody(quoted: text.range, of: bytes, hasVariables: true), isForFCM: false) }
      }
    case .http:
      let text = HTTPText(bytes)
      files = text.files
      for body in text.bodies { read(body.text, isForFCM: body.isForFCM) }
    case .shell:
      let prompt = CommandPromptText(bytes)
      let text = ShellText(prompt?.bytes ?? bytes)
      files = text.files
      for body in text.bodies { read(prompt.map { body.placed(by: $0.places) } ?? body) }
    case .javaScript, .python:
      guard Self.mayBeRead(bytes) else {
        errors = [JSONError(.values(limit: JSONReader.mostRequestValues), at: 0)]
        return
      }
      (values, errors) = ProgramText.read(bytes, in: syntax)
      if !values.isEmpty, let offset = Self.firstFault(of: bytes, in: syntax) {
        errors.append(JSONError(.notUTF8, at: offset))
      }
    }
  }

  /// Whether a program has few enough values, as its commas tell. Where one of them stands in a text only the whole tells, so that of
  /// programs with many texts fewer are read.
  private static func mayBeRead(_ program: [UInt8]) -> Bool {
    program.withUnsafeBufferPointer { $0.count { $0 == UInt8(ascii: ",") } } < JSONReader.mostRequestValues
  }

  /// Where a program's text is not UTF-8, as far as it must be: Python's may say another encoding in one of its first two lines (PEP 263).
  private static func firstFault(of bytes: [UInt8], in syntax: RequestSyntax) -> Int? {
    guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: false).prefix(2)
    let isSaid = lines.contains {
      $0.first == UInt8(ascii: "#") && String(decoding: $0, as: UTF8.self).contains("coding")
    }
    if syntax == .python, isSaid { return nil }
    var (parser, iterator, offset) = (Unicode.UTF8.ForwardParser(), bytes.makeIterator(), 0)
    while case .valid(let scalar) = parser.parseScalar(from: &iterator) { offset += scalar.count }
    return offset
  }

  /// - Parameter part: of a text that is neither one value nor what a push service gets.
  init(_ part: RequestLines.Part) {
    values = part.values.map { Value(node: $0) }
    errors = part.errors
  }

  /// - Parameter isForFCM: whether it is to be a request; any other body is one by what it holds.
  private mutating func read(_ body: EmbeddedBody, isForFCM: Bool = true) {
    var reader = JSONReader(
      body.bytes, hasUnknowns: body.hasUnknowns, mostValues: JSONReader.mostRequestValues)
    let found = reader.values()
    guard isForFCM || found.contains(where: { MessageEvidence.none.isMessage(($0.elements ?? [$0]).first) }) else {
      passedOver.append(body.place(0))
      return
    }
    // What is put there nobody can tell.
    let mark = JSONReader.unknownMark
    if body.hasUnknowns,
      reader.errors.contains(where: { body.bytes[$0.offset...].starts(with: mark) })
        || found.contains(where: { $0["message"]?.isExpression == true })
    {
      files.append("-")
      return
    }
    values += found.filter { !$0.isExpression }.map {
      Value(node: $0.moved(body.place), isEditable: body.isPlain)
    }
    errors += reader.errors.map { JSONError($0.kind, at: body.place($0.offset)) }
  }
}

extension JSONNode {
  /// The same in another text, where each offset is another.
  func moved(_ place: (Int) -> Int) -> JSONNode {
    let content: Content =
      switch content {
      case .object(let members):
        .object(
          members.map {
            Member(
              name: $0.name, nameOffset: place($0.nameOffset), nameEnd: place($0.nameEnd), value: $0.value.moved(place))
          })
      case .array(let elements): .array(elements.map { $0.moved(place) })
      default: content
      }
    return JSONNode(offset: place(offset), end: place(end), content: content)
  }
}
