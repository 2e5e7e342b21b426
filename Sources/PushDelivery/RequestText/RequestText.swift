import Findings

/// The values of a text that may be requests, in any syntax, by the API's names and with their places in the text.
struct RequestText {
  private(set) var values: [Value] = []
  /// JSON errors in the parts that must be JSON.
  private(set) var errors: [JSONError] = []

  struct Value {
    let node: JSONNode
    var envelope: RequestEnvelope?
  }

  /// The files that contain bodies of requests; `-` is a body made elsewhere.
  private(set) var files: [String] = []
  /// The starts of bodies for others that are not messages.
  private(set) var passedOver: [Int] = []
  private(set) var misreadings: [Misreading] = []

  /// In an export: the requests without a JSON body.
  private(set) var emptyRequests: [RequestEnvelope] = []

  /// The push service's payload, if the text is that and not a request.
  private(set) var payload: RequestPayload?

  /// - Parameter folder: the name of the text's folder.
  init(_ bytes: [UInt8], in syntax: RequestSyntax, inFolder folder: String? = nil) {
    switch syntax {
    case .json, .jsonLines:
      var reader = JSONReader(bytes, mostValues: JSONReader.mostRequestValues)
      // An unknown value is already reported.
      values = reader.values(isLines: syntax == .jsonLines).filter { !$0.isExpression }.map { Value(node: $0) }
      errors = reader.errors
      if values.count == 1, let found = RequestPayload(values[0].node, inFolder: folder) {
        payload = found
        values = [Value(node: found.message(of: values[0].node))]
      } else if syntax == .json, values.count == 1,
        let requests = EmbeddedRequest.exported(in: values[0].node, of: bytes)
      {
        values = []
        for request in requests { read(request) }
      }
    case .http:
      let text = HTTPText(bytes)
      for request in text.requests { read(request) }
      misreadings = text.misreadings
    case .shell:
      let text = ShellText(bytes)
      for request in text.requests { read(request) }
      misreadings = text.misreadings
    }
  }

  /// - Parameter part: of a text that is neither one value nor a push service's payload.
  init(_ part: RequestLines.Part) {
    values = part.values.map { Value(node: $0) }
    errors = part.errors
  }

  private mutating func read(_ request: EmbeddedRequest) {
    if let file = request.file, request.isForFCM { files.append(file) }
    guard let body = request.body else {
      if request.file == nil, let envelope = request.envelope { emptyRequests.append(envelope) }
      return
    }
    var reader = JSONReader(body.bytes, hasUnknowns: body.hasUnknowns, mostValues: JSONReader.mostRequestValues)
    let found = reader.values()
    guard request.isForFCM || found.contains(where: { ($0.elements ?? [$0]).first?.looksLikeMessage == true }) else {
      if request.envelope != nil { passedOver.append(body.place(0)) }
      return
    }
    // A filled-in value is unknown.
    let mark = JSONReader.unknownMark
    if body.hasUnknowns,
      reader.errors.contains(where: { body.bytes[$0.offset...].starts(with: mark) })
        || found.contains(where: { $0["message"]?.isExpression == true })
    {
      files.append("-")
      return
    }
    values += found.filter { !$0.isExpression }.map {
      Value(node: $0.moved(body.place), envelope: request.envelope)
    }
    errors += reader.errors.map { JSONError($0.kind, at: body.place($0.offset)) }
  }
}

extension JSONNode {
  /// The same in another text, with other offsets.
  func moved(_ place: (Int) -> Int) -> JSONNode {
    let content: Content =
      switch content {
      case .object(let members):
        .object(
          members.map {
            Member(
              name: $0.name, nameOffset: place($0.nameOffset), value: $0.value.moved(place))
          })
      case .array(let elements): .array(elements.map { $0.moved(place) })
      default: content
      }
    return JSONNode(offset: place(offset), end: place(end), content: content)
  }

  /// Whether an object is probably a message for FCM, by the names of its members, in a text with other contents. Many interfaces have
  /// objects with a `token` or a `topic` and `data`.
  var looksLikeMessage: Bool {
    guard let message = self["message"], message.isObject else { return isLikeMessage && hasSection }
    guard message.isLikeMessage else { return false }
    let isBody = Set(members.map(\.name)).isSubset(of: ["message", "validate_only", "validateOnly"])
    return message.hasSection || message.hasDataObject && isBody && message["to"] == nil
  }

  /// Whether it has only names of a message, or a misspelt name among them.
  private var isLikeMessage: Bool {
    let names = Set(members.map(\.name)).subtracting([JSONNode.spreadName])
    let hasTarget = !names.isDisjoint(with: Self.targets)
    guard names.isSubset(of: Self.sections.union(Self.targets).union(Self.others)) else {
      return hasTarget && names.contains("notification")
    }
    let hasContents = !names.isDisjoint(with: Self.sections.union(["data"]))
    return hasContents && (hasTarget || names.contains("to"))
      || ["android", "apns", "webpush"].contains { self[$0]?.isObject == true }
      || names.isSubset(of: ["notification", "data"]) && hasWords
  }

  /// Whether it has more than data.
  private var hasSection: Bool { members.contains { Self.sections.contains($0.name) } }

  /// Whether the data may be a message's: in a queue they are texts.
  private var hasDataObject: Bool { self["data"].map { $0.isObject || $0.isExpression } == true }

  /// Words that only notifications have together.
  private var hasWords: Bool {
    let names = Set(self["notification"]?.members.map(\.name) ?? [])
    return names.isSuperset(of: ["title", "body"])
  }

  private static let sections: Set = ["notification", "android", "apns", "webpush", "android_v2"]
  private static let targets: Set = ["token", "topic", "condition", "fid", "tokens", "fids"]
  private static let others: Set = [
    "data", "fcmOptions", "fcm_options", "name", "to", "registration_ids", "priority", "collapse_key", "time_to_live",
  ]
}
