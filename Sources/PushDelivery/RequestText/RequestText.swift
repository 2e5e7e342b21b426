import Findings

/// The values of a text that may be requests, in any syntax, by the API's names and with their places in the text.
struct RequestText {
  private(set) var values: [Value] = []
  /// JSON errors in the parts that must be JSON.
  private(set) var errors: [JSONError] = []

  /// A value that may be a request.
  struct Value {
    let node: JSONNode
    /// Its destination, if the text has that as other JSON.
    var envelope: RequestEnvelope?
    /// How a shell's command sends it.
    var call: RequestCall?
  }

  /// The files that contain bodies of requests; `-` is a body made elsewhere.
  private(set) var files: [String] = []
  /// The starts of bodies for others that are not messages.
  private(set) var passedOver: [Int] = []

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
      } else if syntax == .json, values.count == 1, let requests = ExportedRequest.all(in: values[0].node) {
        values = []
        for request in requests { read(request, of: bytes) }
      }
    case .http:
      let text = HTTPText(bytes)
      files = text.files
      for body in text.bodies { read(body.text, isForFCM: body.isForFCM) }
    case .shell:
      let prompt = CommandPromptText(bytes)
      let text = ShellText(prompt?.bytes ?? bytes)
      files = text.files
      for (body, call) in text.bodies {
        if let prompt { read(body.moved(prompt.place)) } else { read(body, call: call) }
      }
    }
  }

  /// - Parameter part: of a text that is neither one value nor a push service's payload.
  init(_ part: RequestLines.Part) {
    values = part.values.map { Value(node: $0) }
    errors = part.errors
  }

  private mutating func read(_ request: ExportedRequest, of bytes: [UInt8]) {
    guard let body = request.body else {
      emptyRequests.append(request.envelope)
      return
    }
    var text = EmbeddedBody(quoted: body.range, of: bytes)
    text.blankComments()
    read(text, isForFCM: request.isForFCM, envelope: request.envelope)
  }

  /// - Parameter isForFCM: whether it must be a request; for any other body, its contents decide.
  private mutating func read(
    _ body: EmbeddedBody, isForFCM: Bool = true, envelope: RequestEnvelope? = nil, call: RequestCall? = nil
  ) {
    var reader = JSONReader(body.bytes, hasUnknowns: body.hasUnknowns, mostValues: JSONReader.mostRequestValues)
    let found = reader.values()
    guard isForFCM || found.contains(where: { ($0.elements ?? [$0]).first?.looksLikeMessage == true }) else {
      passedOver.append(body.place(0))
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
      Value(node: $0.moved(body.place), envelope: envelope, call: call)
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

/// The requests in exports of HTTP tools: collections of Postman and Insomnia, and the archives (HAR) of browser tools.
struct ExportedRequest {
  /// The text of the body, with JSON in it; nil without one.
  let body: JSONNode?
  let envelope: RequestEnvelope

  /// - Returns: nil if the value is not such an export.
  static func all(in value: JSONNode) -> [ExportedRequest]? {
    if let items = value["item"]?.elements, value["info"]?["schema"] != nil || value["info"]?["name"] != nil {
      return postman(items, hasLogin: hasLogin(value))
    }
    if let entries = value["log"]?["entries"]?.elements {
      // Browsers leave out the headers with credentials.
      return entries.compactMap { $0["request"] }.map {
        Self($0, body: $0["postData"]?["text"], headers: $0["headers"], nameKey: "name", hasLogin: true)
      }
    }
    if value["_type"]?.text == "export", let resources = value["resources"]?.elements {
      return resources.filter { $0["_type"]?.text == "request" }.map {
        Self(
          $0, body: $0["body"]?["text"], headers: $0["headers"], nameKey: "name",
          hasLogin: $0["authentication"]?.members.isEmpty == false)
      }
    }
    return nil
  }

  /// Folders contain further items.
  private static func postman(_ items: [JSONNode], hasLogin: Bool) -> [ExportedRequest] {
    items.flatMap { item in
      let hasLogin = hasLogin || Self.hasLogin(item) || item["request"].map(Self.hasLogin) == true
      let request = item["request"].map {
        Self($0, body: $0["body"]?["raw"], headers: $0["header"], nameKey: "key", hasLogin: hasLogin)
      }
      return [request].compactMap(\.self) + postman(item["item"]?.elements ?? [], hasLogin: hasLogin)
    }
  }

  /// Whether the tool adds a header with credentials.
  private static func hasLogin(_ item: JSONNode) -> Bool { item["auth"]?.isObject == true }

  private init(_ request: JSONNode, body: JSONNode?, headers: JSONNode?, nameKey: String, hasLogin: Bool) {
    let url = request["url"]?["raw"] ?? request["url"]
    let address = url?.text ?? ""
    let method = request["method"]?.text
    let fields = (headers?.elements ?? []).filter { $0["disabled"]?.content != .bool(true) }
    let heads = fields.map { field in
      RequestEnvelope.Line(
        text: "\(field[nameKey]?.text ?? ""): \(field["value"]?.text ?? "")",
        offset: field["value"]?.offset ?? field.offset)
    }
    let first = RequestEnvelope.Line(text: "\(method ?? "") \(address)", offset: url?.offset ?? request.offset)
    let call = RequestCall(
      address: FCMAddress(address), headers: heads.compactMap { .init($0.text) }, areHeadersWhole: !hasLogin,
      sendsForm: false, sendsInAddress: false)
    envelope = RequestEnvelope(lines: [first] + heads, method: method, address: address, call: call)
    let lines = (body?.text ?? "").split(whereSeparator: \.isNewline).map { $0.drop(while: \.isWhitespace) }
    let isJSON = lines.first { !$0.isEmpty && !$0.hasPrefix("//") }?.first.map("{[".contains) == true
    self.body = isJSON ? body : nil
  }

  var isForFCM: Bool { HTTPText.namesFCM(Array(envelope.address.utf8)[...]) }
}
