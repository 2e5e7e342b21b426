import Findings

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
