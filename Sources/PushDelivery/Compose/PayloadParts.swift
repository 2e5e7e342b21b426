/// The texts of a message by size: what to shorten when its payload is too large.
struct PayloadParts {
  struct Part: Hashable {
    /// `notification.body`
    var path: String
    /// Bytes of the text.
    var bytes: Int
    var isAddress: Bool
  }

  /// The largest first.
  let parts: [Part]

  /// - Parameter message: by the names of the REST reference.
  init(of message: JSONValue) {
    var parts: [Part] = []
    Self.collect(message, path: "", into: &parts)
    self.parts = parts.sorted { ($1.bytes, $0.path) < ($0.bytes, $1.path) }
  }

  private static func collect(_ value: JSONValue, path: String, into parts: inout [Part]) {
    switch value {
    case .object(let members):
      for (name, member) in members { collect(member, path: path.isEmpty ? name : "\(path).\(name)", into: &parts) }
    case .array(let elements):
      for (index, element) in elements.enumerated() { collect(element, path: "\(path)[\(index)]", into: &parts) }
    case .string(let text):
      parts.append(Part(path: path, bytes: text.utf8.count, isAddress: text.hasPrefix("https://")))
    case .integer, .number, .bool, .null: break
    }
  }

  /// What to shorten, as a part of a sentence: `the largest parts are data.story (4160 bytes) and notification.body (90 bytes)`.
  var advice: String {
    let largest = parts.prefix(3).map { "\($0.path) (\($0.bytes) \($0.bytes == 1 ? "byte" : "bytes"))" }
    guard let last = largest.last else { return "it has no texts" }
    let names = largest.count == 1 ? last : largest.dropLast().joined(separator: ", ") + " and " + last
    return "the largest \(largest.count == 1 ? "part is" : "parts are") \(names)" + addressAdvice
  }

  /// A quarter of all texts is much for addresses of which most is the same in every message.
  private var addressAdvice: String {
    let addresses = parts.filter(\.isAddress).reduce(0) { $0 + $1.bytes }
    guard addresses * 4 > parts.reduce(0, { $0 + $1.bytes }) else { return "" }
    return "; addresses take \(addresses) bytes of it, and a shorter base-url shortens all of them"
  }
}
