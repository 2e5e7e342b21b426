import Findings

/// The bodies in what tools for HTTP export: collections of Postman and Insomnia, and the archives (HAR) that browsers' tools save.
/// Each is JSON in a text of JSON.
enum ExportedRequests {
  /// - Returns: the texts that are bodies, in their order; nil where the value is no such export.
  static func bodies(of value: JSONNode) -> [JSONNode]? {
    if let items = value["item"]?.elements, value["info"]?["schema"] != nil || value["info"]?["name"] != nil {
      return postman(items)
    }
    if let entries = value["log"]?["entries"]?.elements {
      return entries.compactMap { text($0["request"]?["postData"]?["text"]) }
    }
    if value["_type"]?.text == "export", let resources = value["resources"]?.elements {
      return resources.compactMap { text($0["body"]?["text"]) }
    }
    return nil
  }

  /// Folders have items of their own.
  private static func postman(_ items: [JSONNode]) -> [JSONNode] {
    items.flatMap { item in
      [text(item["request"]?["body"]?["raw"])].compactMap(\.self)
        + postman(item["item"]?.elements ?? [])
    }
  }

  /// A text that may be JSON.
  private static func text(_ node: JSONNode?) -> JSONNode? {
    guard let node, let first = node.text?.first(where: { !$0.isWhitespace }), "{[".contains(first) else { return nil }
    return node
  }
}
